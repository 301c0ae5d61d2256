import AudioFormats
import Foundation
import MediaSources
import SoundClient
import SoundRuntime
import Synchronization

/// What loads the values of an asset, each of them once. Any thread.
final class AssetLoader: Sendable {
    private struct State {
        /// The source that the asset has opened and that no player has taken.
        var source: (any MediaSource)?
    }

    let location: MediaLocation
    /// The simulated app that has made the asset.
    private let simulatedApp = CurrentApp.simulated
    private let state = Mutex(State())

    init(_ location: MediaLocation) {
        self.location = location
    }

    /// The app that has made the asset.
    var app: AppSound { simulatedApp ?? currentApp(isForSound: false) }

    /// The path of the asset's file; `nil` for what a server sends.
    var path: String? {
        guard let url = URL(string: location.url), url.isFileURL else { return nil }
        return url.path
    }

    func takeSource() -> any MediaSource {
        let loaded = state.withLock { state in
            defer { state.source = nil }
            return state.source
        }
        return loaded ?? openSource(location, for: app)
    }

    func openFile() throws -> AudioFileReader {
        guard let path else { throw AVError(.operationNotAllowed) }
        return try AudioFileReader(path: path)
    }
}
