import AVFAudio
package import UIKit

/// A language course: a lesson that is the reason to use the app, so that neither the silent switch
/// nor the lock stops it, and system sounds for its start and for the learner's answers, which the
/// switch silences.
@main
package final class AppDelegate: UIResponder, UIApplicationDelegate {
    package private(set) var lesson: LessonPlayer?

    private var startUp: SystemSound?
    private var hasBegun = false
    private var answerCount = 0

    package func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let sentence: [(hertz: Double, seconds: Double)] = [
            (262, 0.4), (294, 0.3), (330, 0.5), (0, 0.3), (392, 0.5), (330, 0.6), (0, 0.4),
        ]
        observe()
        startUp = SystemSound(Tune([(784, 0.2), (988, 0.3)]))
        startUp?.play()
        do {
            // Needs `audio` among the background modes of Info.plist to go on under the lock.
            try AVAudioSession.sharedInstance().setCategory(.playback)
            lesson = try LessonPlayer(
                lesson: Tune((0..<20).flatMap { _ in sentence }),
                right: Tune([(1047, 0.15), (1568, 0.3)]),
                wrong: Tune([(233, 0.2), (175, 0.4)]))
        } catch {
            print("no lesson: \(error)")
        }
        return true
    }

    package func applicationDidBecomeActive(_ application: UIApplication) {
        // The learner taps the lesson; there is no screen, so that happens by itself, a second later
        // and once.
        guard !hasBegun else { return }
        hasBegun = true
        DispatchQueue.main.asyncAfter(deadline: .now() + 1) { [weak self] in
            MainActor.assumeIsolated {
                self?.begin()
                self?.answer(after: 3)
            }
        }
    }

    package func applicationWillTerminate(_ application: UIApplication) {
        lesson?.dispose()
        startUp?.dispose()
        print("ended")
    }

    // MARK: The lesson

    package func begin() {
        print(lesson?.play() == true ? "lesson plays" : "lesson cannot play")
    }

    package func answer(isRight: Bool) {
        answerCount += 1
        lesson?.comment(isRight: isRight)
        print(isRight ? "right" : "wrong")
    }

    /// Answers every four seconds, with a mistake now and then.
    private func answer(after seconds: Double) {
        DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { [weak self] in
            MainActor.assumeIsolated {
                guard let self else { return }
                if UIApplication.shared.applicationState == .active {
                    self.answer(isRight: self.answerCount % 3 != 2)
                }
                self.answer(after: 4)
            }
        }
    }

    // MARK: Interruptions

    private func observe() {
        NotificationCenter.default.addObserver(
            forName: AVAudioSession.interruptionNotification, object: nil, queue: .main
        ) { [weak self] notification in
            let type = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
            let option = notification.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt
            MainActor.assumeIsolated { self?.interruption(type ?? 0, option ?? 0) }
        }
        NotificationCenter.default.addObserver(
            forName: AVAudioSession.routeChangeNotification, object: nil, queue: .main
        ) { [weak self] notification in
            let reason = notification.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt
            MainActor.assumeIsolated { self?.routeChange(reason ?? 0) }
        }
    }

    /// The system pauses players itself, and leaves it to the app to go on.
    private func interruption(_ type: UInt, _ option: UInt) {
        guard let lesson, lesson.isOn else { return }
        if type == AVAudioSession.InterruptionType.began.rawValue {
            print("interrupted")
        } else if option == AVAudioSession.InterruptionOptions.shouldResume.rawValue {
            begin()
        } else {
            lesson.pause()
        }
    }

    /// Pauses when headphones are unplugged, so that the lesson does not play on the speaker.
    private func routeChange(_ reason: UInt) {
        guard reason == AVAudioSession.RouteChangeReason.oldDeviceUnavailable.rawValue else {
            return
        }
        lesson?.pause()
        print("paused")
    }
}
