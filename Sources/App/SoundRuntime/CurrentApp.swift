package import AudioModel
import DeviceConnections
import Foundation
import HostLinux
public import SoundClient
import SoundMixer
public import SoundPolicy
import SoundServer

/// The app that the running code belongs to: the simulated app it runs in, or otherwise the app of
/// this process.
///
/// The process's own app is created at the first call and lives as long as the process. Its server
/// is the phone that started the process (`SORI_PHONE_SOCKET` names its socket), or otherwise a
/// server of its own. Any thread.
///
/// - Parameter isForSound: Whether the call asks for sound: outside of a simulated app, a test has
///   then forgotten `app.run`. Objects that may never sound pass `false`, and call `noteSound(of:)`
///   when they do.
public func currentApp(isForSound: Bool = true) -> AppSound {
    if let app = CurrentApp.simulated { return app }
    if isForSound { noteUnattributedSound() }
    return EmbeddedApp.shared.app
}

/// Notes that an object begins to sound, which was made with `currentApp(isForSound: false)`.
public func noteSound(of app: AppSound) {
    if CurrentApp.simulated == nil, app === EmbeddedApp.shared.app { noteUnattributedSound() }
}

private func noteUnattributedSound() {
    if UnattributedCalls.areCounted, DispatchQueue.isCurrentMain { UnattributedCalls.note() }
}

/// Whether an app is the process's own, and its sound goes to the machine: neither a simulated app
/// nor the app of a phone in another process.
package func isAppOfItsOwnDevice(_ app: AppSound) -> Bool {
    CurrentApp.simulated == nil && app === EmbeddedApp.shared.app
        && EmbeddedApp.shared.server != nil
}

/// Gives a remote command to the process's own app, as the lock screen of a phone does; an app that
/// has not played yet gets it too. Any thread.
package func giveRemoteCommand(_ command: RemoteCommand, to app: AppSound) {
    guard isAppOfItsOwnDevice(app), let server = EmbeddedApp.shared.server else { return }
    let id = app.connection.app
    let isServed = (app.connection as? DeviceServiceConnection)?.isServed == true
    let (isKnown, enabled, isPlaying) =
        isServed
        ? (false, app.nowPlayingSnapshot.commands, app.nowPlayingSnapshot.isPlaying)
        : server.inspect { machine in
            (machine.nowPlayingApp != nil, machine.remoteCommands(of: id), machine.isPlaying(id))
        }
    if isKnown { return server.send(.remoteCommand(command)) }
    let delivered = commandDelivered(for: command.bounded, to: enabled, isPlaying: isPlaying)
    if let delivered { app.receive(.remoteCommand(delivered)) }
}

/// The app of a program that only links one of Apple's modules, and its server, unless that is a
/// phone in another process. A device service comes before the server while there is one.
private enum EmbeddedApp {
    static let shared = makeProcessApp()
}

private func makeProcessApp() -> (app: AppSound, server: Server?) {
    let process = ProcessInfo.processInfo
    if let path = process.environment[PhoneConnection.socketVariable], !path.isEmpty {
        return (makeAppOfPhone(at: path, name: process.processName), nil)
    }
    return makeEmbeddedApp()
}

/// Creates a server with the machine's clock and devices, and one app named after the process.
private func makeEmbeddedApp() -> (app: AppSound, server: Server?) {
    let description = describeProcess()
    let input = DeferredInput(sampleRate: 48_000, channelCount: 2) {
        findInput(for: description.name)
    }
    let environment = LinuxEnvironment()
    let server = Server(configuration: .embedded, clock: LinuxClock(queue: environment.queue))
    let app: AppSound
    if let path = deviceServiceSocketPath(ProcessInfo.processInfo.environment) {
        app = connect(description, toServiceAt: path, or: server, environment, input: input)
    } else {
        app = connect(description, to: server, environment, input: input)
        server.open(app.connection.app)
    }
    let players = PlayerApps { description in
        // On this device all apps are the process's, and the client's identifier changes when it
        // moves to a service and back: it may start every player.
        var description = description
        description.client = nil
        let recorder = DeferredInput(sampleRate: 48_000, channelCount: 2) {
            [name = description.name] in findInput(for: name)
        }
        return connect(description, to: server, environment, input: recorder)
    }
    app.usePlayers(of: players, as: description.name)
    return (app, server)
}

/// Connects an app to a server in this process, with an output of its own.
private func connect(
    _ description: AppDescription, to server: Server, _ environment: LinuxEnvironment,
    input: (any InputDevice)? = nil
) -> AppSound {
    let device = DeferredOutput(sampleRate: 48_000, usualFrames: outputRole.blockFrames) {
        findOutput(for: description.name)
    }
    return AppSound(
        mixer: Mixer(outputRate: device.sampleRate), environment: environment, device: device,
        inputDevice: input, systemSoundRule: SystemSoundSetting.ofProcess,
        systemSoundNames: SystemSoundSetting.namesOfProcess,
        interruptedRecordings: InterruptedRecordingSetting.ofProcess,
        connect: { server.connect(description, $0) })
}

/// The description of this process: its name, and the Info.plist beside its executable.
private func describeProcess() -> AppDescription {
    let info = Bundle.main.infoDictionary ?? [:]
    var description = AppDescription(
        name: ProcessInfo.processInfo.processName,
        backgroundModes: info["UIBackgroundModes"] as? [String] ?? [])
    description.exitsOnSuspend = info["UIApplicationExitsOnSuspend"] as? Bool ?? false
    return description
}

/// The role of the output of a process's own app: system sounds have to sound at once.
let outputRole = MediaRole.game

/// Returns PipeWire's output, or a null device with a warning.
func findOutput(for name: String) -> any OutputDevice {
    let (device, warning) = defaultOutput(
        role: outputRole, applicationName: name, mediaName: name,
        noticed: { notice in
            if case .lost(let why) = notice { warn(why) }
        })
    if let warning { warn(warning) }
    return device
}

/// Returns PipeWire's input, or a silent device with a warning.
func findInput(for name: String) -> any InputDevice {
    let (device, warning) = defaultInput(
        applicationName: name,
        noticed: { notice in
            switch notice {
            case .lost(let why): warn("\(why): silence is recorded")
            case .voiceUnprocessed(let why): warn("\(why): voices keep their echo")
            case .regained, .routeChanged, .defaultChanged, .nodeAdded, .nodeRemoved: break
            }
        })
    if let warning { warn(warning) }
    return device
}

extension PolicyConfiguration {
    /// The configuration of a process that is its own device. Its volumes are full because the
    /// machine's own volume applies (`docs/decisions`).
    public static var embedded: PolicyConfiguration {
        var configuration = PolicyConfiguration()
        configuration.mediaVolume = 1
        configuration.ringerVolume = 1
        return configuration
    }
}

func warn(_ text: String) {
    FileHandle.standardError.write(Data("sori: \(text)\n".utf8))
}
