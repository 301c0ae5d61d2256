import Foundation
import Simulation
import Testing
import UIKit

@MainActor
@Suite("The controller that decides the orientation")
struct OrientationOfControllersTests {
    private let phone = SimulatedPhone.recordingFindings()

    @Test("is the one in front, at its presentation and its dismissal")
    func presentation() {
        let (app, root) = launch()
        _ = root.take()
        let movie = AskedController()
        movie.allowed = .landscape
        movie.modalPresentationStyle = .fullScreen
        app.run { root.present(movie, animated: false) }
        #expect(movie.take() == ["asked", "load 852x393"])
        #expect(root.take() == ["will 852x393", "with 852x393", "done 3"])
        #expect(app.interfaceOrientation == .landscapeRight)
        phone.turn(.landscapeRight)
        #expect(app.interfaceOrientation == .landscapeLeft)
        phone.turn(.portrait)
        #expect(app.interfaceOrientation == .landscapeLeft)
        _ = root.take()
        app.run { movie.dismiss(animated: false) }
        #expect(root.take() == ["asked", "will 393x852", "with 393x852", "done 1"])
        #expect(app.interfaceOrientation == .portrait)
    }

    @Test("is not a sheet from iOS 13")
    func sheet() {
        let (app, root) = launch()
        let sheet = AskedController()
        sheet.allowed = .landscape
        app.run { root.present(sheet, animated: false) }
        #expect(!sheet.take().contains("asked"))
        #expect(app.interfaceOrientation == .portrait)
    }

    @Test("is presented in the orientation that it prefers")
    func preferred() {
        let (app, root) = launch()
        let movie = AskedController()
        movie.modalPresentationStyle = .fullScreen
        movie.preferred = .landscapeLeft
        app.run { root.present(movie, animated: false) }
        #expect(app.interfaceOrientation == .landscapeLeft)
    }

    @Test("may ask for a turn while it hears of one")
    func nested() {
        let (app, root) = launch()
        _ = root.take()
        root.onTurn = { [unowned root] in root.setNeedsUpdateOfSupportedInterfaceOrientations() }
        phone.turn(.landscapeLeft)
        #expect(root.take() == ["asked", "will 852x393", "with 852x393", "done 3", "asked"])
        #expect(app.interfaceOrientation == .landscapeRight)
        // A controller that wants to go back in each turn is heard some times.
        root.onTurn = { [unowned root] in
            root.allowed = root.interfaceOrientation == .portrait ? .portrait : .landscape
            root.setNeedsUpdateOfSupportedInterfaceOrientations()
        }
        phone.turn(.portrait)
        #expect((2...20).contains(root.take().count { $0.hasPrefix("done") }))
    }

    @Test("is never on itself")
    func circles() {
        let (app, root) = launch()
        let (movie, child) = (AskedController(), AskedController())
        app.run {
            root.present(movie, animated: false)
            movie.present(root, animated: false)
            movie.addChild(child)
            child.addChild(movie)
            child.addChild(root)
            child.present(movie, animated: false)
        }
        #expect(movie.presentedViewController == nil && child.presentedViewController == nil)
        #expect(child.children.isEmpty && movie.children == [child])
        phone.turn(.landscapeLeft)
        #expect(app.interfaceOrientation == .landscapeRight)
    }

    @Test("is asked again when it says that its answer is another")
    func update() {
        let (app, root) = launch()
        phone.turn(.landscapeLeft)
        _ = root.take()
        root.allowed = .portrait
        #expect(app.interfaceOrientation == .landscapeRight)
        app.run { root.setNeedsUpdateOfSupportedInterfaceOrientations() }
        #expect(root.take() == ["asked", "will 393x852", "with 393x852", "done 1"])
        #expect(app.interfaceOrientation == .portrait)
    }

    @Test("that has nothing in common with its app changes nothing, and is a finding")
    func nothingInCommon() {
        var findings: [String] = []
        phone.onFinding = { findings.append($0.description) }
        let (app, root) = launch()
        root.allowed = .portraitUpsideDown
        phone.turn(.landscapeLeft)
        #expect(app.interfaceOrientation == .portrait)
        #expect(findings.count == 1)
        #expect(findings.first?.contains("supportedInterfaceOrientations") == true)
    }

    @Test("belongs to one scene, which knows the orientation")
    func scene() throws {
        let (app, root) = launch()
        phone.turn(.landscapeLeft)
        let scene = try #require(
            app.run { UIApplication.shared.connectedScenes.first as? UIWindowScene })
        #expect(app.run { scene.interfaceOrientation } == .landscapeRight)
        #expect(app.run { scene.windows.first?.rootViewController === root })
        #expect(app.run { scene.windows.first?.windowScene === scene })
    }

    @Test("has Apple's numbers")
    func values() {
        let orientations: [UIInterfaceOrientation] = [
            .unknown, .portrait, .portraitUpsideDown, .landscapeRight, .landscapeLeft,
        ]
        #expect(orientations.map(\.rawValue) == Array(0...4))
        #expect(orientations.map(\.isLandscape) == [false, false, false, true, true])
        let masks: [UIInterfaceOrientationMask] = [
            .portrait, .portraitUpsideDown, .landscapeRight, .landscapeLeft, .landscape, .all,
            .allButUpsideDown,
        ]
        #expect(masks.map(\.rawValue) == [2, 4, 8, 16, 24, 30, 26])
    }

    private func launch() -> (app: SimulatedPhone.App, root: AskedController) {
        let root = AskedController()
        let app = phone.launch("Camera") {
            let window = UIWindow(frame: UIScreen.main.bounds)
            window.rootViewController = root
            window.makeKeyAndVisible()
            return window
        }
        return (app, root)
    }
}

/// The listing's view: a flag that is off while the phone lies on a side, and saved at each turn.
@MainActor
private final class FlagController: UIViewController {
    private(set) var saved: [Bool] = []
    let defaults: UserDefaults

    init(_ defaults: UserDefaults) {
        self.defaults = defaults
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        NotificationCenter.default.addObserver(
            forName: UIDevice.orientationDidChangeNotification, object: nil, queue: .main
        ) { [weak self] _ in MainActor.assumeIsolated { self?.deviceTurned() } }
    }

    private func deviceTurned() {
        let orientation = UIDevice.current.orientation
        guard orientation.isPortrait || orientation.isLandscape else { return }
        defaults.set(orientation.isPortrait, forKey: "isPortraitMode")
        saved.append(defaults.bool(forKey: "isPortraitMode"))
    }
}

@MainActor
@Suite("A flag that follows the phone")
struct OrientationFlagTests {
    @Test("is off on either side, on upright, and saved each time")
    func flag() {
        let phone = SimulatedPhone.recordingFindings()
        let app = phone.launch("Camera")
        let (window, root) = app.run {
            let window = UIWindow(frame: UIScreen.main.bounds)
            let controller = FlagController(app.defaults)
            window.rootViewController = controller
            window.makeKeyAndVisible()
            return (window, controller)
        }
        phone.turn(.landscapeLeft)
        phone.turn(.landscapeRight)
        phone.turn(.faceUp)
        phone.turn(.portrait)
        #expect(root.saved == [false, false, true])
        #expect(app.defaults.object(forKey: "isPortraitMode") as? Bool == true)
        #expect(window.rootViewController === root)
    }
}
