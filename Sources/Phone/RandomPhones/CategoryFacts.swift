import AudioModel

/// The specification's table row for one category, typed from the documents and not from the rules,
/// so that checkers can judge the rules by it.
///
/// Source: Audio Session Programming Guide, appendix B; the iPhone OS 2 guidelines for
/// userInterfaceSoundEffects and liveAudio.
struct CategoryFacts {
    var obeysSwitch: Bool
    var mixes: Bool
    var canMix: Bool
    var obeysLock: Bool
    var worksInBackground: Bool
    var hasInput: Bool
    var hasOutput: Bool

    private init(_ row: String) {
        let marks = row.utf8.filter { $0 != UInt8(ascii: " ") }.map { $0 == UInt8(ascii: "x") }
        obeysSwitch = marks[0]
        mixes = marks[1]
        canMix = marks[2]
        obeysLock = marks[3]
        worksInBackground = marks[4]
        hasInput = marks[5]
        hasOutput = marks[6]
    }

    //                                             switch mixes can lock background input output
    private static let userInterface = CategoryFacts("x     x    -   x       -       -     x")
    private static let ambient = CategoryFacts("      x     x    -   x       -       -     x")
    private static let soloAmbient = CategoryFacts("  x     -    -   x       -       -     x")
    private static let playback = CategoryFacts("     -     -    x   -       x       -     x")
    private static let liveAudio = CategoryFacts("    -     -    x   -       x       -     x")
    private static let record = CategoryFacts("       -     -    -   -       x       x     -")
    private static let playAndRecord = CategoryFacts("-     -    x   -       x       x     x")
    private static let audioProcessing = CategoryFacts("-   -    -   -       -       -     -")
    private static let multiRoute = CategoryFacts("   -     -    x   -       x       x     x")

    static func of(_ category: SessionCategory) -> CategoryFacts {
        switch category {
        case .userInterfaceSoundEffects: userInterface
        case .ambient: ambient
        case .soloAmbient: soloAmbient
        case .playback: playback
        case .liveAudio: liveAudio
        case .record: record
        case .playAndRecord: playAndRecord
        case .audioProcessing: audioProcessing
        case .multiRoute: multiRoute
        }
    }
}

/// Whether prompts that interrupt spoken audio interrupt a session.
///
/// Source: the public AVAudioSession header, `spokenAudio`; reports from devices for the categories
/// besides playback (`docs/facts.md`).
func isSpoken(_ category: SessionCategory, _ mode: SessionMode) -> Bool {
    mode == .spokenAudio
        && [.playback, .liveAudio, .playAndRecord, .soloAmbient].contains(category)
}

/// Whether a session lets others sound beside it.
///
/// Source: as above, "Fine-Tuning the Category".
func mixes(_ category: SessionCategory, _ options: SessionOptions) -> Bool {
    let facts = CategoryFacts.of(category)
    return facts.mixes || facts.canMix && options.contains(.mixWithOthers)
}
