"""Files whose tests take long: whole trainings, killed processes, browsers, every documented command.

They have the mark ``slow`` besides the single tests that are marked where they stand. The default command leaves them
out and takes minutes; ``launch_scripts/test.sh --slow`` and CI run them. Listed here, so that a reader sees at once
what the default does not try.
"""

FILES = frozenset(
    f"tests/{name}.py"
    for name in (
        "alfworld_training/test_cluster_scripts",
        "cli/test_cli_streams",
        "documented/test_documented_commands",
        "env/test_env_http",
        "env/test_env_openenv_clients",
        "env/test_env_workers",
        "evaluate/test_evaluate_replay",
        "evaluate/test_evaluate_without_torch",
        "library/test_curation_queue",
        "methods/test_hostile_teacher",
        "methods/test_skillopt_method",
        "methods/test_skillpro_method",
        "methods/test_skillrl_training",
        "packaging/test_wheel",
        "recipes/test_quickstart",
        "recipes/test_quickstart_generated",
        "recipes/test_quickstart_language",
        "recipes/test_quickstart_method",
        "recipes/test_quickstart_show",
        "recipes/test_sweep",
        "run/test_run_loggers",
        "security/test_gift_runs",
        "train/test_train_baselines",
        "train/test_train_curation",
        "train/test_train_evaluate",
        "train/test_train_evaluate_killed",
        "train/test_train_faults",
        "train/test_train_mixture",
        "train/test_train_served",
        "train/test_train_validation",
        "viewer_browser/test_viewer_browser_dynamics",
        "viewer_browser/test_viewer_browser_live",
        "viewer_browser/test_viewer_browser_parts",
        "viewer_browser/test_viewer_browser_report",
        "webshop_browser/test_webshop_browser_chromium",
    )
)
# In these files only what has this name is slow: their other tests hold the files themselves together.
ONLY = {"tests/documented/test_documented_commands.py": "test_command"}


def is_slow(file: str, test: str) -> bool:
    """Whether the test of a file, named from the root of the checkout, is one of those."""
    return file in FILES and test.startswith(ONLY.get(file, ""))
