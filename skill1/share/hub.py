"""Runs on the Hugging Face Hub: one commit up, a whole run or nothing down.

Every fault of the network and of the Hub leaves as a ``DataError`` that says what to type.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from skill1.config.load import load_run_config
from skill1.errors import DataError, Skill1Error, require_packages
from skill1.library.catalogue import Catalogue
from skill1.models.files import file_hash, require_undamaged
from skill1.run.directory import CONFIG_FILE
from skill1.run.disk import seal
from skill1.run.locate import LIBRARY_FILE, locate_policy
from skill1.share.bundle import (
    BUNDLE_FILE,
    CARD_FILE,
    Bundle,
    Shared,
    bundle_record,
    model_card,
    place_of,
    read_bundle,
    read_results,
    settled,
    shared_files,
)

if TYPE_CHECKING:
    from huggingface_hub import HfApi

# 96 characters are the Hub's own limit of each part.
REPOSITORY = re.compile(r"[\w.-]{1,96}/[\w.-]{1,96}")
STEP = re.compile(r"step_(\d+)")


@dataclass(frozen=True, slots=True)
class Pushed:
    """What a push did."""

    url: str
    revision: str  # the commit
    files: int
    bytes: int


def push_run(target: str, repository: str, *, private: bool = False, message: str | None = None) -> Pushed:
    """Share a run's checkpoint with its library, configuration, figures and evaluations, as one commit.

    Args:
        target: ``RUN``, ``RUN@STEP`` or a checkpoint folder.
        repository: ``ORGANISATION/NAME`` on the Hub; made if there is none.
        private: of a repository that is made.

    Raises:
        DataError: no run, no step, something that is not shared, no token, no network, or the Hub refuses.
        CheckpointError: there is no such checkpoint, or it is damaged.
    """
    require_repository(repository)
    found = locate_policy(target)
    if found.config is None:
        raise DataError(
            f"{target} is not a run; expected RUN or RUN@STEP, whose library and results are also shared."
        )
    checkpoint, run = Path(found.model), Path(found.config).parent
    # By the folder's own name: it may be a link to another disk.
    named = STEP.fullmatch(checkpoint.name)
    if named is None:
        raise DataError(
            f"{checkpoint} does not say after which step it was saved; expected a folder such as step_000040. "
            "Restore its name."
        )
    files = shared_files(run, checkpoint)
    # The hashes below are those of the files as they are now, so damage done here would pass for the original.
    require_undamaged([file.path for file in files])
    # Resolved, because `.` has no name.
    name = run.resolve().name
    with hub_faults(repository) as api, tempfile.TemporaryDirectory() as folder:
        files = settled(files, Path(folder))
        step = int(named[1])
        record = bundle_record(name, step, files)
        card = _card(repository, name, step, found.config, files)
        _require_token()
        api.create_repo(repository, private=private, exist_ok=True)
        commit = _commit(api, repository, files, record, card, message or f"{name} at step {step}")
    size = sum(entry["bytes"] for entry in record["files"].values())
    # Two more than listed: the list itself and the card.
    return Pushed(f"{api.endpoint}/{repository}", str(commit.oid), len(files) + 2, size)


def _card(repository: str, name: str, step: int, config: str, files: list[Shared]) -> str:
    library = next((file.path for file in files if file.name == LIBRARY_FILE), None)
    skills = None  # a method such as GRPO has no library
    if library is not None:
        with Catalogue.open(library) as catalogue:
            skills = len(catalogue.store.skills("active"))
    return model_card(repository, name, step, load_run_config(config).method, skills, read_results(files, step))


def _commit(api: HfApi, repository: str, files: list[Shared], record: dict, card: str, message: str):
    from huggingface_hub import CommitOperationAdd, CommitOperationDelete

    texts = {BUNDLE_FILE: json.dumps(record, indent=2) + "\n", CARD_FILE: card}
    operations = [CommitOperationAdd(file.name, str(file.path)) for file in files]
    operations += [CommitOperationAdd(name, text.encode()) for name, text in texts.items()]
    # What an earlier push left, such as shards of larger weights, would be taken for a part of this model.
    stale = _pushed_before(api, repository) - {operation.path_in_repo for operation in operations}
    operations += [CommitOperationDelete(name) for name in sorted(stale)]
    # One commit: a reader finds the old state or the new one.
    return api.create_commit(repository, operations, commit_message=message)


def _pushed_before(api: HfApi, repository: str) -> set[str]:
    """The files of an earlier push that are still there, by its list: what others put beside them is not in it."""
    commit = api.model_info(repository).sha
    there = set(api.list_repo_files(repository, revision=commit))
    if BUNDLE_FILE not in there:
        return set()
    with tempfile.TemporaryDirectory() as folder:
        api.hf_hub_download(repository, BUNDLE_FILE, revision=commit, local_dir=folder)
        # A list that cannot be read names nothing; this push writes a new one.
        with suppress(DataError):
            return there & read_bundle(Path(folder) / BUNDLE_FILE).files.keys()
    return set()


def pull_run(repository: str, target: Path, *, revision: str | None = None) -> Bundle:
    """Fetch a shared run into a folder that is not there yet: whole and as listed, or not at all.

    Its configuration is somebody else's: what it asks for is asked about when it is used (``skill1 trust``).

    Raises:
        DataError: the folder is there, the repository holds no run of ours, a file is not as listed, or the Hub cannot
            be reached.
    """
    require_repository(repository)
    if target.exists():
        raise DataError(f"{target} already exists. Type another folder, or remove it.")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        # Beside the target, so that the last step is a rename on one disk: the run is there as a whole or not at
        # all. Hidden, since it is no run yet.
        folder = Path(tempfile.mkdtemp(prefix=f".{target.name}.", suffix=".partial", dir=target.parent))
    except OSError as error:
        raise DataError(f"{target} cannot be created: {error}. Type another FOLDER.") from error
    try:
        bundle = _fetch(repository, folder, revision)
        os.replace(folder / "run", target)
    except OSError as error:
        raise DataError(f"{target} cannot be written: {error}.") from error
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return bundle


def _fetch(repository: str, folder: Path, revision: str | None) -> Bundle:
    """Download to ``folder/download``, check, and put together in ``folder/run``."""
    download = folder / "download"
    with hub_faults(repository) as api:
        # The commit first, so that a push in between cannot mix two states.
        commit = api.model_info(repository, revision=revision).sha
        listed = set(api.list_repo_files(repository, revision=commit))
        if BUNDLE_FILE not in listed:
            raise DataError(
                f"{repository} holds no run that `skill1 push` shared (no {BUNDLE_FILE}). If it is a model, give it "
                f"where a model is expected: skill1 eval {repository} --env NAME"
            )
        api.hf_hub_download(repository, BUNDLE_FILE, revision=commit, local_dir=download)
        bundle = read_bundle(download / BUNDLE_FILE)
        if missing := sorted(bundle.files.keys() - listed):
            raise DataError(f"{repository} lacks {missing[0]!r}, which its {BUNDLE_FILE} lists. Nothing was kept.")
        for name in bundle.files:
            api.hf_hub_download(repository, name, revision=commit, local_dir=download)
    _put_together(bundle, download, folder / "run", repository)
    return bundle


def _put_together(bundle: Bundle, download: Path, run: Path, repository: str) -> None:
    for name, digest in bundle.files.items():
        source = download / name
        # A link would put whatever it leads to into the run.
        if source.is_symlink() or not source.is_file() or file_hash(source) != digest:
            raise DataError(f"{name} of {repository} is not as its {BUNDLE_FILE} lists it. Nothing was kept.")
        place = run / place_of(name, bundle.step)
        place.parent.mkdir(parents=True, exist_ok=True)
        os.replace(source, place)
    if not (run / CONFIG_FILE).is_file():
        raise DataError(f"{repository} shares no {CONFIG_FILE}; nothing was kept.")
    checkpoint = run / place_of("", bundle.step)
    checkpoint.mkdir(parents=True, exist_ok=True)
    # The list that makes a checkpoint whole is not shared: it is made of what has arrived and was checked.
    seal(checkpoint)


def require_repository(name: str) -> None:
    """Raises ``DataError`` for what is no ``ORGANISATION/NAME``."""
    if not REPOSITORY.fullmatch(name):
        raise DataError(f"{name!r} is not a repository on the Hub; expected ORGANISATION/NAME.")


def _require_token() -> None:
    from huggingface_hub import get_token

    if not get_token():
        raise DataError(
            "there is no Hugging Face Hub token. Make one with write access at https://huggingface.co/settings/"
            "tokens, and type: hf auth login (or set HF_TOKEN)."
        )


@contextmanager
def hub_faults(repository: str) -> Iterator[HfApi]:
    """The Hub, whose faults leave as ``DataError``."""
    require_packages("local", "sharing on the Hugging Face Hub", "huggingface_hub")
    import httpx
    from huggingface_hub import HfApi, errors

    # The variable is read here, not when the package was imported.
    api = HfApi(endpoint=os.environ.get("HF_ENDPOINT") or None)
    try:
        yield api
    except Skill1Error:  # some are ValueErrors or ImportErrors, too
        raise
    # From the special to the general: most of these are also OSErrors or ValueErrors.
    except errors.HfHubHTTPError as error:
        advice = "Type the command again later"
        if error.response.status_code in (401, 403, 404):
            advice = (
                "Check the name and what the token may do; for another one, type hf auth login (or set HF_TOKEN)"
            )
        told = f"the Hub answered {error.response.status_code}. {advice}. ({str(error).strip()[-200:]})"
        raise DataError(f"{repository}: {told}") from error
    # The first is how a lost connection shows while a file is fetched.
    except (errors.LocalEntryNotFoundError, httpx.HTTPError, ConnectionError, TimeoutError) as error:
        raise DataError(
            f"{repository}: {api.endpoint} cannot be reached, or the connection broke ({type(error).__name__}: "
            f"{str(error)[:200]}). Nothing was kept. Type the command again."
        ) from error
    except (OSError, ValueError, RuntimeError) as error:
        raise DataError(f"{repository}: {type(error).__name__}: {error}") from error
