import Foundation
import UIKit

/// A controller that logs when it is asked for its orientations, and what it hears of turns.
@MainActor
class AskedController: UIViewController {
    var allowed = UIInterfaceOrientationMask.allButUpsideDown
    var autorotates = true
    var preferred: UIInterfaceOrientation?
    /// Called when it hears of a turn.
    var onTurn: () -> Void = {}
    private(set) var log: [String] = []

    /// Returns the log since the last call.
    func take() -> [String] {
        defer { log = [] }
        return log
    }

    override func viewDidLoad() {
        log.append("load \(Int(view.bounds.width))x\(Int(view.bounds.height))")
    }

    override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
        log.append("asked")
        return allowed
    }

    override var shouldAutorotate: Bool {
        log.append("autorotates?")
        return autorotates
    }

    override var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation {
        preferred ?? super.preferredInterfaceOrientationForPresentation
    }

    override func viewWillTransition(
        to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
    ) {
        log.append("will \(Int(size.width))x\(Int(size.height))")
        super.viewWillTransition(to: size, with: coordinator)
        onTurn()
        coordinator.animate { [unowned self] _ in
            log.append("with \(Int(view.bounds.width))x\(Int(view.bounds.height))")
        } completion: { [unowned self] _ in
            log.append("done \(interfaceOrientation.rawValue)")
        }
    }

    override func willRotate(
        to toInterfaceOrientation: UIInterfaceOrientation, duration: TimeInterval
    ) {
        log.append("will rotate to \(toInterfaceOrientation.rawValue)")
    }

    override func didRotate(from fromInterfaceOrientation: UIInterfaceOrientation) {
        log.append("did rotate from \(fromInterfaceOrientation.rawValue)")
    }
}

/// An app with one window, built in code.
@MainActor
final class WindowApp: UIResponder, UIApplicationDelegate {
    let window = UIWindow(frame: UIScreen.main.bounds)
    var mask: UIInterfaceOrientationMask?
    private(set) var turns: [Int] = []
    private var token: (any NSObjectProtocol)?

    init(_ root: UIViewController) {
        super.init()
        token = NotificationCenter.default.addObserver(
            forName: UIDevice.orientationDidChangeNotification, object: nil, queue: .main
        ) { [weak self] _ in
            MainActor.assumeIsolated { self?.turns.append(UIDevice.current.orientation.rawValue) }
        }
        UIApplication.shared.delegate = self
        window.rootViewController = root
        window.makeKeyAndVisible()
    }

    func application(
        _ application: UIApplication, supportedInterfaceOrientationsFor window: UIWindow?
    ) -> UIInterfaceOrientationMask {
        mask ?? application.supportedInterfaceOrientations(for: window)
    }

    func takeTurns() -> [Int] {
        defer { turns = [] }
        return turns
    }
}
