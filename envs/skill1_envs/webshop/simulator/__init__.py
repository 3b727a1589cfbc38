"""The rules of WebShop: reads a catalogue and its goals, shows pages, takes actions, and scores what was bought."""
