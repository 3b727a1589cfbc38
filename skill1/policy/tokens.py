"""Text to token ids and back: the one place that knows the tokenizer and its chat template."""

from __future__ import annotations

import datetime
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from itertools import cycle
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from skill1.errors import DataError
from skill1.models.files import (
    MOST_TEMPLATE_CHARS,
    lacks_sentencepiece,
    refuse_growing_tokenizer,
    why_unloadable,
)
from skill1.models.hub import local_folder, require_model
from skill1.models.packaged import model_source

CACHE_ENTRIES = 50_000  # short prompt pieces repeat all the time in small worlds
MOST_STEPS = 1_000_000  # lines of Python in a template's first rendering; the longest in use takes some thousands
# Llama's templates, among others, write the date into the prompt: with today's, a run that resumes tomorrow would have
# other prompts. This one is what they write where they are told none.
TODAY = datetime.date(2024, 7, 26)
THOUGHT, THOUGHT_END = "<think>", "\n</think>\n\n"  # how reasoning models begin one, and end an empty one
THOUGHT_MARKS = (THOUGHT, THOUGHT_END.strip())
CACHED_CHARACTERS, CACHED_IDS = 512, 32  # longer ones rarely come twice, and would fill the memory


class _Joint(NamedTuple):
    """Between the turns of a chat: what closes an answer, as ids and spelt out, what opens a message, and an answer.

    ``is_end``: whether a model that writes the closing mark has said all. ``blank``: what earlier answers begin with
    and new ones are not given, as of Mistral's.
    """

    closing: tuple[int, ...]
    mark: str
    opening: str
    answer: str
    is_end: bool
    blank: str


