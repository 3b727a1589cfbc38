"""Search-QA: questions answered by searching a corpus, by the rules of Search-R1's family."""
