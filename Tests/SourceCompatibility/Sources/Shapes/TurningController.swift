import Foundation
import UIKit

/// A controller that turns with the device, and keeps where it was for the next launch.
class TurningController: UIViewController {
    var sizes: [CGSize] = []
    private var place = 0

    override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
        [.portrait, .landscapeLeft]
    }

    override var shouldAutorotate: Bool { true }

    override var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation { .portrait }

    override func viewWillTransition(
        to size: CGSize, with coordinator: UIViewControllerTransitionCoordinator
    ) {
        super.viewWillTransition(to: size, with: coordinator)
        sizes.append(size)
        coordinator.animate(
            alongsideTransition: { context in
                if context.isAnimated { self.place += 1 }
            },
            completion: { _ in self.view.setNeedsLayout() })
        coordinator.animate(alongsideTransition: nil) { _ in self.place = 0 }
    }

    override func didReceiveMemoryWarning() {
        super.didReceiveMemoryWarning()
        sizes = []
    }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(place, forKey: "place")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        place = coder.decodeInteger(forKey: "place")
    }
}

/// A delegate that allows orientations, and has its state saved.
class TurningDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(
        _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
    ) -> UIInterfaceOrientationMask { .allButUpsideDown }

    func application(
        _ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool { true }

    func application(
        _ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool { true }

    func application(
        _ application: UIApplication, willEncodeRestorableStateWith coder: NSCoder
    ) {}
}

@MainActor
func tryTurningController() {
    let window = UIWindow(frame: UIScreen.main.bounds)
    let controller = TurningController()
    controller.restorationIdentifier = "turning"
    window.rootViewController = controller
    window.makeKeyAndVisible()
    expect(
        UIDevice.current.isGeneratingDeviceOrientationNotifications,
        "a window does not count as a begin")
    expect(UIApplication.shared.statusBarOrientation.isPortrait, "the interface is not upright")
    controller.setNeedsUpdateOfSupportedInterfaceOrientations()
    let mask = UIInterfaceOrientationMask.landscape.union(.portrait)
    expect(mask == .allButUpsideDown && mask.rawValue == 26, "the mask is \(mask.rawValue)")
    UIDevice.current.isBatteryMonitoringEnabled = true
    expect((0...1).contains(UIDevice.current.batteryLevel), "the battery has no charge")
    UIDevice.current.isBatteryMonitoringEnabled = false
    expect(UIDevice.current.batteryState == .unknown, "the battery is still monitored")
    window.isHidden = true
}
