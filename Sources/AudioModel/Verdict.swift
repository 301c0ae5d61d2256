/// What the policy says of one stream at one moment, and why.
///
/// The verdict is complete: `gain` is the product of the factors, and `reasons` name, in the order
/// in which they were found, everything that keeps the stream from being heard.
public struct Verdict: Hashable, Sendable {
    public var state: StreamState
    /// Every factor between the stream's own samples and the output, in order. Their product is
    /// `gain`.
    public var factors: [GainFactor]
    /// Why it is not heard, first found first; empty when it is.
    public var reasons: [Reason]
    /// Who interrupts, pauses or ducks it, where that is someone.
    public var by: Actor?

    public init(
        state: StreamState,
        factors: [GainFactor] = [],
        reasons: [Reason] = [],
        by: Actor? = nil
    ) {
        self.state = state
        self.factors = factors
        self.reasons = reasons
        self.by = by
    }

    /// The product of all factors, linear; zero when silent.
    public var gain: Float { factors.reduce(1) { $0 * $1.gain } }
}

public enum StreamState: String, CaseIterable, Hashable, Sendable {
    case audible
    /// Running, and not heard.
    case silent
    /// Running and heard, lowered because another session ducks it.
    case ducked
    /// Held: by its app, or by the system after an unplug.
    case paused
    /// Held because the session was interrupted.
    case interrupted
    /// Ended, never to go on.
    case stopped
}

/// One number that the stream's samples are multiplied by.
public struct GainFactor: Hashable, Sendable {
    public var kind: FactorKind
    /// Linear, 0…1.
    public var gain: Float

    public init(_ kind: FactorKind, _ gain: Float) {
        self.kind = kind
        self.gain = gain
    }
}

public enum FactorKind: String, CaseIterable, Hashable, Sendable {
    case appVolume = "app volume"
    case duck
    case mediaVolume = "media volume"
    case ringerVolume = "ringer volume"
    case callVolume = "call volume"
    /// 0 or 1: everything that silences without lowering.
    case mute
}

/// One thing that keeps a stream from being heard.
public struct Reason: Hashable, Sendable {
    public var kind: ReasonKind
    /// The name of the rule that says so, as in the policy's registry.
    public var rule: String
    /// In plain words, one clause: `ring switch is silent and the category obeys it`.
    public var sentence: String
    /// The event that made it so, in plain words, and when.
    public var cause: String
    public var since: HostTime

    public init(
        _ kind: ReasonKind,
        rule: String,
        sentence: String,
        cause: String = "",
        since: HostTime = .zero
    ) {
        self.kind = kind
        self.rule = rule
        self.sentence = sentence
        self.cause = cause
        self.since = since
    }
}

/// Raw values are the scenario language's words.
public enum ReasonKind: String, CaseIterable, Hashable, Sendable {
    case ringSwitch = "ring-switch"
    case locked
    case background
    case notActive = "not-active"
    case interrupted
    case volumeZero = "volume-zero"
    case appVolumeZero = "app-volume-zero"
    case recordOnlyCategory = "record-only-category"
    case recordingElsewhere = "recording-elsewhere"
    case microphoneDenied = "microphone-denied"
    case routeLost = "route-lost"
    case processGone = "process-gone"
    case paused
    case stopped
}

/// Who did something to a stream.
public enum Actor: Hashable, Sendable {
    case app(AppID)
    case system(Interrupter)
}

/// What interrupts sessions without being an app; raw values are the scenario language's words.
public enum Interrupter: String, CaseIterable, Hashable, Sendable {
    case emergency
    case call
    case alarm
    case timer
    case assistant
}

/// What an app's library is to do with one of its streams. Comes from the verdict; the app obeys,
/// and the stream guard sees to it.
public struct StreamDirective: Hashable, Sendable {
    public var transport: Transport
    /// All factors but the app's own volume and the duck, multiplied; linear.
    public var sessionGain: Float
    /// Linear.
    public var duckGain: Float
    /// How long a change of `duckGain` takes. Every other change takes `Verdict.rampDuration`.
    public var duckRamp: HostInterval

    public enum Transport: String, CaseIterable, Hashable, Sendable {
        case running
        /// Keeps its position.
        case held
        case ended
    }

    public init(
        transport: Transport,
        sessionGain: Float,
        duckGain: Float = 1,
        duckRamp: HostInterval = .zero
    ) {
        self.transport = transport
        self.sessionGain = sessionGain
        self.duckGain = duckGain
        self.duckRamp = duckRamp
    }
}

extension Verdict {
    /// How long gain changes other than ducking take: long enough not to click.
    public static let rampDuration = HostInterval.milliseconds(20)
}
