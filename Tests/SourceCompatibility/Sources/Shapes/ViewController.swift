import AVFoundation
import UIKit

/// What view controllers do, without a view: UIKit in a `deinit`, in a timer, in a notification.
class PlayerController: UIResponder, UIApplicationDelegate {
    var turns = 0
    private var timer: Timer?
    private var token: NSObjectProtocol?

    func viewDidLoad() {
        UIApplication.shared.beginReceivingRemoteControlEvents()
        UIApplication.shared.isIdleTimerDisabled = true
        UIDevice.current.beginGeneratingDeviceOrientationNotifications()
        timer = Timer.scheduledTimer(withTimeInterval: 60, repeats: true) { _ in
            UIApplication.shared.isIdleTimerDisabled = true
        }
        token = NotificationCenter.default.addObserver(
            forName: UIDevice.orientationDidChangeNotification, object: nil, queue: .main
        ) { [weak self] _ in
            self?.turned()
        }
    }

    func turned() {
        turns += 1
        if UIDevice.current.orientation.isLandscape { becomeFirstResponder() }
    }

    func showSettings() {
        guard let url = URL(string: UIApplication.openSettingsURLString) else { return }
        if UIApplication.shared.canOpenURL(url) { UIApplication.shared.open(url) }
        UIApplication.shared.open(url, options: [:], completionHandler: nil)
    }

    deinit {
        #if swift(<6)  // A timer may not be touched here in Swift 6, on Apple's systems either.
            timer?.invalidate()
        #endif
        UIApplication.shared.endReceivingRemoteControlEvents()
        UIApplication.shared.isIdleTimerDisabled = false
        UIDevice.current.endGeneratingDeviceOrientationNotifications()
    }
}

/// A class of no actor that asks about the device.
final class DeviceReport {
    let text: String
    private let keepsScreenOn: Bool

    init() {
        let device = UIDevice.current
        text = "\(device.systemName) \(device.systemVersion), \(UIScreen.main.bounds.width) wide"
        keepsScreenOn = UIApplication.shared.isIdleTimerDisabled
    }

    func begin() -> UIBackgroundTaskIdentifier {
        guard UIDevice.current.isMultitaskingSupported else { return .invalid }
        var task = UIBackgroundTaskIdentifier.invalid
        task = UIApplication.shared.beginBackgroundTask {
            UIApplication.shared.isIdleTimerDisabled = false
        }
        return task
    }

    deinit {
        UIApplication.shared.isIdleTimerDisabled = keepsScreenOn
    }
}

@MainActor
func tryViewController() {
    var controller: PlayerController? = PlayerController()
    controller?.viewDidLoad()
    expect(UIDevice.current.isGeneratingDeviceOrientationNotifications, "no orientation is told")
    expect(UIApplication.shared.isIdleTimerDisabled, "the idle timer runs")
    controller?.showSettings()
    controller = nil
    expect(!UIDevice.current.isGeneratingDeviceOrientationNotifications, "no deinit has run")
    expect(!UIApplication.shared.isIdleTimerDisabled, "the deinit has not reached UIKit")
    let report = DeviceReport()
    expect(report.text.hasSuffix(" wide"), "the report is \(report.text)")
    UIApplication.shared.endBackgroundTask(report.begin())
}
