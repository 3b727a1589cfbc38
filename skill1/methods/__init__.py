"""Methods: one short recipe each. ``skill1.config.registry`` has their names; each is imported when it is asked for."""

from skill1.config.method import make_recipe as make_recipe
from skill1.config.registry import METHODS as METHODS
