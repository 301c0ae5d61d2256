package import AudioModel
package import DeviceActions
package import SoundPolicy
package import SoundServer

/// A device on a clock of its own: it carries out what its user and its surroundings do at once, and
/// tells what follows. Its apps are other processes, or those of whatever drives it.
///
/// Ownership: the queue on which its clock calls, on which every method must be called.
package final class LiveDevice: @unchecked Sendable {
    package let server: Server
    package let clock: any ServerClock
    /// Time at which it was switched on.
    package let start: HostTime
    package let profile: PhoneProfile
    /// Keeps what happens.
    private let recorder: (any SessionRecorder)?
    /// Apps that whatever drives the device has itself; `nil` for none.
    package weak var builtInApps: (any BuiltInApps)?

    let log = ResponseLog(entriesMax: LiveDevice.eventsMax, keepsRefusals: true)
    let failedCommands = FailedCommandLog()
    /// An external app with its names; an ended one is kept until another with its name connects.
    struct NamedApp {
        /// The name that people see.
        var name: String
        /// The name in a recording, valid in the scenario language.
        var storyName: String
        var externalApp: any ExternalApp
    }

    var namedApps: [NamedApp] = []
    /// Names of streams of built-in apps; those of ended streams are kept while the log may mention
    /// them.
    private var streamNames = RecentNames<StreamID>()

    /// Limit of events between two reads of the log.
    private static let eventsMax = 2_000

    /// - Parameters:
    ///   - outputs: The motor and the device's own sounds; `nil` for a device without them.
    ///   - recorder: Keeps what happens; `nil` where nothing is kept.
    ///   - observer: Called while the server decides.
    package init(
        _ configuration: PolicyConfiguration, clock: any ServerClock,
        outputs: (any DeviceOutputs)? = nil, recorder: (any SessionRecorder)? = nil,
        observer: PolicyObserver? = nil
    ) {
        self.clock = clock
        self.recorder = recorder
        profile = configuration.profile
        start = clock.now
        let log = log
        server = Server(
            configuration: configuration, clock: clock, outputs: outputs,
            observer: {
                log.append($0, $1, $2)
                recorder?.note($0, $1, $2)
                observer?($0, $1, $2)
            })
        recorder?.begin(at: start)
        // What the device remembers is how its recording begins.
        if configuration.memory != nil { recorder?.begin(with: snapshot.device) }
        server.observeReports { [failedCommands] in failedCommands.append($0, $1, $2) }
    }

    /// Time since it was switched on.
    package var age: HostInterval { clock.now - start }

    package enum Outcome: Equatable, Sendable {
        case done
        /// The action was carried out and refused with an error.
        case refused(SessionError)
        /// The action is impossible now and was not carried out; the text says why.
        case impossible(String)
    }

    /// Meets the deadlines that are due, so that the next action comes after them.
    package func handleDeadlines() { server.handleDeadlines() }

    /// Carries out an event of the device and records it.
    @discardableResult
    package func perform(_ event: DeviceEvent) -> Outcome { perform(.event(event)) }

    /// Carries out an action of the device's user and records it.
    @discardableResult
    package func perform(_ act: PhoneAct) -> Outcome {
        perform(
            unless: { problem(with: act) }, record: { recorder?.add(act, refusal: $0) }
        ) { () throws(SessionError) in
            guard let builtInApps else { return server.perform(act) }
            try builtInApps.carryOut(act)
        }
    }

    /// Carries out an action, and has it recorded.
    ///
    /// - Parameters:
    ///   - problem: Returns why it is impossible now; `nil` if it is possible.
    ///   - record: Records it, with the error by which it was refused.
    package func perform(
        unless problem: () -> String?, record: (SessionError?) -> Void,
        _ body: () throws(SessionError) -> Void
    ) -> Outcome {
        handleDeadlines()
        if let problem = problem() { return .impossible(problem) }
        recorder?.beginAct(at: .zero + age)
        var refusal: SessionError?
        do throws(SessionError) { try body() } catch { refusal = error }
        if refusal == .resourceNotAvailable {
            return .impossible("the machine has no output for it")
        }
        record(refusal)
        return refusal.map { .refused($0) } ?? .done
    }

    /// The reason why an action of the device's user is impossible now; `nil` if it is possible.
    package func problem(with act: PhoneAct) -> String? {
        guard case .event(let event) = act else { return nil }
        return switch event {
        case .portUnplugged(let port) where port.kind.isBuiltIn: "\(port) is part of the phone"
        case .headsetPressed where !server.inspect { $0.hasHeadsetButton },
            .headsetHeld where !server.inspect { $0.hasHeadsetButton }:
            "no headset with a button is connected"
        case .routePicked(let port):
            server.inspect { $0.mayBePicked(port) } ? nil : "\(port) is not plugged in"
        default: server.inspect { $0.missingObject(of: event) }
        }
    }

    /// Ends every external app.
    package func switchOff() {
        for named in namedApps { server.end(named.externalApp.app, .killed) }
    }

    // MARK: Apps

    /// Number of external apps at which the ended ones are removed.
    private static let externalAppsMax = 256

    /// Adds an app that has connected to the server. Its requests are recorded.
    ///
    /// - Parameters:
    ///   - description: The app with the name that it has in a recording.
    ///   - name: The name that people see; `nil` for the same. An external app that had this name
    ///     before is replaced.
    package func adopt(
        _ externalApp: any ExternalApp, as description: AppDescription, shownAs name: String? = nil
    ) {
        let name = name ?? description.name
        namedApps.removeAll { $0.name == name }
        if namedApps.count >= Self.externalAppsMax {
            namedApps.removeAll { entry in
                server.inspect { $0.state(of: entry.externalApp.app) } == .notRunning
            }
        }
        namedApps.append(
            NamedApp(name: name, storyName: description.name, externalApp: externalApp))
        recorder?.follow(externalApp.app, description, at: .zero + age) { [weak externalApp] in
            externalApp?.exitStatus == 0
        }
    }

    /// The external apps added so far, the last one per name; ended ones too.
    package var externalApps: [any ExternalApp] { namedApps.map(\.externalApp) }

    /// The external app with this name, while it runs.
    package func externalApp(named name: String) -> (any ExternalApp)? {
        guard let externalApp = namedApps.first(where: { $0.name == name })?.externalApp,
            server.inspect({ $0.state(of: externalApp.app) }) != .notRunning
        else { return nil }
        return externalApp
    }

    // MARK: Names

    /// The names that running external apps have in a recording.
    package var runningStoryNames: [String] { running.map(\.storyName) }
    /// The names of running external apps that people see.
    package var runningNames: [String] { running.map(\.name) }

    private var running: [NamedApp] {
        namedApps.filter { named in
            server.inspect { $0.state(of: named.externalApp.app) } != .notRunning
        }
    }

    /// The name of an app; `an app` for one that is unknown.
    package func name(of app: AppID) -> String {
        if app == .phone { return "phone" }
        return name(ofRunning: app) ?? "an app"
    }

    /// The name of an app that is known to the device; `nil` for others.
    func name(ofRunning app: AppID) -> String? {
        builtInApps?.builtInApps.first { $0.app == app }?.name
            ?? namedApps.first { $0.externalApp.app == app }?.name
    }

    /// Names a stream of a built-in app: `Music.song`.
    package func setName(_ name: String, of stream: StreamID) {
        streamNames.set(name, of: stream)
    }

    func name(of stream: StreamID) -> String {
        streamNames[stream] ?? "\(name(of: stream.app)).\(Self.streamName(stream.number))"
    }

    /// The name of an external app's stream, without the app: `stream1`.
    package static func streamName(_ number: Int) -> String { "stream\(number)" }

    func name(of actor: Actor) -> String {
        switch actor {
        case .app(let app): name(of: app)
        case .system(let interrupter): interrupter.rawValue
        }
    }
}

extension Server {
    /// Carries out an action of the device's user.
    ///
    /// - Parameter whileLost: Called while the media services are lost.
    package func perform(_ act: PhoneAct, whileLost: () -> Void = {}) {
        switch act {
        case .press(let button, let times): for _ in 0..<times { send(.volumePressed(button)) }
        case .slider(let volume): send(.volumeSet(.media, Float(volume)))
        case .event(let event): send(event)
        case .mediaServicesReset:
            send(.mediaServicesLost)
            whileLost()
            send(.mediaServicesReset)
        // The phone that has the apps ends them.
        case .erased: break
        }
    }
}