class Tokens:
    """Wraps a Hugging Face tokenizer."""

    def __init__(self, tokenizer) -> None:
        _require_short_template(tokenizer)
        self.tokenizer = tokenizer
        self._rendered_before: set[tuple[int, bool]] = set()  # number of messages, and whether with thoughts
        self.eos_id: int = tokenizer.eos_token_id
        self.pad_id: int = tokenizer.pad_token_id if tokenizer.pad_token_id is not None else tokenizer.eos_token_id
        # Of word-level tokenizers. Others spell every word; some name their end token here.
        self.unknown_id: int | None = tokenizer.unk_token_id if tokenizer.unk_token_id != self.eos_id else None
        self._special = _pattern_of(tokenizer, self._example())
        self._hidden = hidden_ids(tokenizer.added_tokens_decoder, tokenizer.all_special_ids)
        self._encoded: dict[str, tuple[int, ...]] = {}
        self._decoded: dict[tuple[int, ...], str] = {}
        self._joints: dict[bool, _Joint] = {}  # with and without thoughts

    @classmethod
    def load(cls, path: str | Path) -> Tokens:
        """Load from a folder or hub name. Raises ``DataError`` when there is none."""
        require_model(path)
        source = model_source(path)
        refuse_growing_tokenizer(local_folder(str(path)))
        from transformers import AutoTokenizer, PreTrainedTokenizerFast

        try:
            tokenizer = AutoTokenizer.from_pretrained(source, trust_remote_code=False)
            # Where vLLM is, Mistral's own package is, too, and is taken for its models. It knows no chat template.
            if type(tokenizer).__name__ == "MistralCommonBackend":
                tokenizer = PreTrainedTokenizerFast.from_pretrained(source, trust_remote_code=False)
        except Exception as error:  # border to foreign files: garbage in them raises anything
            if lacks_sentencepiece(local_folder(str(path))):
                raise DataError(
                    f"The tokenizer of '{path}' is a SentencePiece model without a tokenizer.json, and the package "
                    "that reads it is not installed. Type: pip install sentencepiece protobuf"
                ) from error
            if isinstance(error, ImportError):  # not about the files: another package is missing
                raise
            raise DataError(
                f"No tokenizer can be loaded from '{path}': {why_unloadable(path, error)}\nType: hf download NAME on a "
                "machine with a network (and unset HF_HUB_OFFLINE), or --model.path FOLDER"
            ) from error
        if tokenizer.eos_token_id is None:  # engines would pad with it, and demonstrations end with it
            raise DataError(
                f"The tokenizer of '{path}' names no end token, so no answer could ever end. Put its eos_token into "
                'tokenizer_config.json, as in "eos_token": "</s>", and type the same command again'
            )
        return cls(tokenizer)

    def save(self, folder: Path) -> None:
        """Write the tokenizer's files, from which :meth:`load` makes an equal one."""
        self.tokenizer.save_pretrained(folder)

    def __len__(self) -> int:
        return len(self.tokenizer)

    @cached_property
    def end_id(self) -> int:
        """What an answer ends with: the mark that the chat template puts behind one, else the tokenizer's end token.

        Of base models (Qwen2.5's) and of some families (Gemma's, Phi-3's) these are two.
        """
        joint = self._kept
        return joint.closing[0] if joint and joint.closing and joint.is_end else self.eos_id

    @cached_property
    def _kept(self) -> _Joint | None:
        """Around answers in the template; None for what is no chat model, or a template that keeps no answers."""
        try:
            return self._joint(thinking=True)
        except DataError:
            return None

    def end_ids(self, settings) -> frozenset[int]:
        """What ends an answer: ``end_id``, the tokenizer's end token, those of generation settings (None: none)."""
        more = getattr(settings, "eos_token_id", None)
        known = [self.end_id, self.eos_id, *(more if isinstance(more, list) else [more])]
        return frozenset(i for i in known if isinstance(i, int))  # files hold anything

    def encode(self, text: str) -> tuple[int, ...]:
        """Ids of a text, no special tokens added (those spelt out in the text are recognised)."""
        ids = self._encoded.get(text)
        if ids is None:
            # Prompts are put together from pieces: a token that begins every text would come to stand in the middle.
            ids = tuple(self.tokenizer.encode(text, add_special_tokens=False))
            if len(text) <= CACHED_CHARACTERS:
                if len(self._encoded) >= CACHE_ENTRIES:
                    self._encoded.clear()
                self._encoded[text] = ids
        return ids

    def chat(self, text: str, prefill: str = "", *, thinking: bool = True) -> tuple[int, ...]:
        """Ids of one user message through the chat template, then the opening of the answer.

        Special tokens spelt out in ``text`` are broken up: an observation cannot end the message. ``thinking`` matters
        to templates of reasoning models that can be told (``enable_thinking``, as Qwen3's): without it the template
        closes the thought in the prompt. So it is before an opening, which leaves no room for a thought.
        """
        text = self._rendered([self._defused(text)], thinking=thinking and not prefill)
        return self.encode(_with_opening(text, prefill))

    def answer(self, text: str, prompt_ids: tuple[int, ...]) -> tuple[int, ...]:
        """Ids of a foreign text as an answer: where the template opened it, as a conversation in it is spelt."""
        joint = self._kept
        if joint is None:
            return self.encode(text)
        opening = self.encode(joint.answer)
        last = opening[1:][-2:] or opening  # the first one may be joined with what stands before it
        if not last or prompt_ids[-len(last) :] != last:
            return self.encode(text)
        # Together: at the beginning of a text some tokenizers put a blank, which none is after a line end.
        whole = self.encode(joint.answer + joint.blank + text)
        return whole[len(opening) :] if whole[: len(opening)] == opening else self.encode(text)

    def closing(self, last_id: int) -> tuple[int, ...]:
        """What ends the model's answer in a chat, unless ``last_id``, its last one, has done that already."""
        closing = self._joint(thinking=True).closing
        return () if closing == (last_id,) else closing

    def reopened(self, answer: tuple[int, ...]) -> tuple[int, ...]:
        """The ids of an answer without what ended it, so that it can be continued."""
        closing = self._joint(thinking=True).closing
        return answer[:-1] if len(closing) == 1 and closing == answer[-1:] else answer

    def continuation(self, text: str) -> tuple[int, ...]:
        """Ids of a foreign text inside the model's own answer; special tokens spelt out in it are broken up."""
        return self.encode(self._defused(text))

    def next_message(self, text: str, prefill: str = "", *, thinking: bool = True) -> tuple[int, ...]:
        """Ids that follow a closed answer: a further user message, then the opening of the next answer.

        Nothing before them is rendered again, as it would be by the template: what was sampled stays as it is. Some
        templates drop earlier thoughts; here they stay.
        """
        joint = self._joint(thinking=thinking and not prefill)
        message = joint.opening + self._defused(text) + _with_opening(joint.answer, prefill)
        # With the mark before it, which is there already: some (Phi-3's) swallow the line end behind them.
        return self.encode(joint.mark + message)[len(joint.closing) :]

    def opens_thought(self, prompt_ids: tuple[int, ...]) -> bool:
        """Whether a prompt ends in the beginning of a thought, as templates of models that always think write it."""
        # The tag has seven characters, and a line end or two may follow: at most so many ids.
        end = self.tokenizer.decode(list(prompt_ids[-len(THOUGHT) - 2 :]), skip_special_tokens=False)
        return end.rstrip().endswith(THOUGHT)

    def may_think(self, prompt_ids: tuple[int, ...], *, thinking: bool) -> bool:
        """Whether the answer to a prompt may begin with a thought: one is open, or the template knows of thinking."""
        return self.opens_thought(prompt_ids) or (thinking and self._is_told)

    @cached_property
    def _is_told(self) -> bool:
        """Whether ``thinking`` changes what the template writes."""
        on, off = (self._rendered(["message"], thinking=thinking) for thinking in (True, False))
        return on != off

    def _joint(self, *, thinking: bool) -> _Joint:
        """What the template puts between an answer and the next message, and after that, read off an example."""
        if thinking not in self._joints:
            answer, message = "7b3f1d answer 7b3f1d", "9c2e5a message 9c2e5a"  # as no template spells anything
            # What stands around two texts that cannot be mistaken is the template's own.
            text = self._rendered(["message", answer, message], thinking=thinking)
            before, _, rest = text.partition(answer)
            between, is_there, after = rest.partition(message)
            if not (before and is_there) or answer in rest:
                raise DataError(
                    "The model's chat template does not keep an earlier answer as it was written, so a conversation "
                    "cannot be continued. Type --agent.profile skill1, which asks in single messages."
                )
            # A model ends its answer with the special token that the template puts behind it, if there is one.
            first = self.encode(between)[:1]
            spelt = self.tokenizer.decode(list(first), skip_special_tokens=False)
            is_mark = bool(first) and bool(self._special.fullmatch(spelt)) and between.startswith(spelt)
            mark, closing = (spelt, first) if is_mark else ("", ())
            # GPT-OSS writes its thoughts as a message of their own, closed as the answer is that follows: earlier
            # answers then have more marks before them than the model is asked with.
            asked = self._special.findall(after)
            is_end = self._special.findall(before)[-len(asked) :] == asked if asked else True
            blank = before.removeprefix(self._rendered(["message"], thinking=thinking))
            blank = blank if blank.isspace() else ""
            self._joints[thinking] = _Joint(closing, mark, between.removeprefix(mark), after, is_end, blank)
        return self._joints[thinking]

    def _rendered(self, contents: Sequence[str], *, thinking: bool) -> str:
        """The template's text for messages of user and model in turn, up to the opening of the next answer."""
        if self.tokenizer.chat_template is None:
            raise DataError(
                "This prompt profile needs a chat model, but the tokenizer has no chat template. "
                "Use an instruction-tuned model, or --agent.profile compact for a word-level one."
            )
        roles = cycle(("user", "assistant"))
        messages = [{"role": role, "content": content} for role, content in zip(roles, contents, strict=False)]
        # A template that knows nothing of `enable_thinking` passes over it.
        settings = {
            "add_generation_prompt": True,
            "enable_thinking": thinking,
            "strftime_now": TODAY.strftime,
        }
        render = partial(self.tokenizer.apply_chat_template, messages, tokenize=False, **settings)
        shape = len(contents), thinking  # a template may go wrong in one of them alone
        text = _checked(render, is_first=shape not in self._rendered_before)
        self._rendered_before.add(shape)
        return text

    def _example(self) -> str:
        """What the template writes around three messages; nothing for what is no chat model, or fails at them."""
        try:
            return self._rendered(["x"] * 3, thinking=True)
        except DataError:  # told when a prompt needs it
            return ""

    def _defused(self, text: str) -> str:
        """The text with a blank after the first character of each special token spelt out in it."""
        # An environment's text must not be able to close the message it stands in.
        while self._special.search(text):  # one may hide inside another
            text = self._special.sub(lambda found: f"{found[0][0]} {found[0][1:]}", text)
        return text

    def decode(self, ids: tuple[int, ...]) -> str:
        """Text of sampled ids without special tokens, except a thought's marks; decoding never raises."""
        text = self._decoded.get(ids)
        if text is None:
            shown = [i for i in ids if i not in self._hidden]
            # No clean-up: it drops blanks before punctuation marks, and would show another text than was sampled.
            text = self.tokenizer.decode(shown, skip_special_tokens=False, clean_up_tokenization_spaces=False)
            if len(ids) <= CACHED_IDS:
                if len(self._decoded) >= CACHE_ENTRIES:
                    self._decoded.clear()
                self._decoded[ids] = text
        return text


