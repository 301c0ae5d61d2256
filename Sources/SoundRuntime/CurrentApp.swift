import AudioModel
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
    return EmbeddedApp.shared
}

/// Notes that an object begins to sound, which was made with `currentApp(isForSound: false)`.
public func noteSound(of app: AppSound) {
    if CurrentApp.simulated == nil, app === EmbeddedApp.shared { noteUnattributedSound() }
}

private func noteUnattributedSound() {
    if UnattributedCalls.areCounted, DispatchQueue.isCurrentMain { UnattributedCalls.note() }
}

/// The app of a program that only links one of Apple's modules.
private enum EmbeddedApp {
    static let shared = makeProcessApp()
}

private func makeProcessApp() -> AppSound {
    let process = ProcessInfo.processInfo
    if let path = process.environment[PhoneConnection.socketVariable], !path.isEmpty {
        return makeAppOfPhone(at: path, name: process.processName)
    }
    return makeEmbeddedApp()
}

/// Creates a server with the machine's clock and devices, and one app named after the process.
private func makeEmbeddedApp() -> AppSound {
    let description = describeProcess()
    let input = DeferredInput(sampleRate: 48_000, channelCount: 2) {
        findInput(for: description.name)
    }
    let environment = LinuxEnvironment()
    let server = Server(configuration: .embedded, clock: LinuxClock(queue: environment.queue))
    let app = connect(description, to: server, environment, input: input)
    app.usePlayers(
        of: PlayerApps { connect($0, to: server, environment) }, as: description.name)
    server.open(app.connection.app)
    return app
}

/// Connects an app to a server in this process, with an output of its own.
private func connect(
    _ description: AppDescription, to server: Server, _ environment: LinuxEnvironment,
    input: (any InputDevice)? = nil
) -> AppSound {
    let device = DeferredOutput(sampleRate: 48_000) { findOutput(for: description.name) }
    return AppSound(
        mixer: Mixer(outputRate: device.sampleRate), environment: environment, device: device,
        inputDevice: input,
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

/// Returns PipeWire's output, or a null device with a warning.
func findOutput(for name: String) -> any OutputDevice {
    let (device, warning) = defaultOutput(
        role: .game, applicationName: name, mediaName: name,
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
            if case .lost(let why) = notice { warn("\(why): silence is recorded") }
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
