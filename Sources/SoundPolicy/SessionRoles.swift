import AudioModel

/// What an active session is to the others.
struct SessionRoles: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    /// For recording only, which silences all other output.
    static let records = SessionRoles(rawValue: 1)
    /// For recording only, or with an input that runs, and system sounds are kept out of that.
    static let recordsAlone = SessionRoles(rawValue: 2)
    static let ducks = SessionRoles(rawValue: 4)
    /// There are sessions that would interrupt it.
    static let isInterruptible = SessionRoles(rawValue: 8)
    /// Its own app does not vibrate: that might disturb what it records.
    static let forbidsVibration = SessionRoles(rawValue: 16)
    /// Records now, with an input that runs, or is for a chat, whose microphone may be paused.
    static let keepsRoute = SessionRoles(rawValue: 32)

    static let all: [SessionRoles] = [
        .records, .recordsAlone, .ducks, .isInterruptible, .forbidsVibration, .keepsRoute,
    ]
}

/// The active sessions by what they are to the others, each kind in the order of activation.
///
/// Most active sessions mix and are none of these; looking at those that are is then cheap.
struct ActiveRoles: Sendable {
    /// Whether anything has changed since this was last made false.
    var isTouched = true
    private var standings: [AppID: Standing] = [:]
    private var allHolders: [[Holder]] = SessionRoles.all.map { _ in [] }

    private struct Standing: Hashable {
        var roles: SessionRoles
        var activation: Int
    }

    struct Holder {
        var app: AppID
        var activation: Int
    }

    func holders(of role: SessionRoles) -> [Holder] { allHolders[index(of: role)] }

    func firstTwo(_ role: SessionRoles) -> FirstTwo {
        let holders = holders(of: role)
        return FirstTwo(
            first: holders.first?.app, second: holders.count > 1 ? holders[1].app : nil)
    }

    func first(_ role: SessionRoles) -> AppID? { holders(of: role).first?.app }
    func last(_ role: SessionRoles) -> AppID? { holders(of: role).last?.app }

    /// - Parameter activation: Larger for those that were activated later.
    mutating func set(_ roles: SessionRoles, of app: AppID, activation: Int) {
        let before = standings[app]
        let now = roles.isEmpty ? nil : Standing(roles: roles, activation: activation)
        guard before != now else { return }
        isTouched = true
        standings[app] = now
        for (index, role) in SessionRoles.all.enumerated() {
            if let before, before.roles.contains(role) {
                allHolders[index].remove(
                    at: place(of: before.activation, in: allHolders[index]))
            }
            if roles.contains(role) {
                allHolders[index].insert(
                    Holder(app: app, activation: activation),
                    at: place(of: activation, in: allHolders[index]))
            }
        }
    }

    private func index(of role: SessionRoles) -> Int { role.rawValue.trailingZeroBitCount }

    /// Where it is, or belongs.
    private func place(of activation: Int, in holders: [Holder]) -> Int {
        var (low, high) = (0, holders.count)
        while low < high {
            let middle = (low + high) / 2
            if holders[middle].activation < activation { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// Of several apps the first that is not a certain one.
struct FirstTwo: Hashable, Sendable {
    var first: AppID?
    var second: AppID?

    func other(than app: AppID) -> AppID? { first == app ? second : first }
}

extension PolicyMachine {
    /// Takes in what was written of sessions since it was last asked.
    mutating func refreshRoles() {
        refreshRecordings()
        while let app = apps.nextUnseen() { refreshRoles(of: app) }
    }

    /// Notes which of the streams that were written record.
    private mutating func refreshRecordings() {
        while let id = streams.nextUnseen() {
            let stream = streams.read(id) { ($0.pointee.traits, $0.pointee.isRecording) }
            guard let (traits, isRecording) = stream, traits.contains(.records) != isRecording
            else { continue }
            let now = traits.symmetricDifference(.records)
            streams.update(id) { $0.traits = now }
            liveStreams.recount(id.app, from: traits, to: now)
            apps.touch(id.app)
        }
    }

    private mutating func refreshRoles(of app: AppID) {
        let rules = rules
        let recordingTakesAll = configuration.recordingInterruptsMixing
        let isRecording = liveStreams.tally(of: app).recordingCount > 0
        let present = apps.read(app) { record in
            let session = record.pointee.session
            // In the background it runs as long as it may be heard there.
            let mayRun = record.pointee.isForeground || record.pointee.hasAudioMode
            let mayChat = mayRun && record.pointee.state != .suspended
            return (
                roles: presentRoles(
                    session, runsInput: isRecording && mayRun, mayChat: mayChat,
                    recordingTakesAll: recordingTakesAll, rules),
                activation: record.pointee.activation
            )
        }
        roles.set(present?.roles ?? [], of: app, activation: present?.activation ?? 0)
    }
}

private func presentRoles(
    _ session: Session, runsInput: Bool, mayChat: Bool, recordingTakesAll: Bool, _ rules: RuleSet
) -> SessionRoles {
    guard session.isActive else { return [] }
    let runsInput = runsInput && takesInput(session.category)
    let isTalk = session.category == .playAndRecord && isChat(session.effectiveMode)
    var roles: SessionRoles = runsInput || mayChat && isTalk ? .keepsRoute : []
    if session.category == .record { roles.insert(.records) }
    if ducksOthers(session) { roles.insert(.ducks) }
    if recordingTakesAll || session.effectiveMode == .spokenAudio
        || !isMixable(session, rules: rules)
    {
        roles.insert(.isInterruptible)
    }
    guard !session.allowsSystemSoundsDuringRecording else { return roles }
    if runsInput || session.category == .record { roles.insert(.recordsAlone) }
    if session.category == .record || session.category == .playAndRecord {
        roles.insert(.forbidsVibration)
    }
    return roles
}
