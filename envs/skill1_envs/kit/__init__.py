"""What environments are made with: draws that never change, names, scripted players, downloads, search, quickstarts."""
