import CoreFoundation

/// The text of a `CFStringRef`; empty for an object of another type.
package func string(ofCFString pointer: UnsafeRawPointer) -> String {
    let string = Unmanaged<CoreFoundation.CFString>.fromOpaque(pointer).takeUnretainedValue()
    guard CFGetTypeID(string) == CFStringGetTypeID() else { return "" }
    var units = [UniChar](repeating: 0, count: CFStringGetLength(string))
    CFStringGetCharacters(string, CFRange(location: 0, length: units.count), &units)
    return String(decoding: units, as: UTF16.self)
}
