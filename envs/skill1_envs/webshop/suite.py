"""The suite ``webshop``: reads a folder of WebShop's files, lists its goals as tasks, makes environments."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from skill1.config import EnvConfig
from skill1.errors import DataError
from skill1.schema import Task
from skill1_envs.webshop import pages, splits
from skill1_envs.webshop.catalogue import Catalogue, index_text, load_catalogue
from skill1_envs.webshop.env import SEARCH_ACTION, WebshopEnv
from skill1_envs.webshop.goals import Goal, human_goals, synthetic_goals
from skill1_envs.webshop.search import SearchIndex, content_hash, open_index
from skill1_envs.webshop.shop import NUM_HITS, Search, Shop
from skill1_envs.webshop.tagger import Tagger, open_tagger

PRICE_SEED = 1337  # draws prices out of ranges, and price caps; the original draws them unseeded
BUILT_IN_MEMORY = 2_000  # products: an index of so few is built in less than a second, and not kept on disk
SPLITS = ("test", "eval", "train")
CATEGORIES = ("beauty", "electronics", "fashion", "garden", "grocery")
HOW_TO_GET_DATA = (
    "Put WebShop's items_shuffle*.json, items_ins_v2*.json and items_human_ins*.json, one of each, into a folder DIR "
    "and type --env.data DIR or export WEBSHOP_DATA=DIR."
)
# Prefix of a split's name → who draws the splits. The official ones have none.
SCHEMES: Mapping[str, Callable[[Sequence[Goal]], splits.Splits]] = MappingProxyType(
    {"": splits.official, "product_disjoint_": splits.product_disjoint, "verl_agent_": splits.verl_agent}
)
LISTED_SCHEMES = ("", "product_disjoint_")  # the third takes seconds to draw and is for comparisons only
_WORD = re.compile(r"\w+|[^\w\s]")


class WebshopSuite:
    """Implements ``skill1.env.protocol.Suite`` over a folder of WebShop's files.

    The folder is ``config.data`` or ``$WEBSHOP_DATA``; it is read when first needed, once. The official splits are
    ``test``, ``eval`` and ``train``. Others have a prefix: ``product_disjoint_test`` and so on share no product;
    ``verl_agent_test`` and ``verl_agent_train`` are for comparison with numbers of that family, leak, and are not
    listed. Nor are splits that a catalogue is too small for. Task ids are ``webshop/<split>/<goal index>``; types are
    the categories.
    """

    name = "webshop"

    def __init__(self, config: EnvConfig) -> None:
        self._config = config
        self._drawn: dict[str, splits.Splits] = {}  # by prefix
        self._contents: dict[str, tuple[tuple[Task, ...], tuple[Goal, ...]]] = {}  # by split

    def splits(self) -> Mapping[str, int]:
        """Split name → number of goals."""
        return MappingProxyType(dict(self._listed()))

    def tasks(self, split: str) -> Sequence[Task]:
        """The goals of a split in the order of its definition.

        Raises:
            DataError: the data is missing or damaged, too small for the split, or there is no such split.
        """
        return self._content(split)[0]

    def make(self, split: str) -> WebshopEnv:
        """An environment over a split; some microseconds after the first, which opens search and tagger.

        Raises:
            DataError: the data is missing or damaged, or the split unknown or empty.
            MissingExtraError: the extra ``webshop`` is not installed.
            StorageError: the index of a large catalogue cannot be written.
        """
        tasks, goals = self._content(split)
        if not tasks:
            raise DataError(f"the split {split} of {self._folder} has no goal; take a bigger catalogue.")
        return WebshopEnv(self._shop, tasks, goals, self._config.max_steps)

    def vocabulary(self) -> Sequence[str]:
        """Every lower-case word and punctuation mark of pages, actions and goals, and numbers but those of scores.

        For tiny policies, so for small catalogues.
        """
        found: set[str] = set()
        for text in self._texts():
            found.update(_WORD.findall(text.lower()))
        return sorted(found)

    @staticmethod
    def task_types() -> Mapping[str, str]:
        """WebShop's five categories, each with its name in tables, such as Beauty."""
        return {category: category.capitalize() for category in CATEGORIES}

    def split_source(self, split: str) -> tuple[str, str]:
        """Which goals a split has, by whom titles are tagged, and a warning or ""."""
        drawn, _ = self._find(split)
        text = f"{drawn.text}; {self._config.goals} goals, price seed {PRICE_SEED}; nouns by {self._tagger.name}"
        return text, drawn.warning

    def check_data(self) -> Sequence[tuple[str, str]]:
        """Of each listed way to split what it is, or that the catalogue is too small for it; and a warning or ""."""
        drawn = [self._try_to_draw(prefix) for prefix in LISTED_SCHEMES]
        return [
            (str(found), "") if isinstance(found, DataError) else (found.text, found.warning) for found in drawn
        ]

    @cached_property
    def _folder(self) -> Path:
        given = self._config.data or os.environ.get("WEBSHOP_DATA")
        if not given:
            raise DataError(f"WebShop's products: no folder is given. {HOW_TO_GET_DATA}")
        folder = Path(os.path.expanduser(given))
        if not folder.is_dir():
            raise DataError(f"WebShop's products: {folder} is no folder. {HOW_TO_GET_DATA}")
        return folder

    @cached_property
    def _catalogue(self) -> Catalogue:
        return load_catalogue(self._folder, price_seed=PRICE_SEED)

    @cached_property
    def _goals(self) -> tuple[Goal, ...]:
        if self._config.goals == "human":
            return human_goals(self._catalogue, self._folder)
        return synthetic_goals(self._catalogue)

    @cached_property
    def _tagger(self) -> Tagger:
        return open_tagger()

    @cached_property
    def _shop(self) -> Shop:
        return Shop(self._catalogue, _open_search(self._catalogue), self._tagger, self._config.observation)

    def _draw(self, prefix: str, goals: Sequence[Goal]) -> splits.Splits:
        """Raises ``DataError`` if there are too few goals."""
        if prefix not in self._drawn:
            self._drawn[prefix] = SCHEMES[prefix](goals)
        return self._drawn[prefix]

    def _listed(self) -> Iterator[tuple[str, int]]:
        """Name and size of every listed split that the catalogue has goals enough for."""
        for prefix in LISTED_SCHEMES:
            found = self._try_to_draw(prefix)
            if not isinstance(found, DataError):
                for name, places in found.positions.items():
                    yield f"{prefix}{name}", len(places)

    def _try_to_draw(self, prefix: str) -> splits.Splits | DataError:
        """The splits, or why this catalogue is too small for them; raises ``DataError`` if it cannot be read at all."""
        goals = self._goals
        try:
            return self._draw(prefix, goals)
        except DataError as error:
            return error

    def _find(self, split: str) -> tuple[splits.Splits, Sequence[int]]:
        for prefix in SCHEMES:
            name = split.removeprefix(prefix)
            if split.startswith(prefix) and name in SPLITS:
                drawn = self._draw(prefix, self._goals)
                if name in drawn.positions:
                    return drawn, drawn.positions[name]
        known = ", ".join(self.splits())
        raise DataError(f"webshop has no split {split!r}; with {self._folder} it has: {known}.")

    def _content(self, split: str) -> tuple[tuple[Task, ...], tuple[Goal, ...]]:
        if split not in self._contents:
            goals = tuple(self._goals[place] for place in self._find(split)[1])
            self._contents[split] = tuple(_as_tasks(split, goals)), goals
        return self._contents[split]

    def _texts(self) -> Iterator[str]:
        """All that can be shown or typed, but for what a search says."""
        yield f"{SEARCH_ACTION} click[< prev] next >"
        yield " ".join(map(str, [*range(NUM_HITS + 1), *self._shop.group_sizes()]))
        yield pages.as_text(pages.start_page("")) + pages.as_text(pages.results_page("", (), 2, 50))
        yield pages.as_text(pages.done_page("", {}, 1.0))
        for product in self._catalogue.products:
            yield product.asin
            yield pages.as_text(pages.item_page("", product))
            for name in pages.SUB_PAGES:
                yield pages.as_text(pages.sub_page("", product, name))
        for goal in self._goals:
            yield goal.instruction_text


