// Placeholder until the format module lands.
