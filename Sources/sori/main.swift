print("sori 0.1.0")
