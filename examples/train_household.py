"""Cold start, training and held-out evaluation of Skill1: python train_household.py [FOLDER] [--smoke]."""

import sys
from pathlib import Path

from rich.console import Console

from skill1 import Skill1Trainer, evaluate, load_config
from skill1.recipes.cold_start import ColdStart

smoke = "--smoke" in sys.argv
folder = Path(next((word for word in sys.argv[1:] if not word.startswith("-")), "runs/example"))
console = Console()

start = ColdStart(folder / "cold-start", seed=0, smoke=smoke)
start.make(console)

overrides = [f"--model.path={start.folder}", "--eval.split=heldout", "--eval.library=fresh"]
config = load_config("household/smoke" if smoke else "household/skill1", overrides)
summary = Skill1Trainer(config, folder / "skill1", console=console).train()

model = folder / "skill1" / "checkpoints" / f"step_{config.train.steps:06d}"
result = evaluate(config, model=str(model), console=console)
print("training homes, last steps:", summary["figures"]["outcome/success_rate"]["last"])
print("held-out homes, round by round:", [round(r["success_rate"], 2) for r in result["rounds"]])
