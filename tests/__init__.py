"""The tests. As a package they are imported by name, and no folder of theirs can pass for an installed package."""
