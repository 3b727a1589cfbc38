"""WebShop's shop without its web server, Java and models: the same pages, goals, search and rewards, in one process."""

from skill1_envs.webshop.env import WebshopEnv
from skill1_envs.webshop.suite import WebshopSuite

__all__ = ["WebshopEnv", "WebshopSuite"]
