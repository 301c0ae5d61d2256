import AVFAudio
package import UIKit

/// A game: a sound at its start that mixes with the user's music, then a soundtrack that takes its
/// place, and effects. All of it obeys the silent switch.
///
/// The user has opened it, so it begins to play by itself. Once something has covered it, the user
/// decides when it goes on (`play()`), and coming to the front alone does not: a player that has just
/// hung up is not thrown into the middle of a jump.
package final class AppDelegate: UIResponder, UIApplicationDelegate {
    package private(set) var isPaused = true

    private var startUp: SystemSound?
    private var soundtrack: TunePlayer?
    private var jump: TunePlayer?
    private var crash: TunePlayer?
    private var stepCount = 0
    /// Whether it may begin by itself: it has not been left since its launch.
    private var mayBegin = true

    /// How the player goes on, as the program that asks for it calls it; `nil` where nothing does.
    package static var playButton: String?

    package func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let bar: [(hertz: Double, seconds: Double)] = [
            (110, 0.25), (165, 0.25), (131, 0.25), (165, 0.25),
        ]
        startUp = SystemSound(Tune([(392, 0.3), (587, 0.5)]))
        soundtrack = TunePlayer(Tune(bar + bar), loops: true)
        jump = TunePlayer(Tune([(660, 0.1), (990, 0.2)]))
        crash = TunePlayer(Tune([(98, 0.5)], volume: 0.9))
        // The category is what an app has that asks for none: SoloAmbient.
        startUp?.play()
        step()
        return true
    }

    package func applicationDidBecomeActive(_ application: UIApplication) {
        guard mayBegin else { return print("waits" + Self.hint) }
        DispatchQueue.main.asyncAfter(deadline: .now() + 1) { [weak self] in
            MainActor.assumeIsolated {
                if self?.mayBegin == true { self?.play() }
            }
        }
    }

    /// A call, the home button, the control centre: the game waits until its player goes on.
    package func applicationWillResignActive(_ application: UIApplication) {
        mayBegin = false
        pause()
    }

    package func applicationDidEnterBackground(_ application: UIApplication) {
        // Lets the apps that the game interrupted resume.
        do {
            try AVAudioSession.sharedInstance().setActive(
                false, options: .notifyOthersOnDeactivation)
        } catch {
            print("still sounds: \(error)")
        }
    }

    package func applicationWillTerminate(_ application: UIApplication) {
        for player in [soundtrack, jump, crash] { player?.dispose() }
        startUp?.dispose()
        print("ended")
    }

    // MARK: The game

    /// Begins or goes on, for the player's button; only in front.
    package func play() {
        guard isPaused, UIApplication.shared.applicationState == .active else { return }
        isPaused = false
        // The user's own music, if there is any, is soundtrack enough where it cannot be stopped.
        print(soundtrack?.play() == true ? "soundtrack" : "no soundtrack")
    }

    package func pause() {
        guard !isPaused else { return }
        isPaused = true
        soundtrack?.pause()
        print("paused")
    }

    private static var hint: String { playButton.map { ": \($0) plays" } ?? "" }

    /// Something happens every two seconds: jumps, and now and then a crash.
    private func step() {
        DispatchQueue.main.asyncAfter(deadline: .now() + 2) { [weak self] in
            MainActor.assumeIsolated {
                guard let self else { return }
                if !self.isPaused {
                    self.stepCount += 1
                    (self.stepCount % 4 == 0 ? self.crash : self.jump)?.play()
                }
                self.step()
            }
        }
    }
}
