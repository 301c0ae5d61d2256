import UIKit

/// A delegate with nothing but `NSObject` above it, and an `init()` of its own. The app ends when it
/// has been launched.
@main
class AppDelegate: NSObject, UIApplicationDelegate {
    private let name: String

    override init() {
        name = "ObjectDelegate"
        super.init()
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        print("\(name): @main makes a delegate that is an NSObject")
        exit(application.delegate === self ? 0 : 1)
    }
}
