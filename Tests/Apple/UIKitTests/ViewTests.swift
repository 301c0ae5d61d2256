import Foundation
import Testing
import UIKit

@MainActor
@Suite("Views and their controllers")
struct ViewTests {
    private final class Controller: UIViewController {
        var events: [String] = []

        override func viewDidLoad() { events.append("load") }
        override func viewWillAppear(_ animated: Bool) { events.append("will appear") }
        override func viewDidAppear(_ animated: Bool) { events.append("did appear") }
        override func viewWillDisappear(_ animated: Bool) { events.append("will disappear") }
        override func viewDidDisappear(_ animated: Bool) { events.append("did disappear") }
    }

    @Test("load once, appear when they are presented, and disappear when they are dismissed")
    func presentation() {
        let (root, presented) = (Controller(), Controller())
        root.loadViewIfNeeded()
        root.loadViewIfNeeded()
        #expect(root.events == ["load"])
        var completions = 0
        root.present(presented, animated: true) { completions += 1 }
        #expect(presented.events == ["load", "will appear", "did appear"])
        #expect(root.presentedViewController === presented)
        // A second one is refused.
        root.present(Controller(), animated: false) { completions += 1 }
        #expect(completions == 1)
        presented.dismiss(animated: false) { completions += 1 }
        #expect(presented.events.suffix(2) == ["will disappear", "did disappear"])
        #expect(presented.presentingViewController == nil)
        #expect(completions == 2)
        root.present(presented, animated: false)
        #expect(presented.events.filter { $0 == "load" }.count == 1)
    }

    @Test("form a tree without circles, which ends at a window")
    func tree() {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 200))
        let controller = Controller()
        window.rootViewController = controller
        window.makeKeyAndVisible()
        #expect(controller.view.window === window)
        #expect(controller.view.frame == window.bounds)
        #expect(controller.events == ["load", "will appear", "did appear"])
        let (one, two) = (UIView(), UIView(frame: CGRect(x: 10, y: 20, width: 30, height: 40)))
        controller.view.addSubview(one)
        one.addSubview(two)
        two.addSubview(one)
        #expect(one.superview === controller.view)
        #expect(two.isDescendant(of: window))
        two.bounds.size.width = 10
        #expect(two.frame == CGRect(x: 20, y: 20, width: 10, height: 40))
        #expect(two.next === one)
        #expect(controller.view.next === controller)
        one.removeFromSuperview()
        #expect(two.window == nil)
    }
}
