package import AudioModel
package import SoundPolicy

/// One event given to a policy machine.
package struct PolicyLogEntry: Hashable, Sendable {
    package var time: HostTime
    package var event: PolicyEvent
    /// Whether it follows from earlier events: a deadline, or a sound of the phone itself.
    package var isDerived: Bool

    package init(time: HostTime, event: PolicyEvent, isDerived: Bool = false) {
        self.time = time
        self.event = event
        self.isDerived = isDerived
    }
}

/// A policy machine fed with events, which meets its deadlines, starts the phone's own sounds and
/// runs the checkers after every event.
package struct PhoneRun {
    package private(set) var machine: PolicyMachine
    package private(set) var now = HostTime.zero
    package private(set) var violation: Violation?
    package let step: Step
    /// Every event given to the machine.
    package private(set) var log: [PolicyLogEntry] = []
    /// Notifications that apps have not reacted to yet.
    package var unanswered: [(app: AppID, notification: AppNotification)] = []

    private let checkers: [any Checker]
    private var fault: (any PolicyFault)?
    private var deviceSounds: [StreamKind: Int] = [:]
    private var nextDeviceSound = 1
    /// Message tones and key clicks, which end by themselves.
    private var shortSounds: [(number: Int, end: HostTime)] = []

    /// Limit of deadlines at one time; more means that the machine never finishes.
    private static let deadlinesAtOnceMax = 64

    /// - Parameter fault: A fault to inject around the machine; `nil` for none.
    package init(
        _ configuration: PolicyConfiguration, checkers: [any Checker],
        fault: (any PolicyFault)? = nil
    ) {
        self.checkers = checkers
        self.fault = fault
        machine = PolicyMachine(fault?.spoiled(configuration) ?? configuration)
        step = Step(configuration)
        machine.writeSnapshot(to: &step.after)
    }

    /// Number of events without the deadlines that only vibrated.
    package var stepCount: Int { log.count - vibrationCount }
    private var vibrationCount = 0
    /// The current snapshot.
    package var snapshot: PolicySnapshot { step.after }

    // MARK: Events

    /// Whether a call, an alarm or a timer rings, which vibrates periodically.
    package var isRinging: Bool {
        let device = step.after.device
        return device.call == .ringing && !device.isRingSilenced
            || step.rings(.alarm) || step.rings(.timer)
    }

    /// Lets time pass up to `time`, to the first deadline that notifies an app, or to the first at
    /// which a call, an alarm or a timer begins to ring.
    ///
    /// - Returns: Whether time has come to `time` with no app left to react.
    package mutating func advance(to time: HostTime) -> Bool {
        var count = 0
        var last: HostTime?
        while violation == nil, let due = machine.nextDeadline, due <= time {
            count = due == last ? count + 1 : 0
            last = due
            guard count < PhoneRun.deadlinesAtOnceMax else { break }
            now = max(now, due)
            let wasRinging = isRinging
            take(.deadlineReached, isDerived: true)
            if !wasRinging, isRinging { return unanswered.isEmpty }
            if !unanswered.isEmpty { return due >= time }
        }
        now = max(now, time)
        endShortSounds()
        return true
    }

    /// Handles one event at the present time, with the phone's own sounds that follow from it.
    package mutating func perform(_ event: PolicyEvent) {
        guard violation == nil else { return }
        take(event, isDerived: false)
    }

    private mutating func take(_ event: PolicyEvent, isDerived: Bool) {
        log.append(PolicyLogEntry(time: now, event: event, isDerived: isDerived))
        swap(&step.before, &step.after)
        var response = PolicyResponse()
        if fault == nil {
            response = machine.handle(event, at: now)
            machine.writeSnapshot(to: &step.after)
        } else {
            response = handleSpoiled(event)
        }
        step.index = log.count
        step.now = now
        step.event = event
        step.effects = response.effects
        step.refusal = response.refusal
        step.nextDeadline = machine.nextDeadline
        if isDerived, event == .deadlineReached, step.effects.allSatisfy(\.isVibration) {
            vibrationCount += 1
        }
        step.refresh(response)
        let sounds = deviceSounds(in: response.effects)
        step.isSettled = sounds.isEmpty && !isFollowing
        check()
        for case .notify(let app, let notification) in response.effects {
            unanswered.append((app, notification))
        }
        isFollowing = !sounds.isEmpty
        for (index, sound) in sounds.enumerated() where violation == nil {
            isFollowing = index < sounds.count - 1
            take(.app(.phone, sound), isDerived: true)
        }
    }

    /// Whether more of the phone's own sounds follow the event.
    private var isFollowing = false

    private mutating func check() {
        for checker in checkers {
            guard let breach = checker.check(step) else { continue }
            violation = Violation(
                checker: checker.name, sentence: type(of: checker).sentence, breach: breach,
                time: now, stepIndex: step.index, event: words(step.event))
            return
        }
    }

    private mutating func handleSpoiled(_ event: PolicyEvent) -> PolicyResponse {
        guard var fault else { return PolicyResponse() }
        var response = PolicyResponse()
        for (index, actual) in fault.events(for: event, step.before).enumerated() {
            let part = machine.handle(actual, at: now)
            response.effects += part.effects
            if index == 0 { response.refusal = part.refusal }
        }
        machine.writeSnapshot(to: &step.after)
        fault.spoil(&response, &step.after, before: step.before, event)
        self.fault = fault
        return response
    }

    /// Requests for the phone's own sounds that the effects begin and end; ends come first.
    private mutating func deviceSounds(in effects: [PolicyEffect]) -> [AppRequest] {
        var requests: [AppRequest] = []
        for case .deviceSoundEnds(let kind) in effects {
            guard let number = deviceSounds.removeValue(forKey: kind) else { continue }
            requests.append(.stopStream(number: number))
        }
        for case .deviceSoundBegins(let kind) in effects {
            if kind.isSystemSound {
                if let number = deviceSounds[kind] {
                    requests.append(.stopStream(number: number))
                    shortSounds.removeAll { $0.number == number }
                }
                shortSounds.append((nextDeviceSound, now + PhoneRun.shortSoundLength))
            }
            deviceSounds[kind] = nextDeviceSound
            requests.append(.startStream(number: nextDeviceSound, kind, appVolume: 1))
            nextDeviceSound += 1
        }
        return requests
    }

    private mutating func endShortSounds() {
        while violation == nil, let index = shortSounds.firstIndex(where: { $0.end <= now }) {
            let number = shortSounds.remove(at: index).number
            deviceSounds = deviceSounds.filter { $0.value != number }
            take(.app(.phone, .streamEnded(number: number)), isDerived: true)
        }
    }

    /// Length of a message tone and of a key click.
    private static let shortSoundLength = HostInterval.milliseconds(500)

    /// Describes an event in words.
    package func words(_ event: PolicyEvent) -> String { machine.words(for: event) }
}

extension PolicyEffect {
    fileprivate var isVibration: Bool { if case .vibrate = self { true } else { false } }
}
