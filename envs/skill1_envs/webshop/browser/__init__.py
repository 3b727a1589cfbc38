"""The shop as local web pages: a person shops as the agent does, and sees what a purchase would earn."""

from skill1_envs.webshop.browser.app import make_app
from skill1_envs.webshop.browser.sessions import World

__all__ = ["World", "make_app"]
