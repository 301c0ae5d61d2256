import Dispatch
import Foundation
import SoundClient
import SoundRuntime

/// Makes the application and its delegate, tells them of the launch, and runs the main run loop
/// until the process ends. In a simulated app it returns: the phone's time is its run loop.
///
/// A process of its own ends when it gets SIGTERM, after `applicationWillTerminate`; one that a
/// phone has started also when that phone is gone, without a word.
///
/// - Parameters:
///   - principalClassName: The name of a subclass of `UIApplication`, as from `NSStringFromClass`.
///   - delegateClassName: The name of a subclass of `NSObject` that is a `UIApplicationDelegate`.
/// - Returns: Zero; 1 for a name of no such class, which standard error is told. A class without an
///   `init()` ends the process with Swift's message, as on Apple's systems.
@preconcurrency @MainActor
@discardableResult
public func UIApplicationMain(
    _ argc: Int32, _ argv: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    _ principalClassName: String?, _ delegateClassName: String?
) -> Int32 {
    var principal = UIApplication.self
    if let name = principalClassName {
        guard let found = NSClassFromString(name) as? UIApplication.Type else {
            return fail("\(name) is no UIApplication")
        }
        principal = found
    }
    var delegate: (any UIApplicationDelegate)?
    if let name = delegateClassName {
        guard let found = NSClassFromString(name) as? any (NSObject & UIApplicationDelegate).Type
        else { return fail("\(name) is no NSObject that is a UIApplicationDelegate") }
        delegate = make(found)
    }
    run(principal, delegate)
    return 0
}

private func fail(_ words: String) -> Int32 {
    FileHandle.standardError.write(Data("UIApplicationMain: \(words)\n".utf8))
    return 1
}

extension UIApplicationDelegate where Self: NSObject {
    /// Makes the application and a delegate of this class, and runs them; for `@main` on the class.
    public static func main() {
        run(UIApplication.self, make(Self.self))
    }
}

@MainActor
private func run(_ principal: UIApplication.Type, _ delegate: (any UIApplicationDelegate)?) {
    announceReturns()
    let app = currentApp()
    LifeCycleObserver.of(app, hearsAll: true)
    let application = ApplicationHolder.of(app).application(of: app, principal)
    if let delegate {
        application.ownedDelegate = delegate
        application.delegate = delegate
    }
    guard CurrentApp.simulated == nil else { return }
    let termination = endOnTermination(app)
    // A run loop with nothing to wait for would return.
    let endless = Timer(fire: .distantFuture, interval: 1e9, repeats: true) { _ in }
    RunLoop.main.add(endless, forMode: .default)
    withExtendedLifetime((termination, endless)) {
        while true { RunLoop.main.run() }
    }
}

/// The system's polite way to end a process: it is told, and ends when it has returned.
@MainActor
private func endOnTermination(_ app: AppSound) -> any DispatchSourceSignal {
    signal(SIGTERM, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .main)
    source.setEventHandler {
        // A phone elsewhere sees that its process has ended; one of its own has it told.
        guard hasPhoneElsewhere(app) else { return app.connection.disconnect(.quit) }
        UIApplication.of(app).live(through: .willTerminate)
    }
    source.resume()
    return source
}

/// Where an app keeps its application.
@MainActor
final class ApplicationHolder {
    private var application: UIApplication?

    nonisolated private init() {}

    static func of(_ app: AppSound) -> ApplicationHolder { app.attachment { ApplicationHolder() } }

    /// - Parameter principal: The class of one that is not there yet.
    func application(
        of app: AppSound, _ principal: UIApplication.Type = UIApplication.self
    ) -> UIApplication {
        if let application { return application }
        let made = make(principal)
        application = made
        return made
    }
}
