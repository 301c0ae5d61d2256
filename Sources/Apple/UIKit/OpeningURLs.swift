import AudioModel
public import Foundation
import SoundClient
import SoundRuntime

// Opening URLs in other apps.

extension UIApplication {
    /// Keys of the options of `open(_:options:completionHandler:)`.
    public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// With `true`: only opens the URL in an app that owns it as a universal link; there are
        /// none here.
        public static let universalLinksOnly = OpenExternalURLOptionsKey(
            rawValue: "UIApplicationOpenURLOptionUniversalLinksOnly")
    }

    /// URL of the app's page in Settings.
    public nonisolated static let openSettingsURLString = "app-settings:"

    /// Whether an app can open a URL: on a phone the system apps, for web pages, mail, calls,
    /// messages and Settings; none in a process without a phone. Main thread.
    public func canOpenURL(_ url: URL) -> Bool {
        guard let scheme = url.scheme?.lowercased(), isOnPhone else { return false }
        return Self.systemSchemes.contains(scheme)
    }

    /// Opens a URL in the app that owns its scheme: that app comes to the foreground, and this one
    /// enters the background. Main thread.
    ///
    /// - Parameter completion: Called on the main thread with whether the URL was opened. It is not
    ///   opened when `canOpenURL(_:)` is false or this app is not active.
    @preconcurrency
    public func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        let isOpened = openElsewhere(url, options)
        guard let completion, let app else { return }
        app.environment.onMain { MainActor.assumeIsolated { completion(isOpened) } }
    }

    /// Opens a URL like `open(_:options:completionHandler:)`.
    ///
    /// - Returns: Whether the URL was opened.
    @discardableResult
    public func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]
    ) async -> Bool {
        openElsewhere(url, options)
    }

    /// Opens a URL; the method of systems before iOS 10.
    ///
    /// - Returns: Whether the URL was opened.
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

    /// Whether there are other apps: in a simulated phone, and in a process that a phone has
    /// started.
    private var isOnPhone: Bool {
        guard let app else { return false }
        return CurrentApp.simulated != nil || hasPhoneElsewhere(app)
    }

    /// URL schemes of the system apps.
    ///
    /// Source: Apple URL Scheme Reference; `openSettingsURLString` for Settings.
    private static let systemSchemes = [
        "app-settings", "facetime", "facetime-audio", "http", "https", "mailto", "maps", "music",
        "sms", "tel",
    ]
}
