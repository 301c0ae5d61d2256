import Simulation
import Testing
import UIKit

/// Apple's `init()` is not required: each class here is written as on Apple's systems.
@MainActor
@Suite("A delegate's class")
struct DelegateClassTests {
    private let phone = SimulatedPhone.recordingFindings()

    /// Launches an app, runs the class's `main()` in it, and hands over the delegate.
    private func delegate<Made: UIApplicationDelegate & NSObject>(_ type: Made.Type) -> Made? {
        let app = phone.launch("App") { type.main() }
        phone.advance(by: .seconds(1))
        return app.run { UIApplication.shared.delegate as? Made }
    }

    @Test("is made with the init() that it inherits")
    func inherited() throws {
        let made = try #require(delegate(Plain.self))
        #expect(made.tracks == ["one", "two"] && made.launchCount == 1)
        #expect(try #require(delegate(Subclass.self)).volumes == [0.5])
    }

    @Test("is made with an init() of its own")
    func overridden() throws {
        #expect(try #require(delegate(Overriding.self)).name == "overriding")
        #expect(try #require(delegate(Convenient.self)).name == "convenient")
        #expect(try #require(delegate(Requiring.self)).name == "requiring")
        #expect(NamedResponder(name: "any").name == "any")
    }

    @Test("needs no more than NSObject above it")
    func objects() throws {
        let made = try #require(delegate(ObjectDelegate.self))
        #expect(made.name == "object" && made.launchCount == 1)
        #expect(try #require(delegate(BareObjectDelegate.self)).launchCount == 1)
    }

    @Test("is found by its name, and the application's too")
    func byName() {
        let app = phone.launch("App") {
            let names = (
                NSStringFromClass(OwnApplication.self), NSStringFromClass(ObjectDelegate.self)
            )
            #expect(UIApplicationMain(0, nil, names.0, names.1) == 0)
        }
        app.run {
            #expect((UIApplication.shared as? OwnApplication)?.name == "player")
            #expect(UIApplication.shared.delegate is ObjectDelegate)
            // No delegate's class, and no class of an application.
            #expect(UIApplicationMain(0, nil, nil, NSStringFromClass(NamedResponder.self)) == 1)
            #expect(UIApplicationMain(0, nil, NSStringFromClass(NamedResponder.self), nil) == 1)
        }
    }
}

private class Plain: UIResponder, UIApplicationDelegate {
    var tracks = ["one", "two"]
    var launchCount = 0

    func applicationDidFinishLaunching(_ application: UIApplication) { launchCount += 1 }
}

private final class Subclass: Plain {
    let volumes = [0.5]
}

private final class Overriding: UIResponder, UIApplicationDelegate {
    let name: String

    override init() {
        name = "overriding"
        super.init()
    }
}

/// A responder without `init()`, as an app makes one itself.
class NamedResponder: UIResponder {
    let name: String

    init(name: String) {
        self.name = name
        super.init()
    }
}

private final class Convenient: UIResponder, UIApplicationDelegate {
    let name: String

    init(name: String) {
        self.name = name
        super.init()
    }

    convenience override init() { self.init(name: "convenient") }
}

private final class Requiring: UIResponder, UIApplicationDelegate {
    let name: String

    required override init() {
        name = "requiring"
        super.init()
    }
}

final class ObjectDelegate: NSObject, UIApplicationDelegate {
    let name: String
    private(set) var launchCount = 0

    override init() {
        name = "object"
        super.init()
    }

    func applicationDidFinishLaunching(_ application: UIApplication) { launchCount += 1 }
}

private final class BareObjectDelegate: NSObject, UIApplicationDelegate {
    private(set) var launchCount = 0

    func applicationDidFinishLaunching(_ application: UIApplication) { launchCount += 1 }
}

final class OwnApplication: UIApplication {
    let name: String

    override init() {
        name = "player"
        super.init()
    }
}
