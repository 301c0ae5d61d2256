import Foundation

/// Makes an instance of a class that is known only when the program runs, with its `init()`.
///
/// Swift calls an initializer through a metatype only where it is `required`, and Apple's `init()`
/// is not: subclasses may override it without saying so, or have others in its place. Every subclass
/// of `NSObject` nevertheless has an entry for it in its table of methods: its own `init()`, or a
/// stub that ends the process with "Use of unimplemented initializer". `RequiredInit` declares the
/// entry as one that may be called through a metatype. All metatypes of classes have one
/// representation, and the result is used as what it is, so nothing is taken for a `RequiredInit`.
///
/// - Returns: An instance of exactly `type`.
@inline(never)
@MainActor
func make<Made: NSObject>(_ type: Made.Type) -> Made {
    let callable = unsafeBitCast(type as NSObject.Type, to: RequiredInit.Type.self)
    let made: NSObject = callable.init()
    guard let made = made as? Made else { fatalError("\(type) has no init()") }
    return made
}

/// Declares `NSObject.init()` as an initializer that metatypes have. No instance is ever made.
///
/// It is open so that the compiler takes no call through its metatype for a call of its own `init`.
@_spi(SoriInternal)
open class RequiredInit: NSObject {
    public required override init() {
        super.init()
    }
}
