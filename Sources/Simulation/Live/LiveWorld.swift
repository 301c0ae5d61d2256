import AudioModel
import SoundClient
import SoundMixer
import SoundServer
import Synchronization

/// What a phone that lives in real time stands on: a clock, a thread and the devices of a machine.
package struct LiveWorld: Sendable {
    package var clock: any ServerClock
    /// Everything of the phone's runs on its queue; the clock's alarms too.
    package var environment: any AppEnvironment
    /// An output for one app, of this name; `nil` when someone else pulls from its mixer.
    package var makeOutput: @Sendable (_ app: String) -> (any OutputDevice)?
    /// A microphone for one app; `nil` for none, which hears nothing.
    package var makeMicrophone: @Sendable (_ app: String) -> (any InputDevice)?

    /// Runs something on the environment's queue, and waits for it. Any other thread.
    package var inTurn: @Sendable (() -> Void) -> Void

    package init(
        clock: any ServerClock, environment: any AppEnvironment,
        makeOutput: @escaping @Sendable (_ app: String) -> (any OutputDevice)? = { _ in nil },
        makeMicrophone: @escaping @Sendable (_ app: String) -> (any InputDevice)? = { _ in nil },
        inTurn: @escaping @Sendable (() -> Void) -> Void = { $0() }
    ) {
        self.clock = clock
        self.environment = environment
        self.makeOutput = makeOutput
        self.makeMicrophone = makeMicrophone
        self.inTurn = inTurn
    }

    /// An app's sound on this world's devices.
    func makeSound(
        _ name: String, notificationHandler: @escaping @Sendable (AppNotification) -> Void,
        connect: (any AppReceiver) -> any AppConnection
    ) -> AppSound {
        let output = makeOutput(name)
        let mixer = Mixer(outputRate: output?.sampleRate ?? Double(OutputFrames.rate))
        return AppSound(
            mixer: mixer, environment: environment,
            device: output.map { QueuedOutput($0, mixer: mixer, environment: environment) },
            inputDevice: makeMicrophone(name), notificationHandler: notificationHandler,
            connect: connect)
    }
}

/// An output whose control side is served on the phone's own queue, not on a thread of the
/// device's.
private final class QueuedOutput: OutputDevice {
    private let device: any OutputDevice
    private let mixer: Mixer
    private let environment: any AppEnvironment
    private let queued = Mutex<OutputSource?>(nil)

    init(_ device: any OutputDevice, mixer: Mixer, environment: any AppEnvironment) {
        self.device = device
        self.mixer = mixer
        self.environment = environment
    }

    var sampleRate: Double { device.sampleRate }

    func start(_ source: OutputSource) throws(OutputError) {
        let known = queued.withLock { queued in
            let made =
                queued
                ?? OutputSource(mixer: mixer) { [environment] in
                    environment.onQueue { source.attend() }
                }
            queued = made
            return made
        }
        try device.start(known)
    }

    func stop() { device.stop() }
}
