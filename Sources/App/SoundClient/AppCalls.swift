import AudioCodecs
import AudioFormats
package import AudioModel
package import SoundMixer
import Synchronization

/// What an app's provider of calls shares with the phone that the app runs on: what it does, how it
/// rings, and how its user starts a call. Any thread.
///
/// A simulated app is given its own when it is launched.
package final class AppCalls: Sendable {
    /// Whether the app has the background mode of calls; `nil` when its process must be asked.
    package let hasVoIPMode: Bool?
    /// The folders in which a file for the ring is looked for, besides the program's bundle.
    package let folders: @Sendable () -> [String]

    private let state = Mutex(State())

    private struct State {
        weak var provider: (any AppCallProvider)?
        var actions: [AppCallAction] = []
        var ring: VoiceSource?
        var reportCount = 0
        var pushHandler: PushHandler?
    }

    /// Receives a push: its payload, and what to call when it has been handled.
    package typealias PushHandler =
        @Sendable (_ payload: [String: any Sendable], _ handled: @escaping @Sendable () -> Void) ->
        Void

    /// Most actions that are kept; the oldest are dropped.
    private static let actionsMax = 1000

    package init(
        hasVoIPMode: Bool? = nil, folders: @escaping @Sendable () -> [String] = { [] }
    ) {
        self.hasVoIPMode = hasVoIPMode
        self.folders = folders
    }

    /// The provider that calls of the phone's user go to.
    package var provider: (any AppCallProvider)? {
        get { state.withLock { $0.provider } }
        set { state.withLock { $0.provider = newValue } }
    }

    /// What the provider's delegate was asked to do and was told, in order; at least the last 500.
    package var actions: [AppCallAction] { state.withLock { $0.actions } }

    /// Notes something that the delegate receives.
    package func note(_ words: String, at time: HostTime) {
        state.withLock { state in
            state.actions.append(AppCallAction(time: time, words: words))
            if state.actions.count > Self.actionsMax {
                state.actions.removeFirst(Self.actionsMax / 2)
            }
        }
    }

    /// The number of calls that the app has reported to have arrived.
    package var reportCount: Int { state.withLock { $0.reportCount } }

    /// Notes that the app reports an incoming call.
    package func noteReport() { state.withLock { $0.reportCount += 1 } }

    /// The sound that the app's calls ring with; `nil` for the phone's.
    package var ring: VoiceSource? { state.withLock { $0.ring } }

    /// Sets the ring to a file, or to the phone's.
    ///
    /// - Parameter path: A file with a sound of at most 30 seconds; `nil` for the phone's ring.
    /// - Returns: Whether the file could be decoded.
    @discardableResult
    package func setRing(path: String?) -> Bool {
        let ring = path.flatMap { Self.ring(at: $0) }
        state.withLock { $0.ring = ring }
        return ring != nil
    }

    /// Longest ring.
    private static let ringSecondsMax = 30.0

    private static func ring(at path: String) -> VoiceSource? {
        do throws(FormatError) {
            let file = try AudioFileReader(path: path)
            guard try file.duration() <= ringSecondsMax else { return nil }
            return .buffer(try decodeSound(file), loopCount: -1)
        } catch {
            return nil
        }
    }

    /// Receives the pushes for the app's calls; `nil` while it wants none.
    package var pushHandler: PushHandler? {
        get { state.withLock { $0.pushHandler } }
        set { state.withLock { $0.pushHandler = newValue } }
    }
}

/// Something that the delegate of a provider of calls has received.
package struct AppCallAction: Hashable, Sendable {
    package var time: HostTime
    package var words: String
}

/// A provider of calls, as the phone's user reaches it.
package protocol AppCallProvider: AnyObject, Sendable {
    /// Asks the provider to call somebody, as a list of recent calls does.
    ///
    /// - Returns: Why that cannot be, in words; `nil` when it was asked.
    func startCall(to handle: String) -> String?
}

extension AppSound {
    /// What the app's provider of calls shares with its phone.
    package var appCalls: AppCalls { attachment { AppCalls() } }
}
