"""Text environments that come with skill1, by name: what each is made by, and how it is put into prompts.

The tables hold ``module:name`` texts, so that naming an environment imports nothing of it. ``skill1.env.loading`` adds
to them what other packages announce.
"""

SUITES = {
    "household": "skill1_envs.household:HouseholdSuite",
    "alfworld": "skill1_envs.alfworld:AlfworldSuite",
    "webshop": "skill1_envs.webshop:WebshopSuite",
    "search": "skill1_envs.search:SearchSuite",
}
# Families of environments: the part of a name before a colon.
FAMILIES = {"textarena": "skill1_envs.textarena:TextArenaSuite"}
# What `skill1 quickstart NAME` does there, as plain data (``skill1.recipes.worlds``).
QUICKSTARTS = {
    "household": "skill1_envs.household.quickstart:QUICKSTART",
    "alfworld": "skill1_envs.alfworld.quickstart:QUICKSTART",
    "webshop": "skill1_envs.webshop.quickstart:QUICKSTART",
    "search": "skill1_envs.search.quickstart:QUICKSTART",
}
# Keys of the configuration's section ``env`` that a single environment reads.
OWN_KEYS = {
    "alfworld": ("env.engine", "env.goal_text", "env.text_version"),
    "webshop": ("env.goals", "env.observation", "env.reward", "env.search"),
    "search": ("env.retriever", "env.rules", "env.top_k"),
}
# Environments with prompts or short forms of their own (``skill1.env.wording``).
WORDINGS = {
    "alfworld": "skill1_envs.alfworld.wording:WORDING",
    "webshop": "skill1_envs.webshop.wording:WORDING",
    "search": "skill1_envs.search.wording:WORDING",
}
# What `skill1 retriever` builds and serves (``skill1.cli.retriever``).
RETRIEVER = "skill1_envs.search.retriever.service"
