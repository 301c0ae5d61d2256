extension PlaybackScreen {
    /// The activity in words.
    package struct Words {
        package var verb: String
        /// The preposition before the route.
        package var preposition: String
        /// What the keys do, one line each.
        package var keys: [String]
        /// The kind of device that is used.
        package var device: String
        /// Whether there is a sound with a position, a volume and a speed.
        package var isPlaying = true

        package static let playing = Words(
            verb: "playing", preposition: "on",
            keys: [
                "space    pauses and resumes", "← →      seek \(Int(seekStep)) seconds",
                ", .      seek \(Int(longSeekStep)) seconds", "↑ ↓      change the volume",
                "m        mutes and unmutes", "[ ]      slower and faster; backspace as usual",
                "PgUp/Dn  next and previous chapter", "n p      next and previous sound",
                "Ctrl-Z   suspends; 'fg' continues", "q        stops",
            ], device: "output")
        package static let recording = Words(
            verb: "recording", preposition: "from",
            keys: [
                "space    pauses and resumes", "Ctrl-Z   suspends; 'fg' continues",
                "q        stops",
            ], device: "input", isPlaying: false)
    }
}
