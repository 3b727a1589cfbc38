"""What takes the place of the internet for a command: a server on this machine that has the published files."""

import json
import os

VARIABLE = "DOCUMENTED_STAND_INS"  # only read here; never by skill1


def put_in_place():
    """In a process that is about to run a command: published files come from the addresses in the environment."""
    told = json.loads(os.environ.pop(VARIABLE, "{}"))
    if "alfworld" in told:
        from skill1_envs.alfworld import service as alfworld
        from skill1_envs.alfworld.fetch import fetch_games

        alfworld.fetch_games = lambda to, report: fetch_games(to, report, told["alfworld"])
    if "webshop" in told:
        from skill1_envs.webshop import service as webshop
        from skill1_envs.webshop.fetch import PublishedFile, fetch_set

        sets = {name: tuple(PublishedFile(*file) for file in files) for name, files in told["webshop"].items()}
        webshop.fetch_set = lambda to, report, which: fetch_set(to, report, which, sets)
    if "search" in told:
        from skill1_envs.search import fetch as of_search
        from skill1_envs.search import service as search

        found = {
            name: tuple(of_search.PublishedFile(*file) for file in files) for name, files in told["search"].items()
        }
        search.fetch_set = lambda to, report, which: of_search.fetch_set(to, report, which, found)
