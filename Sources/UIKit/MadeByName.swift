import Foundation

/// Makes an instance of a class that is known only when the program runs, with its `init()`.
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
/// Swift calls an initializer through a metatype only where it is `required`, and Apple's `init()`
/// is not: subclasses may override it without saying so, or have others in its place. Every subclass
/// of `NSObject` nevertheless has an entry for it in its table of methods: its own `init()`, or a
/// stub that ends the process with "Use of unimplemented initializer". `RequiredInit` declares the
/// entry as one that may be called through a metatype. All metatypes of classes have one
/// representation, and the result is used as what it is.
///
/// The function is not optimized, since its types are not what they say: the optimizer would know
/// that a `RequiredInit` is no application.
@inline(never)
@_optimize(none)
private func instance(of type: NSObject.Type) -> NSObject {
    unsafeBitCast(type, to: RequiredInit.Type.self).init()
}

/// Declares `NSObject.init()` as an initializer that metatypes have. No instance is ever made.
///
/// It is open so that no module knows all of its subclasses.
@_spi(SoriInternal)
open class RequiredInit: NSObject {
    public required override init() {
        super.init()
    }
}
