import AudioModel
import AudioUnits
public import CAudioToolbox
public import CoreAudioTypes
import Foundation

// Listeners of parameters and properties, which <AudioToolbox/AudioUnitUtilities.h> declares and
// documents.

/// The program's listeners.
let unitListeners = HandleTable<UnitEventListener>()

private func listener(_ handle: OpaquePointer?) throws(UnitError) -> UnitEventListener {
    guard let listener = unitListeners[handle] else { throw .missingArgument }
    return listener
}

extension UnitParameterPlace {
    init(_ parameter: AudioUnitParameter) {
        self.init(
            unit: UInt(bitPattern: parameter.mAudioUnit), id: parameter.mParameterID,
            scope: parameter.mScope, element: parameter.mElement)
    }

    fileprivate init(_ property: AudioUnitProperty) {
        self.init(
            unit: UInt(bitPattern: property.mAudioUnit), id: property.mPropertyID,
            scope: property.mScope, element: property.mElement)
    }

    /// The place in C's form, as a parameter.
    var parameter: AudioUnitParameter {
        AudioUnitParameter(
            mAudioUnit: AudioUnit(bitPattern: unit), mParameterID: id, mScope: scope,
            mElement: element)
    }

    /// The parameter.
    fileprivate var found: UnitParameter {
        get throws(UnitError) {
            try AudioToolbox.unit(AudioUnit(bitPattern: unit)).parameter(
                id, unitScope(scope), Int(element))
        }
    }
}

extension UnitEvent {
    /// - Throws: `missingArgument` for a kind of events that does not exist.
    fileprivate init(_ event: AudioUnitEvent) throws(UnitError) {
        let parameter = UnitParameterPlace(event.mArgument.mParameter)
        switch event.mEventType {
        case .parameterValueChange: self = .value(parameter)
        case .beginParameterChangeGesture: self = .gestureBegan(parameter)
        case .endParameterChangeGesture: self = .gestureEnded(parameter)
        case .propertyChange: self = .property(UnitParameterPlace(event.mArgument.mProperty))
        default: throw .missingArgument
        }
    }

    /// The event in C's form.
    var value: AudioUnitEvent {
        var event = AudioUnitEvent()
        switch self {
        case .value(let place):
            event.mEventType = .parameterValueChange
            event.mArgument.mParameter = place.parameter
        case .gestureBegan(let place):
            event.mEventType = .beginParameterChangeGesture
            event.mArgument.mParameter = place.parameter
        case .gestureEnded(let place):
            event.mEventType = .endParameterChangeGesture
            event.mArgument.mParameter = place.parameter
        case .property(let place):
            event.mEventType = .propertyChange
            event.mArgument.mProperty = AudioUnitProperty(
                mAudioUnit: AudioUnit(bitPattern: place.unit), mPropertyID: place.id,
                mScope: place.scope, mElement: place.element)
        }
        return event
    }

    /// The value of the event's parameter; 0 for a property.
    fileprivate var parameterValue: Float {
        switch self {
        case .value(let place), .gestureBegan(let place), .gestureEnded(let place):
            (try? place.found)?.get() ?? 0
        case .property: 0
        }
    }
}

/// Tells all listeners of an event.
private func notify(_ event: UnitEvent, from handle: OpaquePointer?, _ object: UInt) {
    let sender = unitListeners[handle]
    for listener in unitListeners.objects {
        listener.notify(
            event, value: event.parameterValue, from: listener === sender ? object : nil)
    }
}

@c @implementation
public func AUListenerDispose(_ inListener: AUParameterListenerRef!) -> OSStatus {
    unitStatus { () throws(UnitError) in
        let listener = try listener(inListener)
        unitListeners.remove(inListener)
        listener.dispose()
    }
}

// MARK: Parameters

@c @implementation
public func AUListenerAddParameter(
    _ inListener: AUParameterListenerRef!, _ inObject: UnsafeMutableRawPointer!,
    _ inParameter: UnsafePointer<AudioUnitParameter>!
) -> OSStatus {
    unitStatus { () throws(UnitError) in
        guard let inParameter else { throw .missingArgument }
        try listener(inListener).add(
            .value(UnitParameterPlace(inParameter.pointee)), for: UInt(bitPattern: inObject))
    }
}

@c @implementation
public func AUListenerRemoveParameter(
    _ inListener: AUParameterListenerRef!, _ inObject: UnsafeMutableRawPointer!,
    _ inParameter: UnsafePointer<AudioUnitParameter>!
) -> OSStatus {
    unitStatus { () throws(UnitError) in
        guard let inParameter else { throw .missingArgument }
        try listener(inListener).remove(
            .value(UnitParameterPlace(inParameter.pointee)), for: UInt(bitPattern: inObject))
    }
}

@c @implementation
public func AUParameterSet(
    _ inSendingListener: AUParameterListenerRef!, _ inSendingObject: UnsafeMutableRawPointer!,
    _ inParameter: UnsafePointer<AudioUnitParameter>!, _ inValue: AudioUnitParameterValue,
    _ inBufferOffsetInFrames: UInt32
) -> OSStatus {
    guard let parameter = inParameter?.pointee else { return kAudio_ParamError }
    let status = AudioUnitSetParameter(
        parameter.mAudioUnit, parameter.mParameterID, parameter.mScope, parameter.mElement,
        inValue, inBufferOffsetInFrames)
    guard status == noErr else { return status }
    return AUParameterListenerNotify(inSendingListener, inSendingObject, inParameter)
}

