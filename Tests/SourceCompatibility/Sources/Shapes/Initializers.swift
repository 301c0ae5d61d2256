import UIKit

// Initializers as on Apple's systems, where `UIResponder.init()` is not a required one.

/// A responder with an initializer of its own, and no `init()`.
class NamedResponder: UIResponder {
    let name: String

    init(name: String) {
        self.name = name
        super.init()
    }
}

/// A class without an `init()` in its superclass.
final class CountingResponder: NamedResponder {
    var count = 1

    convenience init(count: Int) {
        self.init(name: "counting")
        self.count = count
    }
}

/// A delegate that overrides `init()`, as templates write it.
class OverridingDelegate: UIResponder, UIApplicationDelegate {
    let name: String

    override init() {
        name = "overriding"
        super.init()
    }
}

/// A delegate that is no responder.
final class PlainDelegate: NSObject, UIApplicationDelegate {
    var tracks: [String] = []

    override init() {
        super.init()
        tracks.append("one")
    }
}

class OwnApplication: UIApplication {
    let name: String

    override init() {
        name = "own"
        super.init()
    }
}

@MainActor
func tryInitializers() {
    expect(NamedResponder(name: "any").name == "any", "the name is another one")
    expect(CountingResponder(count: 3).count == 3, "the count is another one")
    expect(OverridingDelegate().name == "overriding", "init() was not run")
    expect(PlainDelegate().tracks == ["one"], "init() of an object was not run")
    let principal: UIApplication.Type = OwnApplication.self
    expect("\(principal)" == "OwnApplication", "an application's class is \(principal)")
}
