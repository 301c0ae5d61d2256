import AudioModel

/// One row of the specification's behaviour table (section 3.3), typed from it by hand, not derived
/// from the code: if the two disagree, one of them is wrong.
struct CategoryBehaviour: Sendable {
    var category: SessionCategory
    /// Whether the switch silences it; `nil` where the specification has a dash.
    var obeysSwitch: Bool?
    var mixes: Bool
    var canBeMadeMixable: Bool
    var interrupts: Bool
    var silencedByLock: Bool?
    var worksInBackground: Bool?
    var takesInput: Bool
    /// The output without accessories; `nil` for a category without output.
    var defaultOutput: Port?

    private init(
        _ category: SessionCategory, obeysSwitch: Bool?, mixes: Bool, canBeMadeMixable: Bool,
        interrupts: Bool, silencedByLock: Bool?, worksInBackground: Bool?, takesInput: Bool,
        defaultOutput: Port?
    ) {
        self.category = category
        self.obeysSwitch = obeysSwitch
        self.mixes = mixes
        self.canBeMadeMixable = canBeMadeMixable
        self.interrupts = interrupts
        self.silencedByLock = silencedByLock
        self.worksInBackground = worksInBackground
        self.takesInput = takesInput
        self.defaultOutput = defaultOutput
    }

    static let typed: [CategoryBehaviour] = [
        CategoryBehaviour(
            .userInterfaceSoundEffects, obeysSwitch: true, mixes: true, canBeMadeMixable: true,
            interrupts: false, silencedByLock: true, worksInBackground: false, takesInput: false,
            defaultOutput: .speaker),
        CategoryBehaviour(
            .ambient, obeysSwitch: true, mixes: true, canBeMadeMixable: true, interrupts: false,
            silencedByLock: true, worksInBackground: false, takesInput: false,
            defaultOutput: .speaker),
        CategoryBehaviour(
            .soloAmbient, obeysSwitch: true, mixes: false, canBeMadeMixable: false,
            interrupts: true, silencedByLock: true, worksInBackground: false, takesInput: false,
            defaultOutput: .speaker),
        CategoryBehaviour(
            .playback, obeysSwitch: false, mixes: false, canBeMadeMixable: true,
            interrupts: true, silencedByLock: false, worksInBackground: true, takesInput: false,
            defaultOutput: .speaker),
        CategoryBehaviour(
            .liveAudio, obeysSwitch: false, mixes: false, canBeMadeMixable: true,
            interrupts: true, silencedByLock: false, worksInBackground: true, takesInput: false,
            defaultOutput: .speaker),
        CategoryBehaviour(
            .record, obeysSwitch: false, mixes: false, canBeMadeMixable: false,
            interrupts: true, silencedByLock: false, worksInBackground: true, takesInput: true,
            defaultOutput: nil),
        CategoryBehaviour(
            .playAndRecord, obeysSwitch: false, mixes: false, canBeMadeMixable: true,
            interrupts: true, silencedByLock: false, worksInBackground: true, takesInput: true,
            defaultOutput: .receiver),
        CategoryBehaviour(
            .multiRoute, obeysSwitch: false, mixes: false, canBeMadeMixable: true,
            interrupts: true, silencedByLock: false, worksInBackground: true, takesInput: true,
            defaultOutput: .speaker),
        CategoryBehaviour(
            .audioProcessing, obeysSwitch: nil, mixes: false, canBeMadeMixable: false,
            interrupts: true, silencedByLock: nil, worksInBackground: nil, takesInput: false,
            defaultOutput: nil),
    ]
}

/// The specification's matrix (section 6.2), typed from it by hand: the effects on A and B when B
/// becomes active beside A.
enum TypedMatrix {
    enum Fate: String, Sendable {
        /// Both play as if they were alone.
        case nothing
        case interrupted = "A is interrupted"
        case ducked = "A is ducked"
        case beginsDucked = "B is ducked"
        case bothDucked = "each ducks the other"
        case bSilent = "B is silent"
        case aSilent = "A is silent"
    }

    static let columns = [
        "non-mixable", "mixable", "mixable, ducking", "spoken-interrupting",
        "spoken-interrupting, ducking", "recording", "a system sound", "music player",
    ]

    static let rows: [(a: String, fates: [Fate])] = [
        (
            "non-mixable",
            [
                .interrupted, .nothing, .ducked, .nothing, .ducked, .interrupted, .nothing,
                .interrupted,
            ]
        ),
        (
            "non-mixable, spoken",
            [
                .interrupted, .nothing, .ducked, .interrupted, .interrupted, .interrupted,
                .nothing, .interrupted,
            ]
        ),
        (
            "mixable",
            [
                .nothing, .nothing, .ducked, .nothing, .ducked, .aSilent, .nothing, .nothing,
            ]
        ),
        (
            // The specification is uncertain whether a mixable A is interrupted.
            "mixable, spoken",
            [
                .nothing, .nothing, .ducked, .interrupted, .interrupted, .aSilent, .nothing,
                .nothing,
            ]
        ),
        (
            // B does not change A; but A ducks every B, and a ducking B ducks A.
            "ducking",
            [
                .beginsDucked, .beginsDucked, .bothDucked, .beginsDucked, .bothDucked, .aSilent,
                .nothing, .beginsDucked,
            ]
        ),
        (
            "recording",
            [
                .interrupted, .bSilent, .bSilent, .bSilent, .bSilent, .interrupted, .bSilent,
                .interrupted,
            ]
        ),
        (
            "music player",
            [
                .interrupted, .nothing, .ducked, .nothing, .ducked, .interrupted, .nothing,
                .interrupted,
            ]
        ),
    ]
}
