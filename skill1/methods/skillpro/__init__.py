"""Skill-Pro's pool: skills with initiation, policy and termination, how they are chosen, evolved and thrown out.

arXiv 2602.01869. ``methods.skillpro`` is the recipe; here are its parts. Formulas are in ``statistics`` and ``gate``.
"""
