import AudioModel
package import SoundClient
import SoundMixer
package import SoundServer
import Synchronization

/// The clock, the queue and the devices that a scripted phone uses.
package struct LiveEnvironment: Sendable {
    package var clock: any ServerClock
    /// Runs everything of the phone on its queue, the clock's alarms too.
    package var environment: any AppEnvironment
    /// Makes an output for the app with this name; `nil` if another party pulls from its mixer.
    package var makeOutput: @Sendable (_ app: String) -> (any OutputDevice)?
    /// Makes a microphone for an app; `nil` for silence.
    package var makeMicrophone: @Sendable (_ app: String) -> (any InputDevice)?

    /// Makes players of Apple's classes; without it, all streams are the phone's own.
    package var players: (any StreamPlayerFactory)?

    /// Runs a closure on the environment's queue and waits for it. Any other thread.
    package var performSync: @Sendable (() -> Void) -> Void

    package init(
        clock: any ServerClock, environment: any AppEnvironment,
        makeOutput: @escaping @Sendable (_ app: String) -> (any OutputDevice)? = { _ in nil },
        makeMicrophone: @escaping @Sendable (_ app: String) -> (any InputDevice)? = { _ in nil },
        players: (any StreamPlayerFactory)? = nil,
        performSync: @escaping @Sendable (() -> Void) -> Void = { $0() }
    ) {
        self.clock = clock
        self.environment = environment
        self.makeOutput = makeOutput
        self.makeMicrophone = makeMicrophone
        self.players = players
        self.performSync = performSync
    }

    /// Makes an app's library with these devices.
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

/// An output with its control side on the phone's own queue, not on a thread of the device.
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

    func start(_ source: OutputSource) throws(DeviceError) {
        let known = queued.withLock { queued in
            let made =
                queued
                ?? OutputSource(mixer: mixer) { [environment] in
                    environment.onQueue { source.service() }
                }
            queued = made
            return made
        }
        try device.start(known)
    }

    func stop() { device.stop() }
}
