import AudioModel
import DeviceActions
import DeviceEvents
import LiveDevice
import ScenarioLanguage
import SimulatedDevice
import SoundPolicy
import SoundServer
import Synchronization
import Testing

import DeviceService

/// Notes the gains of streams, and what players are told.
final class GuardRecorder: StreamEnforcement, PlayerRemote {
    struct State {
        var gains: [UInt64: Float] = [:]
        var ramps: [UInt64: HostInterval] = [:]
        var players: [Int32: Bool] = [:]
    }
    let state = Mutex(State())

    func setGain(_ gain: Float, ramp: HostInterval, ofStream serial: UInt64) {
        state.withLock { ($0.gains[serial], $0.ramps[serial]) = (gain, ramp) }
    }
    func pause(process: Int32, isInterruption: Bool) -> Bool {
        state.withLock { state in
            guard state.players[process] == true else { return false }
            state.players[process] = false
            return true
        }
    }
    func interruptionEnded(process: Int32) {}
    func play(process: Int32) -> Bool {
        state.withLock { $0.players[process] = true }
        return true
    }
    func perform(_ command: RemoteCommand, process: Int32) {}

    func gain(_ serial: UInt64) -> Float? { state.withLock { $0.gains[serial] } }
}

/// A device in virtual time with programs that do not use Sori.
struct GuardedDevice {
    let driver = VirtualDriver()
    let phone: LiveDevice
    let recorder = GuardRecorder()
    private let story = LiveRecorder(path: "recorded", setup: PhoneSetup())
    let programs: GuardedPrograms
    /// What is due after a time.
    private let later = Later()

    init(_ profile: ServiceProfile = .desktop, _ configuration: String = "") {
        let configuration = ServiceConfiguration.parse(configuration).configuration
        var policy = PolicyConfiguration()
        policy.mediaVolume = 1
        policy.disabledRules = configuration.disabledRules(for: profile)
        phone = LiveDevice(
            policy, clock: driver.world.clock, recorder: story)
        programs = GuardedPrograms(
            phone, profile, configuration, enforcement: recorder, player: recorder,
            streamsMax: 64,
            nameOf: { appName(for: $0, unlike: []) }, onQueue: { $0() },
            after: { [later, driver] interval, block in
                later.add(driver.world.clock.now + interval, block)
            })
    }

    /// What has happened so far, as a story.
    var recordedStory: String { story.scenario(endingAt: .zero + phone.age).description }

    /// Lets a program's stream appear and sound.
    ///
    /// - Parameter server: The process of a sound server, for a program of unknown process.
    func start(
        _ serial: UInt64, _ name: String, role: String?, isRecording: Bool = false,
        process: Int32? = nil, server: Int32? = nil
    ) {
        programs.appeared(
            GuardedStream(
                serial: serial, processID: server ?? process ?? Int32(serial),
                isProcessKnown: server == nil, programName: name,
                facts: ProgramFacts(names: [name], role: role, isRecording: isRecording)))
        programs.setSounding(true, serial)
    }

    /// Lets the sound server move a stream to another output.
    func move(_ serial: UInt64) {
        programs.setSounding(false, serial)
        programs.setSounding(true, isMoved: true, serial)
    }

    func perform(_ event: DeviceEvent) {
        #expect(phone.perform(event) == .done)
        programs.retry()
    }

    func advance(seconds: Int64) {
        for _ in 0..<seconds * 10 {
            driver.advance(by: .milliseconds(100), nil)
            later.run(at: driver.world.clock.now)
        }
    }

    func state(_ name: String) -> String? {
        phone.snapshot.streams.first { $0.name.hasPrefix(name + ".") }?.verdict.state.rawValue
    }
}

private final class Later: Sendable {
    private let blocks = Mutex<[(HostTime, @Sendable () -> Void)]>([])
    func add(_ time: HostTime, _ block: @escaping @Sendable () -> Void) {
        blocks.withLock { $0.append((time, block)) }
    }
    func run(at now: HostTime) {
        let due = blocks.withLock { blocks in
            let due = blocks.filter { $0.0 <= now }
            blocks.removeAll { $0.0 <= now }
            return due
        }
        for (_, block) in due { block() }
    }
}