@c @implementation
public func AUParameterListenerNotify(
    _ inSendingListener: AUParameterListenerRef!, _ inSendingObject: UnsafeMutableRawPointer!,
    _ inParameter: UnsafePointer<AudioUnitParameter>!
) -> OSStatus {
    guard let parameter = inParameter?.pointee else { return kAudio_ParamError }
    let place = UnitParameterPlace(parameter)
    var places = [place]
    if place.id == kAUParameterListener_AnyParameter {
        places = []
        for listener in unitListeners.objects {
            for place in listener.parameters(of: place.unit) where !places.contains(place) {
                places.append(place)
            }
        }
    }
    for place in places {
        notify(.value(place), from: inSendingListener, UInt(bitPattern: inSendingObject))
    }
    return noErr
}

// MARK: Events

@c @implementation
public func AUEventListenerAddEventType(
    _ inListener: AUEventListenerRef!, _ inObject: UnsafeMutableRawPointer!,
    _ inEvent: UnsafePointer<AudioUnitEvent>!
) -> OSStatus {
    unitStatus { () throws(UnitError) in
        guard let inEvent else { throw .missingArgument }
        let listener = try listener(inListener)
        let (event, object) = (try UnitEvent(inEvent.pointee), UInt(bitPattern: inObject))
        if case .property(let place) = event {
            let unit = try unit(AudioUnit(bitPattern: place.unit))
            let identity = UnitListeners.Identity(
                procedure: UInt(bitPattern: inListener), argument: object)
            unit.listeners.remove(
                place.id, procedure: identity.procedure, argument: identity.argument)
            unit.listeners.add(place.id, identity) { [weak listener] property, scope, element in
                let changed = UnitParameterPlace(
                    unit: place.unit, id: property, scope: scope, element: element)
                listener?.notify(.property(changed), value: 0, from: nil)
            }
        }
        listener.add(event, for: object)
    }
}

@c @implementation
public func AUEventListenerRemoveEventType(
    _ inListener: AUEventListenerRef!, _ inObject: UnsafeMutableRawPointer!,
    _ inEvent: UnsafePointer<AudioUnitEvent>!
) -> OSStatus {
    unitStatus { () throws(UnitError) in
        guard let inEvent else { throw .missingArgument }
        try listener(inListener).remove(
            UnitEvent(inEvent.pointee), for: UInt(bitPattern: inObject))
    }
}

@c @implementation
public func AUEventListenerNotify(
    _ inSendingListener: AUEventListenerRef!, _ inSendingObject: UnsafeMutableRawPointer!,
    _ inEvent: UnsafePointer<AudioUnitEvent>!
) -> OSStatus {
    unitStatus { () throws(UnitError) in
        guard let inEvent else { throw .missingArgument }
        notify(
            try UnitEvent(inEvent.pointee), from: inSendingListener,
            UInt(bitPattern: inSendingObject))
    }
}

// MARK: Values

@c @implementation
public func AUParameterValueFromLinear(
    _ inLinearValue: Float, _ inParameter: UnsafePointer<AudioUnitParameter>!
) -> AudioUnitParameterValue {
    guard let found = parameter(inParameter) else { return inLinearValue }
    let place = inLinearValue.isNaN ? 0 : min(max(inLinearValue, 0), 1)
    let (low, high) = (found.range.lowerBound, found.range.upperBound)
    guard found.isLogarithmic else { return low + place * (high - low) }
    return low * pow(high / low, place)
}

@c @implementation
public func AUParameterValueToLinear(
    _ inParameterValue: AudioUnitParameterValue, _ inParameter: UnsafePointer<AudioUnitParameter>!
) -> Float {
    guard let found = parameter(inParameter) else { return inParameterValue }
    let (low, high) = (found.range.lowerBound, found.range.upperBound)
    let value = inParameterValue.isNaN ? low : found.limited(inParameterValue)
    guard high > low else { return 0 }
    return found.isLogarithmic ? log(value / low) / log(high / low) : (value - low) / (high - low)
}

@c @implementation
public func AUParameterFormatValue(
    _ inParameterValue: Double, _ inParameter: UnsafePointer<AudioUnitParameter>!,
    _ inTextBuffer: UnsafeMutablePointer<CChar>!, _ inDigits: UInt32
) -> UnsafeMutablePointer<CChar>! {
    guard let inTextBuffer else { return nil }
    let digits = Int(min(max(inDigits, 1), 15))
    let hasSize = inParameterValue != 0 && inParameterValue.isFinite
    let size = hasSize ? Int(log10(abs(inParameterValue)).rounded(.down)) : 0
    let decimals = max(digits - 1 - size, 0)
    let text =
        inParameterValue.isFinite && decimals < textBytes && abs(size) < textBytes / 2
        ? String(format: "%.\(min(decimals, digits + 3))f", inParameterValue)
        : "\(inParameterValue)"
    var bytes = Array(text.utf8.prefix(textBytes - 1)).map { CChar(bitPattern: $0) }
    bytes.append(0)
    inTextBuffer.update(from: bytes, count: bytes.count)
    return inTextBuffer
}

/// The room for the text of a value.
private let textBytes = 32

private func parameter(_ pointer: UnsafePointer<AudioUnitParameter>?) -> UnitParameter? {
    pointer.flatMap { try? UnitParameterPlace($0.pointee).found }
}

extension UnitParameter {
    /// Whether equal steps of a slider are equal ratios.
    fileprivate var isLogarithmic: Bool { unit == .hertz && range.lowerBound > 0 }
}
