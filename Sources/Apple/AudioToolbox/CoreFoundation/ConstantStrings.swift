import CoreFoundation
import Synchronization

/// The strings of all `CFSTR` literals so far, by their text; each is kept until the process ends.
private let constantStrings = Mutex<[String: UInt]>([:])

/// Returns the `CFStringRef` of a literal in UTF-8: the same one for the same text, never released.
///
/// `CFSTR` of the installed <CoreFoundation/CoreFoundation.h> calls it. Core Foundation on Linux has
/// no such function: there a literal is a static object, which only clang can write down.
@c(__CFStringMakeConstantString)
@usableFromInline
func constantString(_ literal: UnsafePointer<CChar>?) -> UnsafeRawPointer? {
    guard let literal else { return nil }
    let text = String(cString: literal)
    let address: UInt? = constantStrings.withLock { strings in
        if let known = strings[text] { return known }
        let units = Array(text.utf16)
        guard let made = CFStringCreateWithCharacters(nil, units, units.count) else { return nil }
        let address = UInt(bitPattern: Unmanaged.passRetained(made).toOpaque())
        strings[text] = address
        return address
    }
    return address.flatMap { UnsafeRawPointer(bitPattern: $0) }
}
