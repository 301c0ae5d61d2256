import AudioModel
import Dispatch
public import Foundation
import SoundClient
import SoundRuntime
import SoundServer

/// Makes the application and its delegate, delivers the launch callbacks, and runs the main run
/// loop until the process ends. Main thread. In a simulated app it returns at once: simulated time
/// takes the place of the run loop.
///
/// The process ends on SIGTERM, after `applicationWillTerminate`. A process that a phone has
/// started also ends when the phone is gone, without that callback.
///
/// - Parameters:
///   - principalClassName: The name of a subclass of `UIApplication`, as from `NSStringFromClass`;
///     `nil` for `UIApplication` itself.
///   - delegateClassName: The name of a subclass of `NSObject` that conforms to
///     `UIApplicationDelegate`; `nil` for none.
/// - Returns: Zero; 1 for a name of no such class, with a message on standard error. A class
///   without an `init()` ends the process with Swift's message, as on Apple's systems.
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
    /// Makes the application and a delegate of this class, and runs them; the entry point of
    /// `@main`.
    public static func main() {
        run(UIApplication.self, make(Self.self))
    }
}

@MainActor
private func run(_ principal: UIApplication.Type, _ delegate: (any UIApplicationDelegate)?) {
    announceCallbackReturns()
    let app = currentApp()
    LifeCycleObserver.of(app, deliversBacklog: true)
    let application = ApplicationHolder.of(app).application(of: app, principal)
    if let delegate {
        application.ownedDelegate = delegate
        application.delegate = delegate
    }
    guard CurrentApp.simulated == nil else { return }
    let termination = exitOnTerminationSignal(app)
    // A run loop without sources would return.
    let keepAlive = Timer(fire: .distantFuture, interval: 1e9, repeats: true) { _ in }
    RunLoop.main.add(keepAlive, forMode: .default)
    withExtendedLifetime((termination, keepAlive)) {
        while true { RunLoop.main.run() }
    }
}

/// Handles SIGTERM: notifies the app and exits when its delegate has returned.
@MainActor
private func exitOnTerminationSignal(_ app: AppSound) -> any DispatchSourceSignal {
    signal(SIGTERM, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .main)
    source.setEventHandler {
        // A server in another process sees this process end; one in this process is told.
        guard isDecidedByAnotherProcess(app) else { return app.connection.disconnect(.quit) }
        UIApplication.of(app).live(through: .willTerminate)
    }
    source.resume()
    return source
}

/// The holder of an app's application object.
@MainActor
final class ApplicationHolder {
    private(set) var application: UIApplication?
    /// The windows that the app has made, perhaps before its application.
    var madeWindows: [ShownWindow] = []

    nonisolated private init() {}

    static func of(_ app: AppSound) -> ApplicationHolder { app.attachment { ApplicationHolder() } }

    /// - Parameter principal: The class of an application that is made now.
    func application(
        of app: AppSound, _ principal: UIApplication.Type = UIApplication.self
    ) -> UIApplication {
        if let application { return application }
        let made = make(principal)
        application = made
        return made
    }
}
