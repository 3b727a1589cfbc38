"""SkillRL's skill bank: general and task-specific skills and common mistakes, distilled by a teacher, and evolved.

A bank is an ordinary library whose skills say in ``extra["skillrl"]`` to which section they belong
(:mod:`skill1.methods.skillrl.bank`).
"""
