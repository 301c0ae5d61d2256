import AppHosting
import AudioModel
import DesktopEntries
import DeviceProtocol
import LiveDevice
import SoundServer

/// A connected app, as the device knows it.
final class ServedApp: ExternalApp {
    let connected: ConnectedApp
    let app: AppID

    init(_ connected: ConnectedApp, as app: AppID) {
        self.connected = connected
        self.app = app
    }

    var isEnding: Bool { false }
    func level(ofStream number: Int) -> Float { connected.level(ofStream: number) }

    /// What the app goes by, the most trusted first.
    func names(_ desktopFiles: DesktopFiles?) -> [String] {
        let entry = desktopFiles?.entry(processID: connected.processID)
        let executable = executableName(of: connected.processID)
        return [entry?.id, executable, connected.introduction.name].compactMap(\.self)
    }
}