class _IndexTexts(Sequence[str]):
    """What search looks at, made product by product when asked for: a list for a big catalogue takes gigabytes."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._products = catalogue.products

    def __len__(self) -> int:
        return len(self._products)

    def __getitem__(self, position):
        return index_text(self._products[position])


def _open_search(catalogue: Catalogue) -> Search:
    """The index of a catalogue; a big one is kept in the user's cache folder, which ``$XDG_CACHE_HOME`` moves."""
    texts, ids = _IndexTexts(catalogue), [product.asin for product in catalogue.products]
    if len(ids) <= BUILT_IN_MEMORY:
        return SearchIndex.build(texts, ids)
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "skill1" / "webshop"
    return open_index(content_hash(texts), texts, ids, cache)


def _as_tasks(split: str, goals: Sequence[Goal]) -> Iterator[Task]:
    """Tasks of goals; one that comes again in a split, as verl-agent's do, has its count behind the id."""
    seen: Counter[int] = Counter()
    for position, goal in enumerate(goals):
        seen[goal.index] += 1
        again = f"-{seen[goal.index]}" if seen[goal.index] > 1 else ""
        task_id = f"webshop/{split}/{goal.index}{again}"
        yield Task(task_id, WebshopSuite.name, split, position, goal.instruction_text, goal.category)
