"""How SkillRL's released code asks its policies."""

from skill1.agent.peers import style_of_a_peer

PROFILE = style_of_a_peer(6, "profile", "skill1.methods.skillrl")  # its top_k 6
