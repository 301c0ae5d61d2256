/// The kinds of work that mixers are compared at.
enum MixWork: CaseIterable {
    case steady
    /// A new ramp for each voice in each block; the commands are part of the measured time.
    case ramp
    case converted, ownRates, stream

    var name: String {
        switch self {
        case .steady: "steady gains"
        case .ramp: "a new gain for each voice in each block"
        case .converted: "44.1 to 48 kHz"
        case .ownRates: "each voice at a rate of its own"
        case .stream: "one stream, 44.1 to 48 kHz"
        }
    }

    /// Frames a second of the source of a voice.
    func sampleRate(ofVoice index: Int) -> Double {
        switch self {
        case .steady, .ramp: 48_000
        case .converted, .stream: 44_100
        // Whole rates between 33 and 55 kHz, spread evenly whatever their number.
        case .ownRates:
            (44_100 * (0.75 + (0.618 * Double(index)).truncatingRemainder(dividingBy: 1) / 2))
                .rounded()
        }
    }
}
