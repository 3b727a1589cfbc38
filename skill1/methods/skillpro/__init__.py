"""Skill-Pro's pool: skills with initiation, policy and termination, how they are chosen, evolved and thrown out.

arXiv 2602.01869. ``method`` is the recipe, the others are its parts. Formulas are in ``skill`` and ``evolution``.
"""
