import AppHosting
import AudioModel
import DesktopEntries
import DeviceActions
import DeviceEvents
import DeviceProtocol
import Dispatch
import HostLinux
package import LiveDevice
import SoundClient
import SoundPolicy
import SoundServer
import Synchronization

/// The device that a service decides for, with other processes as its apps.
///
/// Ownership: the queue of `environment`, on which every method must be called.
package final class ServicedDevice: ControlledDevice, @unchecked Sendable {
    /// A sound of the machine's services that the device's user has answered or stopped.
    enum StoppedSound: Sendable {
        case call(CallState)
        case alarms
    }

    /// What has happened since the last update.
    struct Update {
        var status: DeviceStatus
        /// What has happened, a line each.
        var lines: [String]
    }

    package let device: LiveDevice
    private let profile: ServiceProfile
    private let configuration: ServiceConfiguration
    package private(set) var guarded: GuardedPrograms?
    private let desktopFiles: DesktopFiles?
    var machine = MachineRoute()
    /// The app of a desktop that a window system, or a client, has told to be in front: all apps of
    /// a desktop may be active at once.
    private var desktopFront: AppID?
    /// Whether the sound server knows the state of jacks, which input devices report too.
    var hasJacks: Bool { machine.ports.hasJacks }
    private let environment: LinuxEnvironment
    private let store: DeviceStateStore
    private let publish: (Update) -> Void
    private let decided: @Sendable () -> Void
    private let stopped: @Sendable (StoppedSound) -> Void
    private let callChanged: @Sendable (CallState) -> Void
    /// Makes an output of the machine, by its name, the default one.
    let useOutput: @Sendable (String) -> Void
    private let isMachineActing = Mutex(false)
    private let isUpdateScheduled: Mutex<Bool>
    private var reporter = ActivityReporter()
    package private(set) var journal = DeviceJournal()
    private var savedMemory: DeviceMemory
    private var isSaveScheduled = false
    private var lastSave: HostTime?
    /// Writes the file, which may wait for the disk.
    private let saves = DispatchQueue(label: "sori.device.state", qos: .utility)
    /// The situation in which refused streams have last tried to start.
    private var triedSituation: DeviceStatus?

    /// Time for which changes are collected, so that a busy app costs its server little.
    private static let updateInterval = HostInterval.milliseconds(20)
    /// Least time between two writes of what is kept: a held button changes a volume many times, and
    /// a service may be killed right behind a change.
    private static let saveInterval = HostInterval.milliseconds(100)

    /// - Parameters:
    ///   - publish: Receives what has happened, on the queue.
    ///   - decided: Called while the server decides, on any thread; must return at once.
    ///   - vibrate: Called for each vibration, like `decided`.
    ///   - stopped: Called when the user has answered or ended a call, or stopped an alarm, like
    ///     `decided`.
    ///   - callChanged: Called with each state of the call, like `decided`.
    ///   - useOutput: Called on the queue with an output, by its name, that was plugged in and comes
    ///     before the one that the user has picked.
    ///   - followsMachine: Whether the route is that of the machine's sound server.
    ///   - ringTone: What the device itself rings with; `nil` for nothing.
    init(
        _ profile: ServiceProfile, _ configuration: ServiceConfiguration,
        environment: LinuxEnvironment, memory: DeviceMemory?, desktopFiles: DesktopFiles? = nil,
        store: DeviceStateStore, recorder: (any SessionRecorder)?,
        publish: @escaping @Sendable (Update) -> Void,
        decided: @escaping @Sendable () -> Void, vibrate: @escaping @Sendable () -> Void,
        stopped: @escaping @Sendable (StoppedSound) -> Void = { _ in },
        callChanged: @escaping @Sendable (CallState) -> Void = { _ in },
        useOutput: @escaping @Sendable (String) -> Void = { _ in }, followsMachine: Bool = false,
        ringTone: RingTone? = nil
    ) {
        self.profile = profile
        self.configuration = configuration
        self.environment = environment
        self.desktopFiles = desktopFiles
        self.store = store
        self.publish = publish
        self.decided = decided
        self.stopped = stopped
        self.callChanged = callChanged
        self.useOutput = useOutput
        let changed = Reference()
        let disabledRules = configuration.disabledRules(for: profile)
        let isUpdateScheduled = Mutex(false)
        var policy = PolicyConfiguration()
        // The machine's own volumes apply beside these.
        (policy.mediaVolume, policy.ringerVolume) = (1, 1)
        policy.disabledRules = disabledRules
        policy.memory = memory
        // A desktop has no ear piece.
        policy.hasReceiver = profile == .phone || followsMachine
        policy.outputFollowsPicks = followsMachine
        // A clock of the machine makes its own sound, which neither a button nor a call ends.
        policy.buttonsSnoozeAlarm = false
        policy.callsCutAlarms = false
        policy.emergencyButtons = .nothing
        // A window that becomes active is no app that returns.
        if profile == .desktop { policy.lateEndOnReturnOverride = false }
        device = LiveDevice(
            policy, clock: LiveClock(LinuxClock(queue: environment.queue)),
            // The programs that ring and remind make their own sounds.
            outputs: ringTone, recorder: recorder,
            observer: { _, _, response in
                if response.effects.contains(where: \.isVibration) { vibrate() }
                changed.device?.follow(response)
                changed.device?.scheduleUpdate()
            })
        self.isUpdateScheduled = isUpdateScheduled
        machine.isFollowed = followsMachine
        ringTone?.ring(for: device.server)
        savedMemory = device.server.inspect { $0.memory }
        changed.device = self
    }

    // MARK: The machine's own events

    /// Carries out what a service of the machine reports.
    func take(_ event: DeviceEvent) {
        isMachineActing.withLock { $0 = true }
        device.perform(event)
        isMachineActing.withLock { $0 = false }
    }

    /// Passes on what the device's user has done with a call or an alarm. While the server decides.
    private func follow(_ response: PolicyResponse) {
        for case .deviceChanged(.call(let state)) in response.effects { callChanged(state) }
        guard !isMachineActing.withLock({ $0 }) else { return }
        for case .deviceChanged(let change) in response.effects {
            switch change {
            case .call(let state): stopped(.call(state))
            case .alarm(isSounding: false), .timer(isSounding: false): stopped(.alarms)
            default: break
            }
        }
    }

    /// Begins to decide for programs that do not use Sori.
    package func guardPrograms(
        with enforcement: any StreamEnforcement, player: (any PlayerRemote)?,
        warn: @escaping (String) -> Void = { _ in }
    ) {
        guarded = GuardedPrograms(
            device, profile, configuration, enforcement: enforcement, player: player, warn: warn,
            nameOf: { [unowned self] in storyName(for: $0) },
            shownNameOf: { [unowned self] in shownName(for: $0) },
            onQueue: { [environment] in environment.onQueue($0) },
            after: { [environment] in environment.after($0, $1) })
    }

    func close() {
        save()
        saves.sync {}
        device.switchOff()
    }

    // MARK: Updates

    /// Called while the server decides, on any thread.
    private func scheduleUpdate() {
        decided()
        let isFirst = isUpdateScheduled.withLock { isScheduled in
            defer { isScheduled = true }
            return !isScheduled
        }
        if isFirst { environment.after(Self.updateInterval) { [weak self] in self?.sendUpdate() } }
    }

    /// Adds a line to the journal, behind what has happened.
    func note(_ text: String) { sendUpdate(with: text) }

    private func sendUpdate(with note: String? = nil) {
        isUpdateScheduled.withLock { $0 = false }
        var entries = reporter.newEntries(of: device)
        if let note { entries.append(ActivityLogEntry(age: device.age, event: note)) }
        let lines = entries.map { entry in
            Numeral.fixed(entry.age.seconds, places: 3) + "  " + entry.text
        }
        for line in lines { journal.add(line) }
        let status = status
        publish(Update(status: status, lines: lines))
        scheduleSave()
        // A refusal changes nothing, and so is no reason to try again.
        let situation = status.situation
        guard situation != triedSituation else { return }
        triedSituation = situation
        if status.interrupters.isEmpty { guarded?.retry() }
    }

    private func scheduleSave() {
        guard !isSaveScheduled, device.server.inspect({ $0.memory }) != savedMemory else { return }
        let wait = lastSave.map { $0 + Self.saveInterval - LinuxClock.now } ?? .zero
        guard wait > .zero else { return save() }
        isSaveScheduled = true
        environment.after(wait) { [weak self] in self?.save() }
    }

    private func save() {
        isSaveScheduled = false
        let memory = device.server.inspect { $0.memory }
        guard memory != savedMemory else { return }
        savedMemory = memory
        lastSave = LinuxClock.now
        saves.async { [store] in store.save(memory) }
    }

    // MARK: Apps

    /// Connects an app to the server, under a name of its own.
    func connect(_ app: ConnectedApp) -> any AppConnection {
        let connection = device.server.connect(app.description, app)
        var description = app.description
        description.name = storyName(for: app.introduction.name)
        device.adopt(
            ServedApp(app, as: connection.app), as: description,
            shownAs: shownName(for: app.introduction.name))
        return connection
    }

    /// A name of the scenario language that no running app has.
    private func storyName(for name: String) -> String {
        appName(for: name, unlike: device.runningStoryNames)
    }

    /// The name that people see of a program, which no running app has.
    private func shownName(for name: String) -> String {
        programName(for: name, unlike: device.runningNames)
    }

    /// Opens an app that has connected, as its user has opened its program.
    func welcomed(_ app: ConnectedApp) {
        if profile == .desktop || !app.introduction.isInBackground { device.server.open(app.app) }
    }

    /// Called when an app's process is gone.
    func left(_ app: ConnectedApp) { scheduleUpdate() }

    /// Brings an app to the front, by its name in any case.
    package func bringToFront(_ name: String) throws(DeviceActError) {
        let app = try runningApp(name)
        desktopFront = app.app
        device.handleDeadlines()
        device.server.open(app.app)
    }

    /// Follows the window in front, and so brings its app to the front.
    ///
    /// On a phone, the app that was in front goes to the background, also when the window's app has
    /// no sound, or there is no window.
    func take(frontWindow window: FrontWindow?) {
        guarded?.frontWindow = window
        device.handleDeadlines()
        desktopFront = window.flatMap(app(of:))
        if let app = desktopFront {
            device.server.open(app)
        } else if profile == .phone {
            leaveFront()
        }
    }

    private func app(of window: FrontWindow) -> AppID? {
        let served = device.externalApps.lazy.compactMap { $0 as? ServedApp }.first { served in
            window.isApp(ofProcess: served.connected.processID, names: served.names(desktopFiles))
        }
        return served?.app ?? guarded?.app(of: window)
    }

    /// Sends the app that is in front to the background.
    package func leaveFront() {
        let name = desktopFront.map { device.name(of: $0) } ?? device.snapshot.front?.name
        desktopFront = nil
        guard let name, let app = device.externalApp(named: name) else {
            return
        }
        device.server.leave(app.app)
    }

    /// The name that the device has for an app: its own in any case, one of its process, or another
    /// of its program's.
    package func knownName(_ name: String) -> String? {
        let wanted = name.lowercased()
        let apps = status.apps
        return apps.first { $0.name.lowercased() == wanted }?.name
            ?? Int32(name).flatMap { id in apps.first { $0.process == id } }?.name
            ?? guarded?.app(called: wanted).map { device.name(of: $0) }
    }

    private func runningApp(_ name: String) throws(DeviceActError) -> any ExternalApp {
        let found = knownName(name)
        guard let found, let app = device.externalApp(named: found) else {
            throw .noApp(name, among: status.apps.map(\.name))
        }
        return app
    }

    // MARK: Actions

    /// Parses a command.
    static func command(_ text: String) throws(DeviceActError) -> DeviceCommand {
        do throws(PhoneActError) {
            return try DeviceCommand(parsing: text)
        } catch {
            throw .notUnderstood(error.message)
        }
    }

    // MARK: What it shows

    package var log: [String] { journal.last(Self.logLinesMax) }

    /// Lines that the command `log` shows.
    private static let logLinesMax = 20

    package var status: DeviceStatus {
        let refused = guarded?.refused ?? []
        var status = DeviceStatus(
            device.snapshot, profile.rawValue, processes: processes,
            refused: Set(refused.map { device.name(of: $0) }), refusals: refusals)
        status.setHeldStreams(guarded?.heldStreams ?? [:])
        status.isWaitedFor = guarded?.isWaitedFor
        status.sink = machine.ports.current?.sinkName
        // Without windows, none of a desktop's programs is in front of the others.
        if profile == .desktop {
            let front = desktopFront.map { device.name(of: $0) }
            status.frontApp = status.apps.first { $0.name == front }?.name
        }
        return status
    }
}

/// The device, for an observer that is made before it.
///
/// Ownership: set once, before the first event.
private final class Reference: @unchecked Sendable {
    weak var device: ServicedDevice?
}

extension PolicyEffect {
    fileprivate var isVibration: Bool { if case .vibrate = self { true } else { false } }
}
