import AudioModel

/// The effects of an active session on other sessions.
struct SessionRoles: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    /// A record-only session, which silences all other output.
    static let records = SessionRoles(rawValue: 1)
    /// A session that records only, or has a running input, and excludes system sounds.
    static let recordsAlone = SessionRoles(rawValue: 2)
    static let ducks = SessionRoles(rawValue: 4)
    /// A session that other sessions may interrupt.
    static let isInterruptible = SessionRoles(rawValue: 8)
    /// A session that forbids its app to vibrate, which might disturb the recording.
    static let forbidsVibration = SessionRoles(rawValue: 16)
    /// A session with a running input, or for a chat, which keeps the route even while its
    /// microphone is paused.
    static let keepsRoute = SessionRoles(rawValue: 32)

    static let all: [SessionRoles] = [
        .records, .recordsAlone, .ducks, .isInterruptible, .forbidsVibration, .keepsRoute,
    ]
}

/// The active sessions by role, each role in the order of activation.
///
/// Most active sessions are mixable and have no role, so queries are cheap.
struct ActiveRoles: Sendable {
    /// Whether a role has changed since this was last reset.
    var isDirty = true
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

    func firstTwo(_ role: SessionRoles) -> FirstTwoApps {
        let holders = holders(of: role)
        return FirstTwoApps(
            first: holders.first?.app, second: holders.count > 1 ? holders[1].app : nil)
    }

    func first(_ role: SessionRoles) -> AppID? { holders(of: role).first?.app }
    func last(_ role: SessionRoles) -> AppID? { holders(of: role).last?.app }

    /// - Parameter activation: The serial number of the activation.
    mutating func set(_ roles: SessionRoles, of app: AppID, activation: Int) {
        let before = standings[app]
        let now = roles.isEmpty ? nil : Standing(roles: roles, activation: activation)
        guard before != now else { return }
        isDirty = true
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

    /// Returns the index of an activation, or where to insert it.
    private func place(of activation: Int, in holders: [Holder]) -> Int {
        var (low, high) = (0, holders.count)
        while low < high {
            let middle = (low + high) / 2
            if holders[middle].activation < activation { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The first two apps with a role, to find the first that is not a given app.
struct FirstTwoApps: Hashable, Sendable {
    var first: AppID?
    var second: AppID?

    /// Returns the first of the two apps that is not `app`.
    func other(than app: AppID) -> AppID? { first == app ? second : first }
}

extension PolicyMachine {
    /// Updates the roles of all sessions that were written since the last call.
    mutating func refreshRoles() {
        refreshRecordings()
        while let app = apps.nextUnseen() { refreshRoles(of: app) }
    }

    /// Updates the recording trait of the streams that were written.
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
            // In the background an input runs only with the background mode.
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
