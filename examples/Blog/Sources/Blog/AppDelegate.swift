import AudioToolbox
package import UIKit

/// A blogging app: a tune at its start, a sound when a post has been sent, an alert when it could
/// not be. It asks for no audio session: its sounds mix with whatever plays.
@main
package final class AppDelegate: UIResponder, UIApplicationDelegate {
    /// What has become of the posts, in order.
    package private(set) var said: [String] = []

    private var startUp: SystemSound?
    private var posted: SystemSound?
    private var failure: SystemSound?
    private var postCount = 0

    package func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        startUp = SystemSound(Tune([(523, 0.2), (659, 0.2), (784, 0.4)]))
        posted = SystemSound(Tune([(880, 0.15), (1320, 0.3)]))
        failure = SystemSound(Tune([(196, 0.4)]))
        // Launched into the background, for a notification, it makes no sound.
        if application.applicationState != .background { startUp?.play() }
        say("started")
        write(after: 3)
        return true
    }

    package func applicationWillTerminate(_ application: UIApplication) {
        for sound in [startUp, posted, failure] { sound?.dispose() }
        say("ended")
    }

    // MARK: Posts

    /// Sends a post, which takes a second. The user may leave the app meanwhile: a background task
    /// keeps it running until the post is out.
    package func send(succeeding: Bool) {
        let task = BackgroundTask("send a post")
        DispatchQueue.main.asyncAfter(deadline: .now() + 1) { [weak self] in
            MainActor.assumeIsolated {
                if succeeding {
                    self?.posted?.play()
                } else {
                    self?.failure?.alert()
                }
                self?.say(succeeding ? "posted" : "failed")
                task.end()
            }
        }
    }

    /// There is no screen to write on, so it writes a post every five seconds by itself; the network
    /// fails every third.
    private func write(after seconds: Double) {
        DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { [weak self] in
            MainActor.assumeIsolated {
                guard let self else { return }
                self.postCount += 1
                if UIApplication.shared.applicationState == .active {
                    self.send(succeeding: self.postCount % 3 != 0)
                }
                self.write(after: 5)
            }
        }
    }

    private func say(_ what: String) {
        said.append(what)
        // At once, also where the output is no terminal.
        FileHandle.standardOutput.write(Data("\(what)\n".utf8))
    }
}

/// Time in the background, until it is ended or out.
@MainActor
private final class BackgroundTask {
    private var identifier = UIBackgroundTaskIdentifier.invalid

    init(_ name: String) {
        identifier = UIApplication.shared.beginBackgroundTask(withName: name) { [weak self] in
            self?.end()
        }
    }

    func end() {
        UIApplication.shared.endBackgroundTask(identifier)
        identifier = .invalid
    }
}
