public import Foundation
import Synchronization

// The actions for calls.

/// The user calls somebody.
///
/// Any thread.
///
/// Ownership: a mutex guards the values.
open class CXStartCallAction: CXCallAction, @unchecked Sendable {
    private struct Values: Sendable {
        var handle: CXHandle
        var contactIdentifier: String?
        var isVideo = false
    }

    private let state: Mutex<Values>

    /// Makes an action that starts a call with an identifier of the app's choice.
    public init(call callUUID: UUID, handle: CXHandle) {
        state = Mutex(Values(handle: handle))
        super.init(call: callUUID)
    }

    init(copying action: CXStartCallAction) {
        state = Mutex(action.state.withLock { $0 })
        super.init(copying: action)
    }

    /// The address of the other party.
    public var handle: CXHandle {
        get { state.withLock { $0.handle } }
        set { state.withLock { $0.handle = newValue } }
    }

    /// The other party among the user's contacts.
    public var contactIdentifier: String? {
        get { state.withLock { $0.contactIdentifier } }
        set { state.withLock { $0.contactIdentifier = newValue } }
    }

    /// Whether the call has a picture.
    public var isVideo: Bool {
        get { state.withLock { $0.isVideo } }
        set { state.withLock { $0.isVideo = newValue } }
    }

    /// Says that the call was started at a date, which is not shown here.
    public func fulfill(withDateStarted dateStarted: Date) { fulfill() }

    /// Reads an action from an archive; `nil` for anything else.
    public required init?(coder: NSCoder) {
        guard let handle = coder.decodeObject(of: CXHandle.self, forKey: "handle") else {
            return nil
        }
        state = Mutex(
            Values(
                handle: handle, contactIdentifier: coder.text(forKey: "contactIdentifier"),
                isVideo: coder.decodeBool(forKey: "video")))
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(handle, forKey: "handle")
        coder.encode(contactIdentifier.map { $0 as NSString }, forKey: "contactIdentifier")
        coder.encode(isVideo, forKey: "video")
    }

    open override func copy(with zone: NSZone? = nil) -> Any { CXStartCallAction(copying: self) }

    override func perform(by delegate: any CXProviderDelegate, of provider: CXProvider) {
        delegate.provider(provider, perform: self)
    }

    override var words: String { "Start" }
}

/// The user answers a call.
///
/// Ownership: it adds nothing that changes.
open class CXAnswerCallAction: CXCallAction, @unchecked Sendable {
    /// Says that the call was connected at a date, which is not shown here.
    public func fulfill(withDateConnected dateConnected: Date) { fulfill() }

    open override func copy(with zone: NSZone? = nil) -> Any { CXAnswerCallAction(copying: self) }

    override func perform(by delegate: any CXProviderDelegate, of provider: CXProvider) {
        delegate.provider(provider, perform: self)
    }

    override var words: String { "Answer" }
}

/// The user ends or declines a call.
///
/// Ownership: it adds nothing that changes.
open class CXEndCallAction: CXCallAction, @unchecked Sendable {
    /// Says that the call was ended at a date, which is not shown here.
    public func fulfill(withDateEnded dateEnded: Date) { fulfill() }

    open override func copy(with zone: NSZone? = nil) -> Any { CXEndCallAction(copying: self) }

    override func perform(by delegate: any CXProviderDelegate, of provider: CXProvider) {
        delegate.provider(provider, perform: self)
    }

    override var words: String { "End" }
}

/// The user puts a call on hold, or takes it up again.
///
/// Any thread.
///
/// Ownership: a mutex guards the value.
open class CXSetHeldCallAction: CXCallAction, @unchecked Sendable {
    private let state: Mutex<Bool>

    /// Makes an action for a call.
    public init(call callUUID: UUID, onHold: Bool) {
        state = Mutex(onHold)
        super.init(call: callUUID)
    }

    init(copying action: CXSetHeldCallAction) {
        state = Mutex(action.isOnHold)
        super.init(copying: action)
    }

    /// Whether the call is to be on hold.
    public var isOnHold: Bool {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    /// Reads an action from an archive; `nil` for anything else.
    public required init?(coder: NSCoder) {
        state = Mutex(coder.decodeBool(forKey: "onHold"))
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(isOnHold, forKey: "onHold")
    }

    open override func copy(with zone: NSZone? = nil) -> Any { CXSetHeldCallAction(copying: self) }

    override func perform(by delegate: any CXProviderDelegate, of provider: CXProvider) {
        delegate.provider(provider, perform: self)
    }

    override var words: String { "SetHeld(\(isOnHold))" }
}

/// The user mutes the microphone in a call, or unmutes it.
///
/// Any thread.
///
/// Ownership: a mutex guards the value.
open class CXSetMutedCallAction: CXCallAction, @unchecked Sendable {
    private let state: Mutex<Bool>

