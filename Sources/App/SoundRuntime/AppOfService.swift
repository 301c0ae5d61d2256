import AudioModel
import DeviceConnections
import HostLinux
import SoundClient
import SoundMixer
import SoundServer
import Synchronization

/// The path of the device service's socket: the value of `SORI_DEVICE_SOCKET`, or its usual place in
/// `$XDG_RUNTIME_DIR`.
///
/// - Returns: `nil` when there cannot be a service: an empty `SORI_DEVICE_SOCKET` says so.
package func deviceServiceSocketPath(_ environment: [String: String]) -> String? {
    if let path = environment["SORI_DEVICE_SOCKET"] { return path.isEmpty ? nil : path }
    guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { return nil }
    return folder + "/sori/device.sock"
}

/// Connects an app of this process to the device service, or to a server of its own while there is
/// none. The process renders its own sound.
///
/// - Parameter path: The path of the service's socket.
func connect(
    _ description: AppDescription, toServiceAt path: String, or server: Server,
    _ environment: LinuxEnvironment, input: (any InputDevice)? = nil
) -> AppSound {
    let device = DeferredOutput(sampleRate: 48_000, usualFrames: outputRole.blockFrames) {
        findOutput(for: description.name)
    }
    let served = Served()
    let levels = LevelReports(environment: environment) { served.connection?.reportLevels($0) }
    let app = AppSound(
        mixer: Mixer(outputRate: device.sampleRate), environment: environment, device: device,
        inputDevice: input, systemSoundRule: SystemSoundSetting.ofProcess,
        systemSoundNames: SystemSoundSetting.namesOfProcess,
        interruptedRecordings: InterruptedRecordingSetting.ofProcess
    ) { receiver in
        var events = DeviceServiceConnection.Events()
        events.streamStarted = { levels.begin() }
        // Not on the connection's own thread: a device takes time to stop.
        events.holdOutput = {
            environment.onQueue {
                device.hold()
                served.connection?.reportOutputHeld()
            }
        }
        events.resumeOutput = { environment.onQueue { device.letGoOn() } }
        events.warned = { warn($0) }
        let connection = DeviceServiceConnection(
            description, socketPath: path,
            reportsCallbackReturns: reportsCallbackReturns.load(ordering: .acquiring),
            events: events,
            ownServer: { server }, receiver)
        served.set(connection)
        return connection
    }
    levels.report(on: app)
    return app
}

/// The connection that callbacks made before it use.
private final class Served: Sendable {
    private let value = Mutex<DeviceServiceConnection?>(nil)

    var connection: DeviceServiceConnection? { value.withLock { $0 } }
    func set(_ connection: DeviceServiceConnection) { value.withLock { $0 = connection } }
}
