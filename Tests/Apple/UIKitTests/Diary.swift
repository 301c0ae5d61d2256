import AVFAudio
import Simulation
import SongPlayer
import Testing
public import UIKit

/// An app delegate that logs its callbacks and the posted notifications, each with the application
/// state: `didBecomeActive active`. Notifications begin with a star.
class Diary: UIResponder, UIApplicationDelegate {
    private(set) var lines: [String] = []
    private(set) var launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    /// The value that `didFinishLaunching` returns.
    var opensURLs = true
    /// A player for the app to keep alive.
    var player: SongPlayer?
    var task = UIBackgroundTaskIdentifier.invalid
    var whenEnteringBackground: () -> Void = {}
    var whenTerminating: () -> Void = {}

    override init() {
        super.init()
        UIDevice.current.beginGeneratingDeviceOrientationNotifications()
        observe("didFinishLaunching", UIApplication.didFinishLaunchingNotification)
        observe("didBecomeActive", UIApplication.didBecomeActiveNotification)
        observe("willResignActive", UIApplication.willResignActiveNotification)
        observe("didEnterBackground", UIApplication.didEnterBackgroundNotification)
        observe("willEnterForeground", UIApplication.willEnterForegroundNotification)
        observe("willTerminate", UIApplication.willTerminateNotification)
        observe("memoryWarning", UIApplication.didReceiveMemoryWarningNotification)
        observe("willChangeStatusBar", UIApplication.willChangeStatusBarFrameNotification)
        observe("didChangeStatusBar", UIApplication.didChangeStatusBarFrameNotification)
        observe("significantTime", UIApplication.significantTimeChangeNotification)
        observe("orientation", UIDevice.orientationDidChangeNotification)
        observe("settings", UserDefaults.didChangeNotification)
        observe("locale", NSLocale.currentLocaleDidChangeNotification)
        let session = AVAudioSession.interruptionNotification
        NotificationCenter.default.addObserver(forName: session, object: nil, queue: nil) {
            [weak self] note in
            let type = note.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
            let option = note.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt
            let wasSuspended =
                note.userInfo?[AVAudioSessionInterruptionWasSuspendedKey] as? Bool ?? false
            MainActor.assumeIsolated {
                guard type == 0 else {
                    self?.write("interruption began" + (wasSuspended ? " while suspended" : ""))
                    return
                }
                self?.write("interruption ended" + (option == 1 ? ", resume" : ""))
            }
        }
    }

    /// Returns the lines since the last call.
    func take() -> [String] {
        defer { lines = [] }
        return lines
    }

    /// Adds a line, with the application state.
    func write(_ what: String) {
        lines.append("\(what) \(UIApplication.shared.applicationState)")
    }

    private func observe(_ what: String, _ name: Notification.Name) {
        NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
            [weak self] note in
            let isOwn =
                switch name {
                case UIDevice.orientationDidChangeNotification: note.object is UIDevice
                case UserDefaults.didChangeNotification: note.object is PhoneDefaults
                default: note.object is UIApplication
                }
            guard isOwn else { return }
            MainActor.assumeIsolated { self?.write("*" + what) }
        }
    }

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        write("willFinishLaunching")
        return true
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        self.launchOptions = launchOptions
        write("didFinishLaunching")
        return opensURLs
    }

    func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool {
        write("open \(url)")
        return true
    }

    func applicationDidBecomeActive(_ application: UIApplication) { write("didBecomeActive") }
    func applicationWillResignActive(_ application: UIApplication) { write("willResignActive") }
    func applicationDidEnterBackground(_ application: UIApplication) {
        write("didEnterBackground")
        whenEnteringBackground()
    }
    func applicationWillEnterForeground(_ application: UIApplication) {
        write("willEnterForeground")
    }
    func applicationWillTerminate(_ application: UIApplication) {
        write("willTerminate")
        whenTerminating()
    }
    func applicationDidReceiveMemoryWarning(_ application: UIApplication) { write("memoryWarning") }
    func applicationSignificantTimeChange(_ application: UIApplication) { write("significantTime") }
    func application(
        _ application: UIApplication, willChangeStatusBarFrame newStatusBarFrame: CGRect
    ) {
        write("willChangeStatusBar to \(Int(newStatusBarFrame.height))")
    }
    func application(
        _ application: UIApplication, didChangeStatusBarFrame oldStatusBarFrame: CGRect
    ) {
        write("didChangeStatusBar from \(Int(oldStatusBarFrame.height))")
    }
}

extension UIApplication.State: CustomStringConvertible {
    public var description: String {
        switch self {
        case .active: "active"
        case .inactive: "inactive"
        case .background: "background"
        }
    }
}

extension SimulatedPhone {
    /// Makes a phone that records its findings as issues of the test.
    static func recordingFindings(_ settings: Settings = Settings()) -> SimulatedPhone {
        let phone = SimulatedPhone(settings)
        phone.onFinding = { Issue.record($0) }
        return phone
    }

    /// Launches an app with a diary, which begins to play a tone.
    func launchPlayingDiary(
        _ name: String = "App", hertz: Int = 440,
        category: AVAudioSession.Category = .playback, backgroundModes: [String] = []
    ) throws -> (app: App, diary: Diary) {
        let (app, diary) = launchDiary(name, backgroundModes: backgroundModes)
        try app.run {
            diary.player = try SongPlayer(.tone(hertz: hertz), category: category)
            try diary.player?.play()
        }
        return (app, diary)
    }

    /// Launches an app with a diary; the diary has the lines of the launch.
    func launchDiary(
        _ name: String = "App", backgroundModes: [String] = [],
        info: [String: any Sendable] = [:], options: LaunchOptions = LaunchOptions()
    ) -> (app: App, diary: Diary) {
        let app = launch(
            name, backgroundModes: backgroundModes, info: info, options: options, main: Diary.main)
        let diary = app.run { UIApplication.shared.delegate as? Diary }
        return (app, diary ?? Diary())
    }
}
