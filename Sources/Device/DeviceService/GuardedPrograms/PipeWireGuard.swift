import AudioModel
import DesktopEntries
import DeviceEvents
import HostLinux
import ProgramStreams
import Synchronization

/// The programs of the machine's sound server: their streams reach the device, and its decisions the
/// streams. Any thread.
final class PipeWireGuard: StreamEnforcement {
    /// What the guard tells the device, all on the device's queue.
    struct Handlers: Sendable {
        var appeared: @Sendable (GuardedStream) -> Void
        /// A stream has started or stopped to sound; `isMoved` where it sounds again at another output.
        var soundingChanged:
            @Sendable (_ isSounding: Bool, _ isMoved: Bool, _ serial: UInt64) -> Void
        var disappeared: @Sendable (_ serial: UInt64) -> Void
        var allDisappeared: @Sendable () -> Void
        var portsChanged: @Sendable ([AudioPort]) -> Void
        /// The default output is this service's choice from now on, or another program's.
        var outputChosen: @Sendable (_ isOwn: Bool) -> Void
        /// The server has reported what there is, or cannot be reached.
        var answered: @Sendable () -> Void
        /// Called at once, on any thread.
        var log: @Sendable (String) -> Void
    }

    private let desktopFiles: DesktopFiles?

    #if PipeWire
        private let streams = Mutex<ProgramStreamGuard?>(nil)
        static let isSupported = true
    #else
        static let isSupported = false
    #endif
    /// The sinks of one stream.
    private struct Sinks {
        /// The sink that it plays to; `nil` for none, and for a stream that records.
        var present: String?
        /// The sink at which it has sounded last.
        var sounded: String?
    }

    /// The sinks of streams, by the streams' serials.
    private let sinks = Mutex<[UInt64: Sinks]>([:])
    private let isConnected = Mutex(false)

    /// - Parameters:
    ///   - isServed: Whether a process has connected to the service, which decides for it by that
    ///     connection. Called on the guard's thread; must return at once.
    ///   - desktopFiles: The apps that are installed; `nil` for none.
    ///   - queue: Runs a block on the device's queue, in order.
    init(
        isServed: @escaping @Sendable (Int32) -> Bool, _ handlers: Handlers,
        desktopFiles: DesktopFiles?,
        queue: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) {
        self.desktopFiles = desktopFiles
        #if PipeWire
            var options = ProgramStreamGuard.Options()
            options.desktopFiles = desktopFiles
            do throws(ProgramStreamGuard.StartError) {
                let streams = try ProgramStreamGuard(
                    options,
                    excluding: { owner in
                        [owner.process, owner.connection].contains {
                            $0.map { isServed($0.id) } == true
                        }
                    },
                    handler: { [weak self] event in
                        if case .warning(let warning) = event { return handlers.log("\(warning)") }
                        queue { [weak self] in self?.take(event, handlers) }
                    })
                self.streams.withLock { $0 = streams }
            } catch {
                handlers.log(
                    "other programs are not decided for: the guard cannot start (\(error.code))")
                handlers.answered()
            }
        #else
            handlers.log("other programs are not decided for: built without PipeWire")
            handlers.answered()
        #endif
    }

    /// Gives all streams back. Not on the guard's thread.
    func close() {
        #if PipeWire
            streams.withLock { $0 }?.shutdown()
        #endif
    }

    func setGain(_ gain: Float, ramp: HostInterval, ofStream serial: UInt64) {
        #if PipeWire
            let milliseconds = Int(clamping: ramp.nanoseconds / 1_000_000)
            streams.withLock { $0 }?.set(gain: gain, rampMilliseconds: milliseconds, for: serial)
        #endif
    }

    // MARK: The machine's outputs

    /// The sinks that streams play to, by the streams' serials.
    var targets: [UInt64: String] { sinks.withLock { $0.compactMapValues(\.present) } }

    /// Makes an output, by `AudioPort.name`, the default one.
    func use(outputNamed name: String) {
        #if PipeWire
            streams.withLock { $0 }?.use(outputNamed: name)
        #endif
    }

