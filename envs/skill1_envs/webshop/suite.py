"""The suite ``webshop``: reads a folder of WebShop's files, lists its goals as tasks, makes environments."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from skill1.env.protocol import EnvConfig, Expert, TextEnv
from skill1.errors import ConfigError, DataError
from skill1.schema import SkillDraft, Task
from skill1_envs.kit.bm25 import cache_folder, file_hash
from skill1_envs.kit.world_folder import DEMO_PREFIX, MANIFEST, data_folder, demo_worlds, passes
from skill1_envs.webshop import browser, explorer, service, trip
from skill1_envs.webshop.env import NUM_HITS, SEARCH_ACTION, Search, Shop, WebshopEnv
from skill1_envs.webshop.generate import makers, makers_folder
from skill1_envs.webshop.oracle import Oracle, RoutePlanner, Sloppy
from skill1_envs.webshop.search import SearchIndex, open_index, open_lucene, version
from skill1_envs.webshop.simulator import pages, splits
from skill1_envs.webshop.simulator.audit import Audit
from skill1_envs.webshop.simulator.catalogue import PRODUCTS, Catalogue, Product, find_file, load_catalogue
from skill1_envs.webshop.simulator.goals import Goal, human_goals, synthetic_goals
from skill1_envs.webshop.simulator.reward import Tagger, open_tagger

# Never change it: the texts of goals depend on it, and with them recordings and published numbers.
PRICE_SEED = 1337  # draws prices out of ranges, and price caps; the original draws them unseeded
BUILT_IN_MEMORY = 2_000  # products: an index of so few is built in less than a second, and not kept on disk
SPLITS = ("test", "eval", "train")
SHOWN_DIGITS = 12  # of a SHA-256
CATEGORIES = ("beauty", "electronics", "fashion", "garden", "grocery")
HOW_TO_GET_DATA = (
    f"Type --env.data DIR or export {service.VARIABLE}=DIR, where DIR holds WebShop's items_shuffle*.json, "
    "items_ins_v2*.json and items_human_ins*.json, one of each. For the published ones type: skill1 envs fetch webshop "
    "DIR --set 1000 (or full). For generated ones: skill1 envs make-catalogue webshop DIR --products 1000. A "
    "checkout of skill1 has some in data/webshop."
)
# Prefix of a split's name → who draws the splits. The official ones have none.
SCHEMES: Mapping[str, Callable[[Sequence[Goal]], splits.Splits]] = MappingProxyType(
    {"": splits.official, "product_disjoint_": splits.product_disjoint, "verl_agent_": splits.verl_agent}
)
LISTED_SCHEMES = ("", "product_disjoint_")  # the third takes seconds to draw and is for comparisons only
# As the tokenizer of tiny policies cuts texts: a piece cut otherwise would be a word that it never looks up.
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
    data_folder, needs, commands = service.DATA_FOLDER, service.NEEDS, service.COMMANDS
    tools = service.TOOLS
    doctor = staticmethod(service.doctor)

    def __init__(self, config: EnvConfig) -> None:
        self._config = config
        self._drawn: dict[str, splits.Splits] = {}  # by prefix
        self._contents: dict[str, tuple[tuple[Task, ...], tuple[Goal, ...]]] = {}  # by split
        self._shown_demo: tuple[str, Shop | None] = ("", None)  # split and shop of the last demonstrations

    def splits(self) -> Mapping[str, int]:
        """Split name → number of goals, of the listed splits that the catalogue has goals enough for."""
        return MappingProxyType(
            {
                f"{prefix}{name}": len(places)
                for prefix, drawn in self._listed().items()
                if not isinstance(drawn, DataError)
                for name, places in drawn.positions.items()
            }
        )

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
            raise DataError(f"the split {split} of {self._folder} has no goal; use a bigger catalogue.")
        shop = self._demo_shop(split) if self._is_demo(split) else self._shop
        return WebshopEnv(shop, tasks, goals, self._config.max_steps, self._config.reward)

    def expert(self, env: TextEnv | None, kind: str = "oracle", seed: int = 0) -> Expert:
        """A scripted shopper; it is told of goals by task and needs no ``env``.

        Args:
            kind: ``oracle`` knows what the goal asks for and what the shop sells, and makes the best purchase there is;
                ``sloppy`` makes mistakes and recovers. A shop of makers has another ``sloppy``, an ``explorer``, an
                ``orderly`` and a ``wary`` one, which know only what a policy is shown.
            seed: of the expert's own draws, where the caller brings no generator.

        Raises:
            ConfigError: an unknown kind, or one that cannot read the pages of ``env.observation``.
        """
        # In a shop of makers "sloppy" is the explorer that errs, so its kinds are looked for first.
        if kind in explorer.EXPLORERS and self._makers:
            if self._config.observation != "text":
                raise ConfigError(
                    f"The expert {kind!r} reads pages only as text, but got env.observation = "
                    f"{self._config.observation}. Type --env.observation text, or --expert oracle."
                )
            return explorer.Explorer(explorer.EXPLORERS[kind], seed)
        if kind in ("oracle", "sloppy"):
            planner = RoutePlanner(self._shop, Audit(self._catalogue, self._tagger), self._config.max_steps)
            oracle = Oracle(self._goal_of, planner)
            return oracle if kind == "oracle" else Sloppy(oracle, seed)
        raise ConfigError(
            f"webshop has no expert {kind!r}; expected one of oracle, sloppy (in a shop of makers: explorer, orderly, "
            "wary)."
        )

    def demo_worlds(self, kind: str, episodes: int, seed: int) -> Iterator[list[list[Task]]]:
        """Worlds for demonstrations, each a list of rounds of tasks, ``episodes`` tasks in all.

        Makers have worlds of their own, for the experts who know of them, some in a crowd; elsewhere a world is a pass
        over ``env.train_split``.
        """
        if self._makers and kind in explorer.EXPLORERS:
            crowd = makers_folder.CROWD if kind in explorer.IN_A_CROWD else ""
            return demo_worlds(lambda split: self.tasks(split + crowd), episodes, seed)
        return passes(self.tasks(self._config.train_split), episodes)

    def judge(self, task: Task, draft: SkillDraft) -> float:
        """How right a skill is for a task of a shop of makers: 1, 0 or -1; 0 in any other shop."""
        wish, wanted = self._wish_of(task)
        return explorer.value(wish, wanted, draft) if wish else 0.0

    def polluting_draft(self, task: Task, rng: np.random.Generator) -> SkillDraft:
        """A poor skill for the library of demonstrations."""
        wish, wanted = self._wish_of(task)
        if wish is None:
            return trip.poor_draft(trip.read_wish(task.instruction), rng)
        return explorer.polluting_draft(wish, wanted, rng)

    def vocabulary(self) -> Sequence[str]:
        """Every lower-case word and punctuation mark of pages, actions and goals, and numbers but those of scores.

        For tiny policies, so for small catalogues. A shop of makers has fewer: what short forms show of it.
        """
        if self._makers:
            return makers.vocabulary()
        found: set[str] = set()
        for text in self._texts():
            found.update(_WORD.findall(text.lower()))
        return sorted(found)

    @classmethod
    def make_quickstart(
        cls, out: Path, *, seed: int, train: int, seen: int, unseen: int, on_task: Callable[[], None] | None = None
    ) -> None:
        """Writes the goals of a quickstart: a shop of makers."""
        makers_folder.make_shop(out, seed=seed, train=train, eval=seen, test=unseen, on_goal=on_task)

    @staticmethod
    def task_types() -> Mapping[str, str]:
        """WebShop's five categories, each with its name in tables, such as Beauty."""
        return {category: category.capitalize() for category in CATEGORIES}

    def split_source(self, split: str) -> tuple[str, str]:
        """Which goals a split has, by whom titles are tagged and searched, and a warning or "".

        The text ends with a hash over what is asked: two catalogues differ in it even where their task ids agree.
        """
        if self._is_demo(split):
            text, warning = "makers of demonstrations, made in memory", ""
        else:
            drawn, _ = self._find(split)
            text, warning = drawn.text, drawn.warning
        sha256 = splits.fingerprint(self._content(split)[1])
        # Named because both tagger and search can move a score.
        search = f"pyserini {version('pyserini')}" if self._config.search == "pyserini" else "builtin"
        facts = (
            f"{text}; {self._kind_of_goals} goals, price seed {PRICE_SEED}; nouns by {self._tagger.name}; "
            f"search {search}; goals {sha256[:SHOWN_DIGITS]}"
        )
        return facts, warning

    def split_manifest(self) -> Mapping[str, Any]:
        """Of each listed way to split: what it is, twins, and of each split goals, products and a hash."""
        return {
            prefix.rstrip("_") or "official": splits.manifest(drawn, self._goals)
            for prefix, drawn in self._listed().items()
            if not isinstance(drawn, DataError)
        }

    def check_data(self) -> Sequence[tuple[str, str]]:
        """Of each listed way to split what it is, or that the catalogue is too small for it; and a warning or ""."""
        return [
            (str(drawn), "") if isinstance(drawn, DataError) else (drawn.text, drawn.warning)
            for drawn in self._listed().values()
        ]

    def browser_app(self, split: str, task_index: int | None = None) -> tuple[Any, str]:
        """The shop as web pages for a person: an ASGI application, and the path to open.

        That is the list of a split's goals, or one of them started.

        Raises:
            DataError: as ``make``, or there is no such position in the split.
            MissingExtraError: the extra ``webshop`` or ``serve`` is not installed.
        """
        world = browser.World(self.splits(), self._content, self.make, self._catalogue, self._tagger)
        return browser.make_app(world, split, task_index)

    @cached_property
    def _folder(self) -> Path:
        return data_folder(self._config.data, service.VARIABLE, "WebShop's products", HOW_TO_GET_DATA)

    @cached_property
    def _makers(self) -> makers_folder.Makers | None:
        """What the folder's manifest says of makers; None for any other folder."""
        return makers_folder.read_makers(self._folder)

    def _is_demo(self, split: str) -> bool:
        return split.startswith(DEMO_PREFIX) and self._makers is not None

    def _demo_shop(self, split: str) -> Shop:
        """The products made by others; what search sees of them is the same, so its index serves them all."""
        if self._shown_demo[0] != split:
            # Only the last one is kept: worlds are played one after another, and there is no end of them.
            catalogue = makers_folder.demo_catalogue(self._makers, self._catalogue, split)
            self._shown_demo = split, Shop(catalogue, self._index, self._tagger, self._config.observation)
        return self._shown_demo[1]

    def _goal_of(self, task: Task) -> Goal:
        return self._content(task.split)[1][task.index]

    def _wish_of(self, task: Task) -> tuple[makers.Wish | None, Product | None]:
        """What a task of a shop of makers asks for, and the product that it is."""
        if self._makers is None:
            return None, None
        goals = self._content(task.split)[1]
        # A task of the same place in another shop would be judged by wrong facts.
        if not (0 <= task.index < len(goals) and goals[task.index].instruction_text == task.instruction):
            raise DataError(f"{task.id!r} is not task {task.index} of the split {task.split!r} of {self._folder}.")
        return makers.read_wish(task.instruction), self._catalogue.by_asin[goals[task.index].asin]

    @cached_property
    def _catalogue(self) -> Catalogue:
        return load_catalogue(self._folder, price_seed=PRICE_SEED)

    @property
    def _kind_of_goals(self) -> str:
        """As configured; a shop of makers has goals of people only, whose positions its manifest names."""
        return "human" if self._makers else self._config.goals

    @cached_property
    def _goals(self) -> tuple[Goal, ...]:
        if self._makers is None and makers.sells_all_series(self._catalogue):
            raise DataError(
                f"{self._folder} holds the products of a shop of makers, but not the {MANIFEST} that names its "
                "splits. Copy that file, too, or make the shop again: skill1 envs make-catalogue webshop OUT --makers"
            )
        is_human = self._kind_of_goals == "human"
        goals = human_goals(self._catalogue, self._folder) if is_human else synthetic_goals(self._catalogue)
        if not goals:
            kind, other = ("human", "synthetic") if is_human else ("synthetic", "human")
            raise DataError(
                f"{self._folder} has no {kind} goals. Type --env.goals {other}, or use other products."
            )
        return goals

    @cached_property
    def _tagger(self) -> Tagger:
        return open_tagger()

    @cached_property
    def _shop(self) -> Shop:
        return Shop(self._catalogue, self._index, self._tagger, self._config.observation)

    @cached_property
    def _index(self) -> Search:
        """The index as configured; all but a small one is kept in the user's cache folder ($XDG_CACHE_HOME)."""
        texts, ids = self._catalogue.index_texts(), [product.asin for product in self._catalogue.products]
        uses_lucene = self._config.search == "pyserini"
        # Lucene's index is always a folder, however small the catalogue.
        if len(ids) <= BUILT_IN_MEMORY and not uses_lucene:
            return SearchIndex.build(texts, ids)
        # The texts come from this file alone, so other attributes or instructions leave an index in use.
        catalogue_hash = file_hash(find_file(self._folder, PRODUCTS))
        return (open_lucene if uses_lucene else open_index)(catalogue_hash, texts, ids, cache_folder("webshop"))

    def _draw(self, prefix: str, goals: Sequence[Goal]) -> splits.Splits:
        """Raises ``DataError`` if there are too few goals."""
        if prefix not in self._drawn:
            self._drawn[prefix] = SCHEMES[prefix](goals) if self._makers is None else self._makers.splits_of(goals)
        return self._drawn[prefix]

    def _listed(self) -> Mapping[str, splits.Splits | DataError]:
        """Prefix → the splits, or why this catalogue is too small for them. A shop of makers has only its own.

        Raises:
            DataError: the catalogue cannot be read at all.
        """
        goals, drawn = self._goals, {}
        for prefix in self._schemes(LISTED_SCHEMES):
            try:
                drawn[prefix] = self._draw(prefix, goals)
            except DataError as error:
                # Not raised: the other way to split may work, and ``check_data`` tells the reason.
                drawn[prefix] = error
        return drawn

    def _schemes(self, prefixes: Iterable[str]) -> Iterable[str]:
        """The same, but for a shop of makers: other ways to split would mix makers of the test into training."""
        return prefixes if self._makers is None else ("",)

    def _find(self, split: str) -> tuple[splits.Splits, Sequence[int]]:
        for prefix in self._schemes(SCHEMES):
            name = split.removeprefix(prefix)
            # Every name begins with the empty prefix; what is left must be the bare name of a split.
            if split.startswith(prefix) and name in SPLITS:
                drawn = self._draw(prefix, self._goals)
                # verl-agent's way has no "eval".
                if name in drawn.positions:
                    return drawn, drawn.positions[name]
        known = ", ".join(self.splits())
        raise DataError(f"webshop has no split {split!r}; with {self._folder} it has: {known}.")

    def _content(self, split: str) -> tuple[tuple[Task, ...], tuple[Goal, ...]]:
        if split not in self._contents and self._is_demo(split):
            self._contents[split] = makers_folder.demo_tasks(self._makers, self._catalogue, split)
        if split not in self._contents:
            goals = tuple(self._goals[place] for place in self._find(split)[1])
            self._contents[split] = tuple(_as_tasks(split, goals)), goals
        return self._contents[split]

    def _texts(self) -> Iterator[str]:
        """All that can be shown or typed, but for what a search says."""
        yield f"{SEARCH_ACTION} click[< prev] next > {trip.WORDS}"
        # Numbers of pages and results: at most ``NUM_HITS``, but for searches by category or query field.
        yield " ".join(map(str, [*range(NUM_HITS + 1), *self._shop.group_sizes()]))
        # The second page of results has every button that any has.
        yield pages.as_text(pages.start_page("")) + pages.as_text(pages.results_page("", (), 2, 50))
        yield pages.as_text(pages.done_page("", {}, 1.0))
        for product in self._catalogue.products:
            yield product.asin
            yield pages.as_text(pages.item_page("", product))
            for name in pages.SUB_PAGES:
                yield pages.as_text(pages.sub_page("", product, name))
        for goal in self._goals:
            yield goal.instruction_text


def _as_tasks(split: str, goals: Sequence[Goal]) -> Iterator[Task]:
    """Tasks of goals; one that comes again in a split, as verl-agent's do, has its count behind the id."""
    seen: Counter[int] = Counter()
    for position, goal in enumerate(goals):
        seen[goal.index] += 1
        again = f"-{seen[goal.index]}" if seen[goal.index] > 1 else ""
        task_id = f"webshop/{split}/{goal.index}{again}"
        yield Task(task_id, WebshopSuite.name, split, position, goal.instruction_text, goal.category)
