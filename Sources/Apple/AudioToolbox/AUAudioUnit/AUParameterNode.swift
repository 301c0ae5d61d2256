public import CAudioToolbox
public import Foundation

/// The identity of an observer of parameters.
public typealias AUParameterObserverToken = UnsafeMutableRawPointer
/// A block that is called after a parameter has changed.
public typealias AUParameterObserver = (_ address: AUParameterAddress, _ value: AUValue) -> Void
/// A block that receives changes of parameters, to record them.
public typealias AUParameterRecordingObserver = (
    _ numberOfEvents: Int, _ events: UnsafePointer<AURecordedParameterEvent>
) -> Void
/// A block that receives changes of parameters with their kinds, to record them.
public typealias AUParameterAutomationObserver = (
    _ numberEvents: Int, _ events: UnsafePointer<AUParameterAutomationEvent>
) -> Void
/// A block with which a unit takes a parameter's new value.
public typealias AUImplementorValueObserver = (_ param: AUParameter, _ value: AUValue) -> Void
/// A block with which a unit supplies a parameter's value.
public typealias AUImplementorValueProvider = (_ param: AUParameter) -> AUValue
/// A block with which a unit writes a value; `nil` stands for the present one.
public typealias AUImplementorStringFromValueCallback = (
    _ param: AUParameter, _ value: UnsafePointer<AUValue>?
) -> String
/// A block with which a unit reads a value.
public typealias AUImplementorValueFromStringCallback = (
    _ param: AUParameter, _ string: String
) -> AUValue
/// A block with which a unit shortens a name.
public typealias AUImplementorDisplayNameWithLengthCallback = (
    _ node: AUParameterNode, _ desiredLength: Int
) -> String

/// A parameter or a group of parameters.
///
/// Any thread. Observers are called on a queue of the tree's own, in the order of the changes; the
/// unit's own blocks on the thread that changes or asks.
///
/// Ownership: a lock guards the blocks and the parent, which are beside it: the blocks are of Apple's
/// types, which are not sendable, and are reached by key paths.
open class AUParameterNode: NSObject, @unchecked Sendable {
    /// The name for programs, unlike that of any neighbour.
    public let identifier: String
    /// The name for people.
    public let displayName: String

    /// The blocks with which a unit serves its parameters.
    struct Implementor {
        var valueObserver: AUImplementorValueObserver?
        var valueProvider: AUImplementorValueProvider?
        var stringFromValue: AUImplementorStringFromValueCallback?
        var valueFromString: AUImplementorValueFromStringCallback?
        var displayName: AUImplementorDisplayNameWithLengthCallback?
    }

    private let lock = NSLock()
    private var own = Implementor()
    private weak var parentNode: AUParameterGroup?
    private var observers: [ParameterObserver] = []

    init(identifier: String, displayName: String) {
        self.identifier = identifier
        self.displayName = displayName
    }

    /// The identifiers on the way from the tree, with dots between them.
    open var keyPath: String {
        guard let parent, !parent.keyPath.isEmpty else { return identifier }
        return "\(parent.keyPath).\(identifier)"
    }

    /// Returns the name for people in at most `maximumLength` characters; the unit may shorten it.
    open func displayName(withLength maximumLength: Int) -> String {
        if let shorten = implementor(\.displayName) { return shorten(self, maximumLength) }
        return maximumLength > 0 ? String(displayName.prefix(maximumLength)) : displayName
    }

    /// The group that the node is in.
    var parent: AUParameterGroup? {
        get { lock.withLock { parentNode } }
        set { lock.withLock { parentNode = newValue } }
    }

    // MARK: Observers

    /// Adds a block that is called after the parameter, or one of the group, has changed.
    ///
    /// - Returns: The observer's identity: changes by it are not reported to it.
    open func token(
        byAddingParameterObserver observer: @escaping AUParameterObserver
    ) -> AUParameterObserverToken {
        add(.value(observer))
    }

    /// Adds a block that records changes.
    open func token(
        byAddingParameterRecordingObserver observer: @escaping AUParameterRecordingObserver
    ) -> AUParameterObserverToken {
        add(.recording(observer))
    }