    /// Makes an action for a call.
    public init(call callUUID: UUID, muted: Bool) {
        state = Mutex(muted)
        super.init(call: callUUID)
    }

    init(copying action: CXSetMutedCallAction) {
        state = Mutex(action.isMuted)
        super.init(copying: action)
    }

    /// Whether the microphone is to be muted.
    public var isMuted: Bool {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    /// Reads an action from an archive; `nil` for anything else.
    public required init?(coder: NSCoder) {
        state = Mutex(coder.decodeBool(forKey: "muted"))
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(isMuted, forKey: "muted")
    }

    open override func copy(with zone: NSZone? = nil) -> Any { CXSetMutedCallAction(copying: self) }

    override func perform(by delegate: any CXProviderDelegate, of provider: CXProvider) {
        delegate.provider(provider, perform: self)
    }

    override var words: String { "SetMuted(\(isMuted))" }
}

/// The user groups a call with another one, or takes it out of its group.
///
/// Any thread.
///
/// Ownership: a mutex guards the value.
open class CXSetGroupCallAction: CXCallAction, @unchecked Sendable {
    private let state: Mutex<UUID?>

    /// Makes an action for a call; without another one it leaves its group.
    public init(call callUUID: UUID, callUUIDToGroupWith: UUID?) {
        state = Mutex(callUUIDToGroupWith)
        super.init(call: callUUID)
    }

    init(copying action: CXSetGroupCallAction) {
        state = Mutex(action.callUUIDToGroupWith)
        super.init(copying: action)
    }

    /// The other call; `nil` to leave the group.
    public var callUUIDToGroupWith: UUID? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    /// Reads an action from an archive; `nil` for anything else.
    public required init?(coder: NSCoder) {
        state = Mutex(coder.identifier(forKey: "callUUIDToGroupWith"))
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        if let other = callUUIDToGroupWith { coder.encode(other, forKey: "callUUIDToGroupWith") }
    }

    open override func copy(with zone: NSZone? = nil) -> Any { CXSetGroupCallAction(copying: self) }

    override func perform(by delegate: any CXProviderDelegate, of provider: CXProvider) {
        delegate.provider(provider, perform: self)
    }

    override var words: String { "SetGroup" }
}

/// The user presses keys of the keypad in a call.
///
/// Any thread.
///
/// Ownership: a mutex guards the values.
open class CXPlayDTMFCallAction: CXCallAction, @unchecked Sendable {
    /// What the digits are.
    public enum ActionType: Int, Sendable {
        /// One key.
        case singleTone = 1
        /// The digits after a pause of the number.
        case softPause = 2
        /// The digits after a pause that the user ends.
        case hardPause = 3
    }

    private struct Values: Sendable {
        var digits: String
        var type: ActionType
    }

    private let state: Mutex<Values>

    /// Makes an action for a call.
    public init(call callUUID: UUID, digits: String, type: ActionType) {
        state = Mutex(Values(digits: digits, type: type))
        super.init(call: callUUID)
    }

    init(copying action: CXPlayDTMFCallAction) {
        state = Mutex(action.state.withLock { $0 })
        super.init(copying: action)
    }

    /// The keys: digits, `*` and `#`.
    public var digits: String {
        get { state.withLock { $0.digits } }
        set { state.withLock { $0.digits = newValue } }
    }

    /// What the digits are.
    public var type: ActionType {
        get { state.withLock { $0.type } }
        set { state.withLock { $0.type = newValue } }
    }

    /// Reads an action from an archive; `nil` for anything else.
    public required init?(coder: NSCoder) {
        guard let digits = coder.text(forKey: "digits"),
            let type = ActionType(rawValue: coder.decodeInteger(forKey: "type"))
        else { return nil }
        state = Mutex(Values(digits: digits, type: type))
        super.init(coder: coder)
    }

    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(digits as NSString, forKey: "digits")
        coder.encode(type.rawValue, forKey: "type")
    }

    open override func copy(with zone: NSZone? = nil) -> Any { CXPlayDTMFCallAction(copying: self) }

    override func perform(by delegate: any CXProviderDelegate, of provider: CXProvider) {
        delegate.provider(provider, perform: self)
    }

    override var words: String { "PlayDTMF(\(digits))" }
}