    /// Puts the card of the output into its profile for calls, and back.
    func callChanged(isConnected: Bool) {
        #if PipeWire
            streams.withLock { $0 }?.setCallProfile(isConnected)
        #endif
    }

    #if PipeWire
        var unobservedStreams: [String: Int] {
            streams.withLock { $0 }?.unobservedStreams ?? [:]
        }

        var isWaitedFor: Bool? {
            isConnected.withLock { $0 } ? streams.withLock { $0 }?.isWaitedFor : nil
        }
    #endif

    // MARK: Events

    private func noteTarget(of event: ProgramStreamEvent) {
        switch event {
        case .appeared(let stream), .changed(let stream), .soundingChanged(let stream):
            guard stream.direction == .playback else { return }
            sinks.withLock { $0[stream.serial, default: Sinks()].present = stream.target?.name }
        case .disappeared(let stream): sinks.withLock { $0[stream.serial] = nil }
        case .serverGone: sinks.withLock { $0 = [:] }
        case .serverReturned, .portsChanged, .outputChosen, .warning: break
        }
    }

    /// Notes where a stream sounds.
    ///
    /// - Returns: Whether it sounded somewhere else before.
    private func noteSound(of stream: ProgramStream) -> Bool {
        guard stream.isSounding, let sink = stream.target?.name else { return false }
        return sinks.withLock { sinks in
            let before = sinks[stream.serial]?.sounded
            sinks[stream.serial, default: Sinks()].sounded = sink
            return before.map { $0 != sink } ?? false
        }
    }

    /// On the device's queue.
    private func take(_ event: ProgramStreamEvent, _ handlers: Handlers) {
        noteTarget(of: event)
        switch event {
        case .appeared(let stream):
            guard !stream.isExcluded else { return }
            guard stream.direction != .monitorCapture else {
                // It hears what the speaker plays, and no microphone.
                return setGain(1, ramp: .zero, ofStream: stream.serial)
            }
            handlers.appeared(GuardedStream(stream, desktopFiles))
            if stream.isSounding {
                handlers.soundingChanged(true, noteSound(of: stream), stream.serial)
            }
        case .soundingChanged(let stream):
            handlers.soundingChanged(stream.isSounding, noteSound(of: stream), stream.serial)
        case .disappeared(let stream): handlers.disappeared(stream.serial)
        case .serverGone(let why):
            isConnected.withLock { $0 = false }
            handlers.allDisappeared()
            handlers.log(
                "no PipeWire server answers (\(why)): programs that do not use Sori are left "
                    + "to themselves until it runs")
            handlers.answered()
        case .serverReturned:
            isConnected.withLock { $0 = true }
            handlers.answered()
        case .portsChanged(let ports): handlers.portsChanged(ports)
        case .outputChosen(let isOwn): handlers.outputChosen(isOwn)
        case .changed, .warning: break
        }
    }
}

extension GuardedStream {
    fileprivate init(_ stream: ProgramStream, _ desktopFiles: DesktopFiles?) {
        let owner = stream.owner
        let entry = owner.app.flatMap { desktopFiles?.entry(appID: $0.name) }
        let names = [
            owner.app?.name, owner.flatpakAppID, owner.executableName, owner.commandName,
            stream.applicationName, stream.nodeName,
        ].compactMap { $0 }
        self.init(
            serial: stream.serial,
            processID: owner.process?.id ?? owner.connection?.id ?? 0,
            isProcessKnown: owner.process != nil,
            programName: Self.programName(of: owner) ?? names.first ?? "program",
            facts: ProgramFacts(
                names: names, role: stream.mediaRole,
                desktopCategories: entry?.categories ?? [],
                isRecording: stream.direction == .capture))
    }

    /// What the user calls a program: the command that starts it.
    private static func programName(of owner: StreamOwner) -> String? {
        let command = owner.commandName ?? owner.executableName
        if let command, !DesktopEntryIndex.isLauncher(command) { return command }
        // An interpreter is not the program that it runs.
        let app = owner.app?.name.split(separator: ".").last.map(String.init)
        return app ?? command ?? owner.claims.processBinary.map(fileName)
    }

    private static func fileName(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}
