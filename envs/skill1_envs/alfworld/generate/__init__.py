"""Makes games in ALFWorld's own format from the room layouts inside the alfworld package; see README.md here."""
