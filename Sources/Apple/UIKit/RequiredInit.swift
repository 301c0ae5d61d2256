public import Foundation

/// Makes an instance of a class that is known only at run time, with its `init()`.
///
/// - Returns: An instance of exactly `type`.
@MainActor
func make<Made: NSObject>(_ type: Made.Type) -> Made {
    let made = instance(of: type)
    guard let made = made as? Made else { fatalError("\(type) has made a \(Swift.type(of: made))") }
    return made
}

/// Calls a class's `init()`, as the Objective-C runtime does on Apple's systems.
///
/// Swift calls an initializer through a metatype only if it is `required`, and Apple's `init()` is
/// not: subclasses may override it without saying so, or replace it by others. Every subclass of
/// `NSObject` nevertheless has an entry for it in its vtable: its own `init()`, or a stub that ends
/// the process with "Use of unimplemented initializer". `RequiredInit` declares the entry as
/// callable through a metatype. All class metatypes have one representation, and the result is used
/// as what it is.
///
/// Not optimised, since the types are not what they claim: an optimiser may assume that a
/// `RequiredInit` is not an application.
@inline(never)
@_optimize(none)
private func instance(of type: NSObject.Type) -> NSObject {
    unsafeBitCast(type, to: RequiredInit.Type.self).init()
}

/// Declares `NSObject.init()` as a required initializer. Never instantiated.
///
/// Open, so that no module can know all of its subclasses.
@_spi(SoriInternal)
open class RequiredInit: NSObject {
    public required override init() {
        super.init()
    }
}
