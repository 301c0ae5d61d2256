// Placeholder until the real-time module lands.
