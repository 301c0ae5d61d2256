import AudioUnits
public import CAudioToolbox
public import Foundation

/// The value of a parameter.
public typealias AUValue = AudioUnitParameterValue
/// The number of a parameter in its unit's tree.
public typealias AUParameterAddress = UInt64

/// A parameter or a group of parameters.
///
/// Ownership: immutable. Any thread.
open class AUParameterNode: NSObject, @unchecked Sendable {
    /// The name for programs, unlike that of any neighbour.
    public let identifier: String
    /// The name for people.
    public let displayName: String

    fileprivate init(identifier: String, displayName: String) {
        self.identifier = identifier
        self.displayName = displayName
    }

    /// The identifiers on the way from the tree, with dots between them. The trees here have no
    /// groups.
    open var keyPath: String { identifier }
}

/// A group of parameters.
///
/// Ownership: immutable. Any thread.
open class AUParameterGroup: AUParameterNode, @unchecked Sendable {
    /// The parameters and groups in this one.
    public let children: [AUParameterNode]

    fileprivate init(_ children: [AUParameterNode]) {
        self.children = children
        super.init(identifier: "", displayName: "")
    }

    /// All parameters of the group and of those in it.
    open var allParameters: [AUParameter] {
        children.flatMap { child -> [AUParameter] in
            if let parameter = child as? AUParameter { return [parameter] }
            return (child as? AUParameterGroup)?.allParameters ?? []
        }
    }
}

/// All parameters of an audio unit.
///
/// Ownership: immutable. Any thread.
open class AUParameterTree: AUParameterGroup, @unchecked Sendable {
    private let byAddress: [AUParameterAddress: AUParameter]

    init(_ parameters: [UnitParameter]) {
        let children = parameters.map { AUParameter($0) }
        byAddress = Dictionary(
            children.map { ($0.address, $0) }, uniquingKeysWith: { first, _ in first })
        super.init(children)
    }

    /// Returns the parameter with an address; `nil` for none.
    open func parameter(withAddress address: AUParameterAddress) -> AUParameter? {
        byAddress[address]
    }

    /// Returns the parameter with a number; `nil` for none, and for any scope but the global one.
    open func parameter(
        withID paramID: AudioUnitParameterID, scope: AudioUnitScope, element: AudioUnitElement
    ) -> AUParameter? {
        guard scope == kAudioUnitScope_Global, element == 0 else { return nil }
        return byAddress[AUParameterAddress(paramID)]
    }
}

/// A parameter of an audio unit.
///
/// Its value is that of the property of the unit's class. Any thread.
///
/// Ownership: immutable; the kernel guards its parameters.
open class AUParameter: AUParameterNode, @unchecked Sendable {
    private let parameter: UnitParameter

    fileprivate init(_ parameter: UnitParameter) {
        self.parameter = parameter
        super.init(identifier: "\(parameter.id)", displayName: parameter.name)
    }

    /// The number of the parameter in the tree.
    open var address: AUParameterAddress { AUParameterAddress(parameter.id) }

    /// The least value.
    open var minValue: AUValue { parameter.range.lowerBound }

    /// The greatest value.
    open var maxValue: AUValue { parameter.range.upperBound }

    /// What the value counts.
    open var unit: AudioUnitParameterUnit { parameter.unit }

    /// The value; one out of range is limited.
    open var value: AUValue {
        get { parameter.get() }
        set {
            guard !newValue.isNaN else { return }
            parameter.set(min(max(newValue, minValue), maxValue))
        }
    }
}
