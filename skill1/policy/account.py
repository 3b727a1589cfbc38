"""What a teacher or another model behind a server cost: calls, tokens and money, added up over a run."""

from __future__ import annotations

from dataclasses import asdict, dataclass

TOKENS_PER_PRICE = 1_000_000


@dataclass(frozen=True, slots=True)
class Account:
    """Totals. ``unreported``: calls whose server counted no tokens; ``cached``: answers that cost nothing again."""

    calls: int = 0
    cached: int = 0
    unanswered: int = 0
    unreported: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0

    @classmethod
    def of_call(cls, prompt_tokens: int | None, completion_tokens: int | None) -> Account:
        """One call, as its server counted it; None: it did not."""
        return cls(
            calls=1,
            unreported=int(None in (prompt_tokens, completion_tokens)),
            prompt_tokens=prompt_tokens or 0,
            completion_tokens=completion_tokens or 0,
        )

    def __add__(self, other: Account) -> Account:
        mine, theirs = asdict(self), asdict(other)
        return Account(**{name: mine[name] + theirs[name] for name in mine})

    def cost(self, prompt_price: float, completion_price: float) -> float:
        """Money, at prices for a million tokens each."""
        return (self.prompt_tokens * prompt_price + self.completion_tokens * completion_price) / TOKENS_PER_PRICE
