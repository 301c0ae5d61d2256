import AudioModel
public import Foundation
import Synchronization

/// New facts about a call. What is never set stays as it was when the update is reported.
///
/// Any thread.
///
/// Ownership: a mutex guards the values.
public final class CXCallUpdate: NSObject, NSCopying, @unchecked Sendable {
    struct Values: Sendable {
        var remoteHandle: CXHandle?
        var localizedCallerName: String?
        var supportsHolding: Bool?
        var supportsGrouping: Bool?
        var supportsUngrouping: Bool?
        var supportsDTMF: Bool?
        var hasVideo: Bool?

        /// The values with those of a later update that are set.
        func updated(by later: Values) -> Values {
            var values = self
            values.remoteHandle = later.remoteHandle ?? remoteHandle
            values.localizedCallerName = later.localizedCallerName ?? localizedCallerName
            values.supportsHolding = later.supportsHolding ?? supportsHolding
            values.supportsGrouping = later.supportsGrouping ?? supportsGrouping
            values.supportsUngrouping = later.supportsUngrouping ?? supportsUngrouping
            values.supportsDTMF = later.supportsDTMF ?? supportsDTMF
            values.hasVideo = later.hasVideo ?? hasVideo
            return values
        }

        func description(isOutgoing: Bool) -> AppCallDescription {
            AppCallDescription(
                name: localizedCallerName ?? "", handle: remoteHandle?.value ?? "",
                isOutgoing: isOutgoing, hasVideo: hasVideo ?? false)
        }
    }

    private let state = Mutex(Values())
    var values: Values { state.withLock { $0 } }

    /// Makes an update that changes nothing.
    public override init() {}

    private func change(_ body: @Sendable (inout Values) -> Void) {
        state.withLock { body(&$0) }
    }

    /// The address of the other party; `nil` at first.
    public var remoteHandle: CXHandle? {
        get { values.remoteHandle }
        set { change { $0.remoteHandle = newValue } }
    }

    /// The name of the other party that the system shows in place of the address; `nil` at first.
    public var localizedCallerName: String? {
        get { values.localizedCallerName }
        set { change { $0.localizedCallerName = newValue } }
    }

    /// Whether the call can be put on hold; true at first.
    public var supportsHolding: Bool {
        get { values.supportsHolding ?? true }
        set { change { $0.supportsHolding = newValue } }
    }

    /// Whether the call can be grouped with others; true at first.
    public var supportsGrouping: Bool {
        get { values.supportsGrouping ?? true }
        set { change { $0.supportsGrouping = newValue } }
    }

    /// Whether the call can be taken out of a group; true at first.
    public var supportsUngrouping: Bool {
        get { values.supportsUngrouping ?? true }
        set { change { $0.supportsUngrouping = newValue } }
    }

    /// Whether the call takes the tones of a keypad; true at first.
    public var supportsDTMF: Bool {
        get { values.supportsDTMF ?? true }
        set { change { $0.supportsDTMF = newValue } }
    }

    /// Whether the call has a picture; false at first.
    public var hasVideo: Bool {
        get { values.hasVideo ?? false }
        set { change { $0.hasVideo = newValue } }
    }

    /// A copy.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = CXCallUpdate()
        let values = values
        copy.change { $0 = values }
        return copy
    }
}
