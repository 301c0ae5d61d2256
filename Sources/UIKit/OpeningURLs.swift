import AudioModel
import Foundation
import SoundClient
import SoundRuntime

// URLs that an app has others open.

extension UIApplication {
    /// Keys of what an app asks for with a URL.
    public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// With `true`: only an app that a universal link belongs to, of which there are none here.
        public static let universalLinksOnly = OpenExternalURLOptionsKey(
            rawValue: "UIApplicationOpenURLOptionUniversalLinksOnly")
    }

    /// The app's own page in Settings.
    public nonisolated static let openSettingsURLString = "app-settings:"

    /// Whether there is an app for a URL: on a phone those of the system, for web pages, mail,
    /// calls, messages and Settings; none in a program that is its own device.
    public func canOpenURL(_ url: URL) -> Bool {
        guard let scheme = url.scheme?.lowercased(), isOnPhone else { return false }
        return Self.systemSchemes.contains(scheme)
    }

    /// Has the app that a URL belongs to open it: that app comes to the front, and this one goes to
    /// the background.
    ///
    /// - Parameter completion: Called on the main thread with whether the URL was opened. It is not
    ///   when `canOpenURL(_:)` says no, and not by an app that is not active itself.
    @preconcurrency
    public func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        let isOpened = openElsewhere(url, options)
        guard let completion, let app else { return }
        app.environment.onMain { MainActor.assumeIsolated { completion(isOpened) } }
    }

    /// Opens a URL as `open(_:options:completionHandler:)` does.
    ///
    /// - Returns: Whether the URL was opened.
    @discardableResult
    public func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]
    ) async -> Bool {
        openElsewhere(url, options)
    }

    /// The same before iOS 10.
    @discardableResult
    public func openURL(_ url: URL) -> Bool { openElsewhere(url, [:]) }

    private func openElsewhere(_ url: URL, _ options: [OpenExternalURLOptionsKey: Any]) -> Bool {
        guard options[.universalLinksOnly] as? Bool != true, canOpenURL(url), let app else {
            return false
        }
        do throws(SessionError) {
            try app.request(.openURL(url.absoluteString))
            return true
        } catch {
            return false
        }
    }

    /// Whether there are other apps: in a simulated phone, and where a phone has started this
    /// process.
    private var isOnPhone: Bool {
        guard let app else { return false }
        return CurrentApp.simulated != nil || hasPhoneElsewhere(app)
    }

    /// The schemes that apps of the system open.
    ///
    /// Source: Apple URL Scheme Reference; `openSettingsURLString` for Settings.
    private static let systemSchemes = [
        "app-settings", "facetime", "facetime-audio", "http", "https", "mailto", "maps", "music",
        "sms", "tel",
    ]
}
