import AudioCodecs
package import AudioFormats
package import SoundClient
import Synchronization

/// Sounds that an app has at addresses of its own: neither in files nor on servers. Any thread.
package final class GivenMedia: Sendable {
    /// Opens a sound.
    package typealias Open = @Sendable () throws(FormatError) -> AudioFileReader

    private struct State {
        var sounds: [String: Open] = [:]
        var nextNumber = 1
    }

    private let state = Mutex(State())

    /// Adds a sound.
    ///
    /// - Returns: Its address.
    package func add(_ open: @escaping Open) -> String {
        state.withLock { state in
            defer { state.nextNumber += 1 }
            let url = "sori-sound:\(state.nextNumber)"
            state.sounds[url] = open
            return url
        }
    }

    package func remove(_ url: String) {
        state.withLock { $0.sounds[url] = nil }
    }

    /// The source of a sound; `nil` for another address.
    func source(at url: String, for app: AppSound) -> (any MediaSource)? {
        state.withLock { $0.sounds[url] }.map { FileMedia(url: url, for: app, open: $0) }
    }
}

extension AppSound {
    /// The sounds that the app has at addresses of its own.
    package var givenMedia: GivenMedia { attachment { GivenMedia() } }
}
