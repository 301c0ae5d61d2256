public import Foundation
import Synchronization

/// What an app's calls are like.
///
/// Any thread.
///
/// Ownership: a mutex guards the values.
public final class CXProviderConfiguration: NSObject, NSCopying, @unchecked Sendable {
    private struct Values: Sendable {
        var ringtoneSound: String?
        var iconTemplateImageData: Data?
        var maximumCallGroups = 2
        var maximumCallsPerCallGroup = 5
        var includesCallsInRecents = true
        var supportsVideo = false
        var supportedHandleTypes: Set<CXHandle.HandleType> = []
    }

    private let state = Mutex(Values())

    /// Makes a configuration with the app's name.
    public override init() {
        localizedName = CXProviderConfiguration.nameOfApp
    }

    /// Makes a configuration. Superseded: the system shows the app's own name.
    public init(localizedName: String) {
        self.localizedName = localizedName
    }

    private static var nameOfApp: String {
        let info = Bundle.main.infoDictionary ?? [:]
        let name = info["CFBundleDisplayName"] ?? info["CFBundleName"]
        return name as? String ?? ProcessInfo.processInfo.processName
    }

    /// The name that the system shows for the app.
    public let localizedName: String?

    /// A sound file of the app's bundle to ring with, of at most 30 seconds; `nil`, and a file that
    /// is not there, for the phone's own ring.
    public var ringtoneSound: String? {
        get { state.withLock { $0.ringtoneSound } }
        set { state.withLock { $0.ringtoneSound = newValue } }
    }

    /// A picture for the button that opens the app.
    public var iconTemplateImageData: Data? {
        get { state.withLock { $0.iconTemplateImageData } }
        set { state.withLock { $0.iconTemplateImageData = newValue } }
    }

    /// The most groups of calls; one call at a time is shown here.
    public var maximumCallGroups: Int {
        get { state.withLock { $0.maximumCallGroups } }
        set { state.withLock { $0.maximumCallGroups = newValue } }
    }

    /// The most calls of a group.
    public var maximumCallsPerCallGroup: Int {
        get { state.withLock { $0.maximumCallsPerCallGroup } }
        set { state.withLock { $0.maximumCallsPerCallGroup = newValue } }
    }

    /// Whether the system's list of recent calls has the app's.
    public var includesCallsInRecents: Bool {
        get { state.withLock { $0.includesCallsInRecents } }
        set { state.withLock { $0.includesCallsInRecents = newValue } }
    }

    /// Whether the calls can have a picture.
    public var supportsVideo: Bool {
        get { state.withLock { $0.supportsVideo } }
        set { state.withLock { $0.supportsVideo = newValue } }
    }

    /// The kinds of addresses that the app can call.
    public var supportedHandleTypes: Set<CXHandle.HandleType> {
        get { state.withLock { $0.supportedHandleTypes } }
        set { state.withLock { $0.supportedHandleTypes = newValue } }
    }

    /// A copy.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = CXProviderConfiguration(localizedName: localizedName ?? "")
        let values = state.withLock { $0 }
        copy.state.withLock { $0 = values }
        return copy
    }
}
