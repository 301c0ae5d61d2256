package import AppHosting
package import AudioModel
package import DBus
package import DesktopEntries
package import DeviceEvents
import Dispatch
import Glibc
package import HostLinux
package import InputDevices
package import LiveDevice
import SoundPolicy
import SoundServer
import Synchronization

/// The device service: one policy for all programs of a machine, on the machine's clock. Any thread.
///
/// Programs that use Sori connect to its socket; the message bus shows and drives it.
package final class DeviceServiceHost: Sendable {
    package struct Options: Sendable {
        /// The profile for a configuration that names none.
        package var profile = ServiceProfile.desktop
        package var configuration = ServiceConfiguration()
        /// The socket on which programs connect.
        package var socketPath: String
        /// The folder of what is kept between two runs.
        package var stateFolder: String
        package var address = DBusAddress.session
        /// Which keys, switches and jacks of the machine act on the device; `nil` for none, and for
        /// no motor that vibrates.
        package var input: InputOptions?
        /// Whether the service decides for programs that do not use Sori, too.
        package var guardsPrograms = false
        /// Where the app in front is looked for; `nil` when only the message bus tells it.
        package var foreground: ForegroundOptions?
        /// The apps that are installed.
        package var desktopFiles: DesktopFiles?
        /// Keeps what happens, as a story for example; `nil` when nothing is kept.
        package var recorder: (any SessionRecorder)?
        /// What is followed over D-Bus besides: calls, the session's lock, the machine's sleep.
        package var events = DeviceEventMonitor.Options()
        /// What the device itself rings with for a call; `nil` for nothing.
        package var ringTone: RingTone?
        /// Called once, on any thread, when the service decides and answers: it has its name on the
        /// bus and knows the programs' streams, or there is no bus or no sound server now.
        package var ready: @Sendable () -> Void = {}
        /// Receives messages for the user.
        package var log: @Sendable (String) -> Void

        package init(
            socketPath: String, stateFolder: String, log: @escaping @Sendable (String) -> Void
        ) {
            self.socketPath = socketPath
            self.stateFolder = stateFolder
            self.log = log
        }
    }

    /// Why a service ends by itself.
    package enum Ending: Sendable {
        /// Another service has the name on the bus.
        case nameTaken
    }

    private enum StartStep {
        case sockets, name, streams
    }

    private let options: Options
    package let environment: LinuxEnvironment
    private let device: ServicedDevice
    private let sockets = Mutex<AppSocketServer?>(nil)
    /// Has the service's name, and answers its callers.
    private let connection: DBusConnection?
    /// Follows other programs: what they send delays no caller.
    let followingBus: DBusConnection?
    let followers = JournalFollowers()
    private let events = MachineEvents()
    private let peripherals = Mutex<DevicePeripherals?>(nil)
    let streams = Mutex<PipeWireGuard?>(nil)
    private let windows = Mutex<ForegroundObserver?>(nil)
    private let players: MPRISPlayers?
    /// The processes that have connected, each as often as it has.
    private let served = Mutex<[Int32: Int]>([:])
    private let ended: @Sendable (Ending) -> Void
    /// The properties that the bus knows.
    private let published = Mutex<[String: DBusValue]>([:])
    private let isClosed = Atomic(false)
    /// What the service waits for until it is ready.
    private let pending: Mutex<Set<StartStep>>

    /// Starts the service.
    ///
    /// - Parameter ended: Called when the service cannot go on; the caller then closes it.
    /// - Throws: The socket cannot be made; another service has it, for example.
    package init(_ options: Options, ended: @escaping @Sendable (Ending) -> Void)
        throws(AppSocketError)
    {
        self.options = options
        self.ended = ended
        pending = Mutex(
            options.guardsPrograms ? [.sockets, .name, .streams] : [.sockets, .name])
        environment = LinuxEnvironment(label: "sori.device")
        let store = DeviceStateStore(folder: options.stateFolder, log: options.log)
        let owner = WeakHost()
        device = ServicedDevice(
            options.configuration.profile ?? options.profile, options.configuration,
            environment: environment, memory: store.load(),
            desktopFiles: options.desktopFiles, store: store,
            recorder: options.recorder, publish: { owner.value?.publish($0) },
            decided: { owner.value?.sockets.withLock { $0 }?.sessionsChanged() },
            vibrate: { owner.value?.peripherals.withLock { $0 }?.vibrate() },
            stopped: { owner.value?.events.stopped($0) },
            callChanged: { state in
                owner.value?.streams.withLock { $0 }?.callChanged(isConnected: state == .connected)
            },
            useOutput: { name in owner.value?.streams.withLock { $0 }?.use(outputNamed: name) },
            followsMachine: options.guardsPrograms && PipeWireGuard.isSupported,
            ringTone: options.ringTone)
        let hasBus = DBusConnection.isSupported && options.address.mayExist
        let access = DBusAccessPolicy(
            allowances: { options.configuration.allowances },
            refused: { owner.value?.log(refusal: $0) })
        func connect(_ stateChanged: @escaping @Sendable (Bool) -> Void) -> DBusConnection? {
            guard hasBus else { return nil }
            return DBusConnection(
                to: options.address, access: access, stateChanged: stateChanged
            ) { sender, why in owner.value?.log(limit: why, reachedBy: sender) }
        }
        connection = connect { _ in }
        followingBus = connect { isConnected in
            if isConnected { owner.value?.players?.begin() }
        }
        players =
            options.guardsPrograms
            ? followingBus.map {
                MPRISPlayers(
                    on: $0, pausedPath: PausedPlayers.path(besideSocket: options.socketPath))
            } : nil
        owner.set(self)
        if followingBus?.isConnected == true { players?.begin() }
        let device = device
        let server = try AppSocketServer(
            at: options.socketPath,
            AppSocketServer.Handlers(
                connect: { app in
                    // Before it may sound: its streams are not the guard's.
                    owner.value?.served.withLock { $0[app.processID, default: 0] += 1 }
                    return AllowedConnection(
                        device.connect(app),
                        of: ConnectedProgram(process: app.processID, access))
                },
                connected: { device.welcomed($0) },
                disconnected: { [environment] app in
                    owner.value?.served.withLock { served in
                        served[app.processID, default: 1] -= 1
                        if served[app.processID] == 0 { served[app.processID] = nil }
                    }
                    environment.onQueue { device.left(app) }
                },
                log: options.log,
                performSync: { [environment] in environment.queue.sync(execute: $0) }))
        sockets.withLock { $0 = server }
        var followed = options.events
        followed.sources.subtract(options.configuration.eventsOff)
        events.start(
            followed, on: self,
            perform: { [environment] act in environment.queue.sync { device.take(act) } },
            sleepChanged: { [environment] event in
                environment.queue.sync {
                    switch event {
                    case .sleepBegins: device.guarded?.sleepBegins()
                    case .sleepEnds: device.guarded?.sleepEnds()
                    }
                }
            })
        if let input = options.input { connectPeripherals(input) }
        if options.guardsPrograms { guardPrograms() }
        if let foreground = options.foreground, options.configuration.followsWindows {
            observeWindows(foreground)
        }
        isDone(.sockets)
        guard let connection else {
            isDone(.name)
            return
        }
        connection.export([interface], at: DeviceServiceNames.path)
        connection.requestName(DeviceServiceNames.busName) { [weak self] result in
            self?.nameAnswered(result)
        }
    }

    /// Disconnects all programs, which then decide for themselves, and leaves the bus. A service
    /// must be closed before it is released.
    package func close() {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        peripherals.withLock { $0 }?.close()
        windows.withLock { $0 }?.close()
        streams.withLock { $0 }?.close()
        sockets.withLock { $0 }?.close()
        events.close()
        options.ringTone?.close()
        environment.queue.sync { device.close() }
        players?.close()
        if options.guardsPrograms { GuardRecord(besideSocket: options.socketPath).remove() }
        followingBus?.close()
        followers.removeAll()
        connection?.close()
    }

    private func isDone(_ step: StartStep) {
        let isLast = pending.withLock { $0.remove(step) != nil && $0.isEmpty }
        if isLast { options.ready() }
    }

    private func guardPrograms() {
        // Before anything is silenced or paused.
        GuardRecord(besideSocket: options.socketPath).write()
        let (device, environment) = (device, environment)
        let streams = PipeWireGuard(
            isServed: { [weak self] process in
                process == getpid() || self?.served.withLock { $0[process] } != nil
            },
            PipeWireGuard.Handlers(
                appeared: { device.guarded?.appeared($0) },
                soundingChanged: { device.guarded?.setSounding($0, isMoved: $1, $2) },
                disappeared: { device.guarded?.disappeared($0) },
                allDisappeared: { device.guarded?.allDisappeared() },
                portsChanged: { device.take($0) },
                outputChosen: { device.machine.ports.isOwnChoice = $0 },
                answered: { [weak self] in self?.isDone(.streams) }, log: options.log),
            desktopFiles: options.desktopFiles, queue: { environment.onQueue($0) })
        environment.queue.sync { [log = options.log] in
            device.guardPrograms(with: streams, player: players, warn: log)
        }
        self.streams.withLock { $0 = streams }
    }

    private func observeWindows(_ foreground: ForegroundOptions) {
        let (device, environment) = (device, environment)
        let observer = ForegroundObserver(foreground) { app in
            environment.onQueue { device.take(frontWindow: app.map(FrontWindow.init)) }
        }
        windows.withLock { $0 = observer }
    }

    private func connectPeripherals(_ input: InputOptions) {
        var input = input
        if options.configuration.muteKeyMovesSwitch { input.muteKey = true }
        let (device, environment) = (device, environment)
        let made = DevicePeripherals(input, on: followingBus, log: options.log) { action in
            environment.onQueue { device.take(action) }
        }
        peripherals.withLock { $0 = made }
    }

    private func nameAnswered(_ result: Result<DBusNameReply, DBusError>) {
        switch result {
        case .success(.primaryOwner), .success(.alreadyOwner): isDone(.name)
        case .success(.inQueue), .success(.exists): ended(.nameTaken)
        case .failure(let error):
            options.log("the service has no name on the session bus: \(error.message)")
            isDone(.name)
        }
    }

    /// Says in the journal which program asks or tells too much.
    private func log(limit why: String, reachedBy sender: String) {
        let ask = DBusMethodCall(
            to: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus", member: "GetConnectionUnixProcessID",
            arguments: [.string(sender)])
        // The answer waits behind what the sender has sent.
        connection?.call(ask, timeoutSeconds: 60) { [log = options.log] result in
            let process = (try? result.get())?.first?.integer.flatMap { Int32(exactly: $0) }
            let program = process.map { "\(executableName(of: $0) ?? "a program"), process \($0)" }
            log("\(sender) on the bus (\(program ?? "a program that has left")): \(why)")
        }
    }

    /// Says in the journal that a program was refused something. On a thread of the bus.
    private func log(refusal message: String) {
        options.log(message)
        environment.onQueue { [device] in device.note(message) }
    }

    // MARK: The device

    /// Runs a closure with the device, and waits for it.
    package func withDevice<Value>(_ body: (ServicedDevice) -> Value) -> Value {
        environment.queue.sync { body(device) }
    }

    /// The connection to the session bus, if there is one.
    var sessionBus: DBusConnection? { connection }

    /// Answers and ends the machine's calls for the device's user.
    package var callControl: CallControl? { events.callControl }

    /// The present state.
    package var status: DeviceStatus { withDevice { $0.status } }

    /// Time since the device was switched on.
    package var age: HostInterval { withDevice { $0.device.age } }

    /// Carries out an action of the device's user: `switch silent`.
    package func perform(_ action: String) throws(DeviceActError) { _ = try carryOut(action) }

    /// Brings the app of a process, or of an app ID, to the front; neither for none.
    func setForeground(process: Int32, appID: String) {
        let window =
            process > 0 || !appID.isEmpty
            ? FrontWindow(process: process, appID: appID, options.desktopFiles) : nil
        withDevice { $0.take(frontWindow: window) }
    }

    /// Carries out what the machine's user does, as its input devices report it.
    package func take(_ action: InputAction) { withDevice { $0.take(action) } }

    // MARK: Updates on the bus

    /// Tells the bus what has changed. On the device's queue.
    private func publish(_ update: ServicedDevice.Update) {
        guard let connection else { return }
        followers.send(update.lines, on: connection)
        let values = Self.properties(of: update.status)
        let changed = published.withLock { published in
            let changed = values.filter { published[$0.0] != $0.1 }.map(\.0)
            published = Dictionary(values) { $1 }
            return changed
        }
        guard !changed.isEmpty else { return }
        connection.propertiesChanged(
            changed, in: DeviceServiceNames.interface, at: DeviceServiceNames.path)
    }
}

/// The host, for callbacks that are made before it.
private final class WeakHost: Sendable {
    private struct Reference: Sendable { weak var host: DeviceServiceHost? }
    private let reference = Mutex(Reference())

    var value: DeviceServiceHost? { reference.withLock { $0.host } }
    func set(_ host: DeviceServiceHost) { reference.withLock { $0.host = host } }
}
