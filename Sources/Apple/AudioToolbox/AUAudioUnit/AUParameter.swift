import AudioUnits
public import CAudioToolbox
public import Foundation
import Synchronization

/// A parameter of an audio unit.
///
/// A parameter of one of Apple's units has the value that the unit's class and
/// `AudioUnitGetParameter` show. Any thread.
///
/// Ownership: that of `AUParameterNode`; a lock guards the value.
open class AUParameter: AUParameterNode, @unchecked Sendable {
    private let settings: Settings
    private let state: Mutex<State>

    private struct State {
        var value: AUValue
        /// The parameter of a unit that has the value.
        var bound: UnitParameter?
    }

    /// What a parameter is, apart from its value.
    struct Settings {
        var identifier: String
        var name: String
        var address: AUParameterAddress
        var minimum: AUValue
        var maximum: AUValue
        var unit: AudioUnitParameterUnit
        var unitName: String?
        var flags: AudioUnitParameterOptions
        var valueStrings: [String]?
        var dependentParameters: [NSNumber]?
    }

    init(_ settings: Settings, value: AUValue? = nil) {
        self.settings = settings
        state = Mutex(State(value: value ?? settings.minimum))
        super.init(identifier: settings.identifier, displayName: settings.name)
    }

    /// Makes the parameter of a unit.
    convenience init(_ parameter: UnitParameter) {
        var flags: AudioUnitParameterOptions = [.flag_IsReadable]
        if parameter.isReadOnly {
            flags.insert(.flag_MeterReadOnly)
        } else {
            flags.insert(.flag_IsWritable)
            if parameter.canRamp { flags.insert(.flag_CanRamp) }
        }
        self.init(
            Settings(
                identifier: "\(parameter.id)", name: parameter.name,
                address: AUParameterAddress(parameter.id), minimum: parameter.range.lowerBound,
                maximum: parameter.range.upperBound, unit: parameter.unit, flags: flags))
        bind(to: parameter)
    }

    /// Gives the parameter the value of a unit's, until it has blocks of its own.
    func bind(to parameter: UnitParameter?) { state.withLock { $0.bound = parameter } }

    /// A copy at another address, in a group that is made of a template.
    func copy(addressOffset: AUParameterAddress) -> AUParameter {
        var settings = settings
        settings.address &+= addressOffset
        return AUParameter(settings, value: state.withLock { $0.value })
    }

    // MARK: What it is

    /// The number of the parameter in the tree.
    open var address: AUParameterAddress { settings.address }

    /// The least value.
    open var minValue: AUValue { settings.minimum }

    /// The greatest value.
    open var maxValue: AUValue { settings.maximum }

    /// What the value counts.
    open var unit: AudioUnitParameterUnit { settings.unit }

    /// The name of what the value counts, for `customUnit`.
    open var unitName: String? { settings.unitName }

    /// What can be done with the parameter.
    open var flags: AudioUnitParameterOptions { settings.flags }

    /// The names of the values from the least on, for an indexed parameter.
    open var valueStrings: [String]? { settings.valueStrings }

    /// The addresses of the parameters that change with this one.
    open var dependentParameters: [NSNumber]? { settings.dependentParameters }

    // MARK: The value

    /// The unit's parameter, where no block of an app serves this one.
    private var bound: UnitParameter? {
        guard let bound = state.withLock({ $0.bound }), implementor(\.valueObserver) == nil,
            implementor(\.valueProvider) == nil
        else { return nil }
        return bound
    }

    /// The value. A unit that serves its parameters supplies and receives it at once.
    open var value: AUValue {
        get {
            if let bound { return bound.get() }
            if let provider = implementor(\.valueProvider) { return provider(self) }
            return state.withLock { $0.value }
        }
        set { setValue(newValue, originator: nil) }
    }

    /// Sets the value.
    ///
    /// - Parameter originator: The observer that sets it, which is not told.
    open func setValue(_ value: AUValue, originator: AUParameterObserverToken?) {
        setValue(value, originator: originator, atHostTime: 0)
    }

    /// Sets the value.
    ///
    /// - Parameter hostTime: When the person has changed it, for observers that record; 0 for now.
    open func setValue(
        _ value: AUValue, originator: AUParameterObserverToken?, atHostTime hostTime: UInt64
    ) {
        setValue(value, originator: originator, atHostTime: hostTime, eventType: .value)
    }

    /// Sets the value, or tells that its control was taken or left, with a value as well.
    open func setValue(
        _ value: AUValue, originator: AUParameterObserverToken?, atHostTime hostTime: UInt64,
        eventType: AUParameterAutomationEventType
    ) {
        guard !value.isNaN else { return }
        var value = value
        if let bound {
            value = bound.limited(value)
            bound.set(value)
        }
        state.withLock { $0.value = value }
        implementor(\.valueObserver)?(self, value)
        let event = AUParameterAutomationEvent(
            hostTime: hostTime, address: address, value: value, eventType: eventType, reserved: 0)
        ParameterChanges.shared.report(event, of: self, by: originator)
    }

    // MARK: Text

    /// Returns a value as text.
    ///
    /// - Parameter value: `nil` for the present one.
    open func string(fromValue value: UnsafePointer<AUValue>?) -> String {
        if let write = implementor(\.stringFromValue) { return write(self, value) }
        return usualString(value?.pointee ?? self.value)
    }

    /// Returns the value of a text.
    open func value(from string: String) -> AUValue {
        if let read = implementor(\.valueFromString) { return read(self, string) }
        return usualValue(string)
    }

    /// The text of a value: its name, or its number.
    func usualString(_ value: AUValue) -> String {
        let index = Int(exactly: (value - minValue).rounded())
        if let valueStrings, let index, valueStrings.indices.contains(index) {
            return valueStrings[index]
        }
        return String(format: "%.*f", value == value.rounded() ? 0 : 2, Double(value))
    }

    /// The value of a name or a number; the present one for another text.
    func usualValue(_ string: String) -> AUValue {
        if let index = valueStrings?.firstIndex(of: string) { return minValue + AUValue(index) }
        return AUValue(string.trimmingCharacters(in: .whitespaces)) ?? value
    }
}
