package import AudioModel
import HostLinux
package import SoundClient
import SoundMixer
import SoundPolicy
import SoundServer

/// A server in this process, with one app in the foreground.
package struct EmbeddedPhone {
    package let app: AppSound
    private let server: Server

    /// Both volumes are at full scale, because the machine has its own.
    ///
    /// - Parameters:
    ///   - outputRate: Frames per second, within `Mixer.outputRates`.
    ///   - input: The input device, for recording.
    ///   - output: The output device, at the same rate, which the app starts and stops as needed.
    ///     Without one, the player starts a device when the sound is there, and stops it after the
    ///     last frame.
    ///   - description: What the server knows of the app.
    package init(
        outputRate: Double, input: (any InputDevice)? = nil, output: (any OutputDevice)? = nil,
        app description: AppDescription = AppDescription(name: "sori", backgroundModes: ["audio"])
    ) {
        let environment = LinuxEnvironment(label: "sori.play")
        let server = Server(configuration: .embedded, clock: LinuxClock(queue: environment.queue))
        self.server = server
        app = AppSound(
            mixer: Mixer(outputRate: outputRate), environment: environment, device: output,
            inputDevice: input
        ) {
            server.connect(description, $0)
        }
        server.open(app.connection.app)
    }
    /// Lets something happen to the device.
    package func send(_ event: DeviceEvent) { server.send(event) }

    /// The volume of media, from 0 to 1.
    package var mediaVolume: Float { server.inspect { $0.currentVolume(.media) } }
}
