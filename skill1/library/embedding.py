"""The vectors of a library's active skills: which encoder made them, kept in the file where they are dear to make."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

import numpy as np

from skill1.config import LibraryConfig
from skill1.library.encoder import Encoder, HashingEncoder, make_encoder
from skill1.library.retriever import Retriever
from skill1.library.store import Store
from skill1.schema import Skill
from skill1.trust import accept, encoder_claims

_ENCODED_AT_ONCE = 4096  # when a library is opened: bounds the memory of rows on their way to the index
_PROMPTS = ("query_prompt", "document_prompt")  # of LibraryConfig, kept beside the encoder's name
logger = logging.getLogger(__name__)


def stored_config(store: Store) -> LibraryConfig:
    """The defaults, with the encoder a library was made with."""
    meta = store.meta()
    if meta.get("encoder") is None:
        return LibraryConfig()
    return LibraryConfig(**{key: meta.get(key) for key in ("encoder", *_PROMPTS)})


def configured_encoder(config: LibraryConfig) -> Encoder:
    """The encoder of a configuration, with its prompts; nothing is loaded yet."""
    prompts = {key: getattr(config, key) for key in _PROMPTS if getattr(config, key) is not None}
    return make_encoder(config.encoder, **prompts)


def filled_retriever(
    store: Store, config: LibraryConfig, encoder: Encoder, skills: Sequence[Skill], version: int
) -> Retriever:
    """The active skills of a version, ready to be searched; what had to be encoded is kept unless it is read-only.

    Vectors of another encoder identity are never mixed in: then all skills are embedded anew. Raises ``LibraryError``
    if the file is to be written and is of another version.
    """
    stored = {} if encoder.cheap else store.vectors(encoder.identity)
    known = store.meta().get("encoder_identity")
    if skills and known not in (None, encoder.identity):
        logger.info("library: %d skills embedded anew, %s -> %s", len(skills), known, encoder.identity)
    is_sparse = isinstance(encoder, HashingEncoder)
    index = Retriever(encoder.dimensions, config.index, is_sparse=is_sparse, expected_rows=len(skills))
    fresh = _fill(index, encoder, skills, stored)
    if not store.read_only:
        with_prompts = {key: getattr(config, key) for key in _PROMPTS}
        _record_encoder(store, encoder, with_prompts, fresh, version)
    return index


def _fill(
    index: Retriever, encoder: Encoder, skills: Sequence[Skill], stored: Mapping[str, np.ndarray]
) -> dict[str, np.ndarray]:
    """Encode what has no stored row; returns the new rows that are to be kept."""
    fresh = {}
    for start in range(0, len(skills), _ENCODED_AT_ONCE):
        batch = skills[start : start + _ENCODED_AT_ONCE]
        missing = [skill for skill in batch if skill.id not in stored]
        rows = zip([s.id for s in missing], encoder.encode([s.description for s in missing]), strict=True)
        new = dict(rows)
        index.enter(batch, np.stack([new[s.id] if s.id in new else stored[s.id] for s in batch]))
        if not encoder.cheap:
            fresh.update(new)
    return fresh


def _record_encoder(
    store: Store,
    encoder: Encoder,
    prompts: Mapping[str, str | None],
    fresh: Mapping[str, np.ndarray],
    version: int,
) -> None:
    meta = store.meta()
    is_new = meta.get("encoder_identity") != encoder.identity
    names = {"encoder": encoder.name, "encoder_identity": encoder.identity, **prompts}
    changed = {key: value for key, value in names.items() if meta.get(key) != value}
    if not changed and (encoder.cheap or not fresh):
        return
    accept(encoder_claims(encoder.name))  # written here by this user, so that the file may say it later
    with store.transaction(version):
        store.put_meta(changed)
        if is_new:
            store.drop_vectors()
        if not encoder.cheap:
            store.add_vectors(encoder.identity, fresh)
