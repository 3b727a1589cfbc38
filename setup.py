"""Puts the top-level ``configs/`` into the wheel as ``skill1/configs``; all metadata lives in pyproject.toml.

An editable install copies nothing: the package finds ``configs/`` one level above itself.
"""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithConfigs(build_py):
    """``build_py`` that also copies ``configs/**/*.yaml`` beside the package's code."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            for source, target in self._config_copies():
                self.mkpath(str(target.parent))
                self.copy_file(str(source), str(target), preserve_mode=False)

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        outputs = super().get_outputs(include_bytecode)
        return outputs if self.editable_mode else outputs + [str(target) for _, target in self._config_copies()]

    def _config_copies(self) -> list[tuple[Path, Path]]:
        root = Path(self.build_lib) / "skill1"
        return [(source, root / source) for source in sorted(Path("configs").rglob("*.yaml"))]


setup(cmdclass={"build_py": BuildWithConfigs})
