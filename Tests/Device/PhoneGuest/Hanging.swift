import Foundation
import UIKit

/// An app of UIKit's that does not come back from one place, or from none.
func hangs(_ manner: String) {
    MainActor.assumeIsolated {
        Hanging.place = manner
        Hanging.main()
    }
}

private final class Hanging: UIResponder, UIApplicationDelegate {
    static var place = ""

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        say("process \(getpid())")
        say("launches")
        hang(at: "hangs-launching")
        return true
    }

    func applicationDidBecomeActive(_ application: UIApplication) {
        say("is active")
        hang(at: "hangs-active")
    }

    func applicationDidEnterBackground(_ application: UIApplication) {
        say("is in the background")
        hang(at: "hangs-later")
    }

    func applicationWillTerminate(_ application: UIApplication) {
        say("terminates")
    }

    private func hang(at place: String) {
        while place == Self.place { usleep(100_000) }
    }
}
