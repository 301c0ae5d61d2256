import AudioUnits
public import CAudioToolbox
public import Foundation

/// A group of parameters.
///
/// Ownership: immutable. Any thread.
open class AUParameterGroup: AUParameterNode, @unchecked Sendable {
    /// The parameters and groups in this one.
    public let children: [AUParameterNode]

    init(identifier: String, displayName: String, _ children: [AUParameterNode]) {
        self.children = children
        super.init(identifier: identifier, displayName: displayName)
        for child in children { child.parent = self }
    }

    /// All parameters of the group and of those in it.
    open var allParameters: [AUParameter] { Self.parameters(in: children) }

    /// All parameters of nodes and of the groups among them.
    fileprivate static func parameters(in nodes: [AUParameterNode]) -> [AUParameter] {
        nodes.flatMap { node -> [AUParameter] in
            if let parameter = node as? AUParameter { return [parameter] }
            return (node as? AUParameterGroup)?.allParameters ?? []
        }
    }

    /// Copies of the children at other addresses.
    fileprivate func copies(addressOffset: AUParameterAddress) -> [AUParameterNode] {
        children.map { child in
            if let parameter = child as? AUParameter {
                return parameter.copy(addressOffset: addressOffset)
            }
            let group = child as? AUParameterGroup
            return AUParameterGroup(
                identifier: child.identifier, displayName: child.displayName,
                group?.copies(addressOffset: addressOffset) ?? [])
        }
    }
}

/// All parameters of an audio unit.
///
/// Ownership: immutable. Any thread.
open class AUParameterTree: AUParameterGroup, @unchecked Sendable {
    private let byAddress: [AUParameterAddress: AUParameter]

    init(_ children: [AUParameterNode]) {
        let parameters = AUParameterGroup.parameters(in: children)
        byAddress = Dictionary(
            parameters.map { ($0.address, $0) }, uniquingKeysWith: { first, _ in first })
        super.init(identifier: "", displayName: "", children)
    }

    /// Makes the tree of a unit.
    convenience init(_ parameters: [UnitParameter]) {
        self.init(parameters.map { AUParameter($0) })
    }

    // MARK: Making

    /// Makes a parameter, of the least value at first.
    open class func createParameter(
        withIdentifier identifier: String, name: String, address: AUParameterAddress, min: AUValue,
        max: AUValue, unit: AudioUnitParameterUnit, unitName: String?,
        flags: AudioUnitParameterOptions = [], valueStrings: [String]?,
        dependentParameters: [NSNumber]?
    ) -> AUParameter {
        AUParameter(
            AUParameter.Settings(
                identifier: identifier, name: name, address: address, minimum: min, maximum: max,
                unit: unit, unitName: unitName, flags: flags, valueStrings: valueStrings,
                dependentParameters: dependentParameters))
    }

    /// Makes a group.
    open class func createGroup(
        withIdentifier identifier: String, name: String, children: [AUParameterNode]
    ) -> AUParameterGroup {
        AUParameterGroup(identifier: identifier, displayName: name, children)
    }

    /// Makes a group that others are made of.
    open class func createGroupTemplate(_ children: [AUParameterNode]) -> AUParameterGroup {
        AUParameterGroup(identifier: "", displayName: "", children)
    }

    /// Makes a group of copies of a template's parameters.
    ///
    /// - Parameter addressOffset: Added to the addresses of the template.
    open class func createGroup(
        fromTemplate templateGroup: AUParameterGroup, identifier: String, name: String,
        addressOffset: AUParameterAddress
    ) -> AUParameterGroup {
        AUParameterGroup(
            identifier: identifier, displayName: name,
            templateGroup.copies(addressOffset: addressOffset))
    }

    /// Makes a tree. Of several parameters with one address the first is found.
    open class func createTree(withChildren children: [AUParameterNode]) -> AUParameterTree {
        AUParameterTree(children)
    }

    // MARK: Finding

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
