"""The rules of ALFWorld's text games: reads a game's files, plays it and says what the original says, word for word."""
