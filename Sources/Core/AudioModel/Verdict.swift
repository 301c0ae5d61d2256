/// The policy's decision about one stream at one moment, with its reasons.
///
/// The verdict is complete: `gain` is the product of the factors, and `reasons` names everything
/// that makes the stream inaudible, in the order of the rules.
public struct Verdict: Hashable, Sendable {
    public var state: StreamState
    /// The factors between the stream's own samples and the output, in order. Their product is
    /// `gain`.
    public var factors: [GainFactor]
    /// The reasons why the stream is inaudible, in the order of the rules; empty when it is
    /// audible.
    public var reasons: [Reason]
    /// The app or the system event that interrupts, pauses or ducks the stream; `nil` when there is
    /// none.
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

/// The state of a stream. Raw values are the scenario language's words.
public enum StreamState: String, CaseIterable, Hashable, Sendable {
    case audible
    /// Running and inaudible.
    case silent
    /// Running and audible, but lowered because another session ducks it.
    case ducked
    /// Paused by its app, or by the system after an unplug.
    case paused
    /// Paused because the session was interrupted.
    case interrupted
    /// Ended; it cannot be resumed.
    case stopped
}

/// A gain by which the stream's samples are multiplied.
public struct GainFactor: Hashable, Sendable {
    public var kind: FactorKind
    /// The gain, linear, 0…1.
    public var gain: Float

    public init(_ kind: FactorKind, _ gain: Float) {
        self.kind = kind
        self.gain = gain
    }
}

/// The origin of a gain factor. Raw values are the words of reports.
public enum FactorKind: String, CaseIterable, Hashable, Sendable {
    case appVolume = "app volume"
    case duck
    case mediaVolume = "media volume"
    case ringerVolume = "ringer volume"
    case callVolume = "call volume"
    /// 0 or 1: a rule that silences the stream without lowering it.
    case mute
}

/// One reason why a stream is inaudible.
public struct Reason: Hashable, Sendable {
    /// What makes the stream inaudible.
    public var fact: SilencingFact
    /// What the app or the event that acts on the stream was called then; empty for none.
    public var actorName: String
    /// The name of the rule that applies, as in `Rule`.
    public var rule: String
    /// The event that caused it, in plain words.
    public var cause: String
    /// The time of that event.
    public var since: HostTime

    /// Creates a reason from a fact.
    public init(
        _ fact: SilencingFact, actorName: String = "", rule: String, cause: String = "",
        since: HostTime = .zero
    ) {
        self.fact = fact
        self.actorName = actorName
        self.rule = rule
        self.cause = cause
        self.since = since
    }

    /// Creates a reason that is known only in words.
    public init(
        _ kind: ReasonKind, rule: String, sentence: String, cause: String = "",
        since: HostTime = .zero
    ) {
        self.init(.described(kind, sentence), rule: rule, cause: cause, since: since)
    }

    /// The kind of the reason.
    public var kind: ReasonKind { fact.kind }

    /// One clause in plain words: `ring switch is silent and the category obeys it`.
    public var sentence: String { fact.sentence(actorName) }
}

/// The kind of a reason. Raw values are the scenario language's words.
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

/// The app or the system event that acts on a stream.
public enum Actor: Hashable, Sendable {
    case app(AppID)
    case system(Interrupter)
}

/// A system event that interrupts sessions. Raw values are the scenario language's words.
public enum Interrupter: String, CaseIterable, Hashable, Sendable {
    case emergency
    case call
    case alarm
    case timer
    case assistant
}

/// The command for an app's library about one of its streams, derived from the verdict. The app's
/// library obeys, and the stream guard verifies it.
public struct StreamDirective: Hashable, Sendable {
    /// Whether the stream plays, is paused, or is over.
    public var transport: Transport
    /// The product of all factors except the app's own volume and the duck; linear.
    public var sessionGain: Float
    /// The duck factor; linear.
    public var duckGain: Float
    /// The duration of a change of `duckGain`. Every other change takes `Verdict.rampDuration`.
    public var duckRamp: HostInterval

    /// Whether the stream plays, is paused, or is over.
    public enum Transport: String, CaseIterable, Hashable, Sendable {
        case running
        /// Paused; the stream keeps its position.
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
    /// The duration of gain changes other than ducking: long enough to avoid clicks.
    public static let rampDuration = HostInterval.milliseconds(20)
}
