print("Nothing here yet.")