    /// Adds a block that records changes, and when a parameter's control is taken and left.
    open func token(
        byAddingParameterAutomationObserver observer: @escaping AUParameterAutomationObserver
    ) -> AUParameterObserverToken {
        add(.automation(observer))
    }

    /// Removes an observer.
    open func removeParameterObserver(_ token: AUParameterObserverToken) {
        lock.withLock { observers.removeAll { $0.token == token } }
    }

    private func add(_ call: ParameterObserver.Call) -> AUParameterObserverToken {
        let token = ParameterObserver.makeToken()
        lock.withLock { observers.append(ParameterObserver(token: token, call: call)) }
        return token
    }

    /// The observers of the node and of the groups around it, but one.
    func allObservers(but originator: AUParameterObserverToken?) -> [ParameterObserver] {
        let own = lock.withLock { observers.filter { $0.token != originator } }
        return own + (parent?.allObservers(but: originator) ?? [])
    }

    /// Whether an observer has been removed since a change.
    func has(_ observer: ParameterObserver) -> Bool {
        lock.withLock { observers.contains { $0.token == observer.token } }
            || parent?.has(observer) == true
    }

    // MARK: The unit's blocks

    /// Returns a block of the node, or else of the nearest group around it.
    func implementor<Block>(_ path: KeyPath<Implementor, Block?>) -> Block? {
        lock.withLock { own[keyPath: path] } ?? parent?.implementor(path)
    }

    private func change(_ body: (inout Implementor) -> Void) { lock.withLock { body(&own) } }

    /// The block that takes new values, at once and on the caller's thread; that of a group serves
    /// all parameters in it.
    open var implementorValueObserver: AUImplementorValueObserver {
        get { implementor(\.valueObserver) ?? { _, _ in } }
        set { change { $0.valueObserver = newValue } }
    }

    /// The block that supplies present values.
    open var implementorValueProvider: AUImplementorValueProvider {
        get { implementor(\.valueProvider) ?? { $0.value } }
        set { change { $0.valueProvider = newValue } }
    }

    /// The block that writes values.
    open var implementorStringFromValueCallback: AUImplementorStringFromValueCallback {
        get { implementor(\.stringFromValue) ?? { $0.usualString($1?.pointee ?? $0.value) } }
        set { change { $0.stringFromValue = newValue } }
    }

    /// The block that reads values.
    open var implementorValueFromStringCallback: AUImplementorValueFromStringCallback {
        get { implementor(\.valueFromString) ?? { $0.usualValue($1) } }
        set { change { $0.valueFromString = newValue } }
    }

    /// The block that shortens names.
    open var implementorDisplayNameWithLengthCallback: AUImplementorDisplayNameWithLengthCallback {
        get { implementor(\.displayName) ?? { node, _ in node.displayName } }
        set { change { $0.displayName = newValue } }
    }
}

/// A block that is told of changes.
///
/// Ownership: immutable; the queue of the changes calls the block.
struct ParameterObserver: @unchecked Sendable {
    enum Call {
        case value(AUParameterObserver)
        case recording(AUParameterRecordingObserver)
        case automation(AUParameterAutomationObserver)
    }

    let token: AUParameterObserverToken
    let call: Call

    /// An identity, which is no address of anything.
    static func makeToken() -> AUParameterObserverToken {
        let number = ParameterChanges.shared.nextNumber()
        guard let token = AUParameterObserverToken(bitPattern: number) else {
            fatalError("the number of a token is never 0")
        }
        return token
    }

    func receive(_ event: AUParameterAutomationEvent) {
        switch call {
        case .value(let observer):
            if event.eventType == .value { observer(event.address, event.value) }
        case .recording(let observer):
            guard event.eventType == .value else { return }
            var recorded = AURecordedParameterEvent(
                hostTime: event.hostTime, address: event.address, value: event.value)
            observer(1, &recorded)
        case .automation(let observer):
            var event = event
            observer(1, &event)
        }
    }
}
