"""Evaluation of policies and libraries. The package itself is callable: ``skill1.evaluate("runs/x")``."""

from __future__ import annotations

import sys
import types


def evaluate(*args, **kwargs):
    """See :func:`skill1.evaluate.evaluation.evaluate`; imported on call, so that this package stays light."""
    from skill1.evaluate.evaluation import evaluate as run

    return run(*args, **kwargs)


class _CallablePackage(types.ModuleType):
    """Lets ``skill1.evaluate(...)`` work although importing a submodule binds the package under that name."""

    __call__ = staticmethod(evaluate)


sys.modules[__name__].__class__ = _CallablePackage