def hidden_ids(added: Mapping[int, Any], others: Iterable[int] = ()) -> set[int]:
    """Of special tokens, which no text shows: those ``added`` to a tokenizer with that flag, and ``others``."""
    hidden = {*others, *(i for i, token in added.items() if token.special)}
    # Some tokenizers flag these as special, too, but the parsers have to see them.
    return hidden - {i for i, token in added.items() if str(token) in THOUGHT_MARKS}


def _with_opening(prompt: str, prefill: str) -> str:
    """A prompt and the opening of its answer; a thought that the template opens whatever it is told ends before it."""
    is_open = prefill and prompt.rstrip().endswith(THOUGHT)
    return f"{prompt.rstrip()}\n{THOUGHT_END}{prefill}" if is_open else prompt + prefill


def _pattern_of(tokenizer, example: str) -> re.Pattern[str]:
    """Matches a special token spelt out, the longest first; single characters cannot be broken up.

    ``example``: what the tokenizer's template writes.
    """
    added = {str(token): token.special for token in tokenizer.added_tokens_decoder.values()}
    # DeepSeek's role marks are not flagged as special: only what the template writes tells. A word (user) is no mark.
    marks = (text for text in added if text in example and re.search(r"[^\w\s]", text))
    flagged = (text for text, is_special in added.items() if is_special)
    # Without blanks at the edges: else what a blank has broken up would be the token still.
    spelt = {text.strip(" ") for text in (*tokenizer.all_special_tokens, *flagged, *marks)} - {*THOUGHT_MARKS}
    ordered = sorted((text for text in spelt if len(text) > 1), key=len, reverse=True)
    # Without any special token: a pattern that matches nothing.
    return re.compile("|".join(map(re.escape, ordered)) or r"(?!)")


