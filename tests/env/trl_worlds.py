"""An environment as TRL's documentation asks for one, and the suite that adapts it."""

from skill1.env.trl import TrlSuite


class WordEnvironment:
    """Guess the secret word within three guesses; a second tool has several typed arguments."""

    def __init__(self):
        self.done, self.reward, self.guesses, self.secret = False, 0.0, 0, ""

    def reset(self, secret, hint=None, **row):
        self.done, self.reward, self.guesses, self.secret = False, 0.0, 0, secret
        return hint

    def guess(self, word: str) -> str:
        """Guess the secret word.

        Args:
            word: Five letters.

        Returns:
            Whether it was right.
        """
        if self.done:
            raise ValueError("the game is over")
        self.guesses += 1
        self.reward = float(word == self.secret)
        self.done = self.reward == 1.0 or self.guesses == 3
        return f"{word} is {'right' if self.reward else 'wrong'}"

    def place(self, letter: str, position: int, weight: float = 1.0, is_sure: bool = False):
        """Note a letter.

        Args:
            letter: The letter.
            position: From 0 to 4.
            weight: How much it counts.
            is_sure: Whether it is certain.
        """
        return [
            {"type": "text", "text": f"{letter}{position + 1}"},
            {"type": "text", "text": f"{weight} {is_sure}"},
        ]

    def forget(self):
        """Forget all notes."""

    def _hidden(self):
        raise AssertionError("no tool")


class WordSuite(TrlSuite):
    name = "words"
    environment = WordEnvironment
    rows = {
        "train": [
            {"prompt": "find the word", "secret": "crane", "hint": "a bird"},
            {
                "prompt": [{"role": "system", "content": "be brief"}, {"role": "user", "content": "go on"}],
                "secret": "a b",
            },
        ],
        "test": [{"prompt": "find the word", "secret": "stone"}],
    }
