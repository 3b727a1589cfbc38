"""Teachers: who writes, judges or edits skills for the methods whose own policy does not.

A method asks a :class:`~skill1.methods.teacher.question.Question`; a language model behind an endpoint, the local
policy or a rule-based analyst of the environment answers it with JSON of the form the question names.
"""