# ---- chat templates, which come with a model from whoever made it --------------------------------------------------
# transformers renders them in Jinja's sandbox. Their length and the steps of first renderings are limited, so that most
# that never end are an error and not a hang. Not counted: work inside one operation, what only some texts set off.


class _TooManySteps(Exception):
    pass


def _require_short_template(tokenizer: Any) -> None:
    """Raises ``DataError`` for templates that are longer than any honest one."""
    template = tokenizer.chat_template or ""
    length = sum(map(len, template.values())) if isinstance(template, dict) else len(template)
    if length > MOST_TEMPLATE_CHARS:
        raise DataError(
            f"The chat template has {length:,} characters; at most {MOST_TEMPLATE_CHARS:,} are accepted. Replace "
            "chat_template.jinja (or chat_template in tokenizer_config.json) in the model's folder."
        )


def _checked(render: Callable[[], str], *, is_first: bool) -> str:
    """What ``render`` returns; the first time its steps are counted, which each time would cost too much.

    Raises:
        DataError: the template raises, or does not come to an end.
    """
    try:
        return _counted(render) if is_first else render()
    except _TooManySteps:
        what = f"takes more than {MOST_STEPS:,} steps for one prompt"
    except Exception as error:  # templates raise whatever they like
        what = f"fails: {type(error).__name__}: {str(error)[:200]}"
    raise DataError(
        f"The model's chat template {what}. Replace chat_template.jinja (or chat_template in tokenizer_config.json) in "
        "its folder, or use another model."
    )


def _counted(render: Callable[[], str]) -> str:
    steps = 0

    def count(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal steps
        steps += 1
        if steps > MOST_STEPS:
            raise _TooManySteps
        return count

    # Jinja makes Python of a template, so its lines can be counted as a debugger sees them. One may be there
    # already.
    before = sys.gettrace()
    sys.settrace(count)
    try:
        return render()
    finally:
        sys.settrace(before)
