"""``python -m skill1_envs.household`` writes the manifest of the fixed splits beside the code."""

from skill1_envs.household.tasks import MANIFEST_PATH, manifest

if __name__ == "__main__":
    MANIFEST_PATH.write_text(manifest(), encoding="utf-8", newline="\n")
