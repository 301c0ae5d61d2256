import Foundation
import Simulation
import Testing
import UIKit

/// A controller that keeps a place in a text.
@MainActor
private final class ReaderController: UIViewController {
    var place = 0
    var log: (String) -> Void = { _ in }

    init(_ identifier: String?) {
        super.init(nibName: nil, bundle: nil)
        restorationIdentifier = identifier
    }

    required init?(coder: NSCoder) { nil }

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(place, forKey: "place")
        log("encode \(restorationIdentifier ?? "")")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        place = coder.decodeInteger(forKey: "place")
        log("decode \(restorationIdentifier ?? "") \(place)")
    }

    override func applicationFinishedRestoringState() {
        log("finished \(restorationIdentifier ?? "")")
    }
}

/// A delegate with a window; its root has a child with an identifier and one without.
private final class ReaderDelegate: UIResponder, UIApplicationDelegate {
    let window = UIWindow(frame: UIScreen.main.bounds)
    private(set) var log: [String] = []
    fileprivate let root = ReaderController("root")
    fileprivate let page = ReaderController("page")
    fileprivate var made: ReaderController?
    private var chapter = 1
    private var saves = true
    func take() -> [String] {
        defer { log = [] }
        return log
    }

    private func note(_ words: String) { log.append(words) }

    func application(
        _ application: UIApplication,
        willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        note("will finish")
        root.log = { [unowned self] in note($0) }
        page.log = { [unowned self] in note($0) }
        root.addChild(page)
        let unnamed = ReaderController(nil)
        unnamed.log = { [unowned self] in note($0) }
        root.addChild(unnamed)
        window.rootViewController = root
        return true
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        note("did finish")
        window.makeKeyAndVisible()
        return true
    }

    func applicationDidEnterBackground(_ application: UIApplication) { note("background") }

    func application(
        _ application: UIApplication, shouldSaveSecureApplicationState coder: NSCoder
    ) -> Bool {
        note("save?")
        return saves
    }

    func application(
        _ application: UIApplication, shouldSaveApplicationState coder: NSCoder
    ) -> Bool {
        note("save, as before iOS 13?")
        return saves
    }

    func application(
        _ application: UIApplication, shouldRestoreSecureApplicationState coder: NSCoder
    ) -> Bool {
        note("restore?")
        return true
    }

    func application(
        _ application: UIApplication, shouldRestoreApplicationState coder: NSCoder
    ) -> Bool {
        note("restore, as before iOS 13?")
        return true
    }

    func application(
        _ application: UIApplication, willEncodeRestorableStateWith coder: NSCoder
    ) {
        note("will encode")
        coder.encode(chapter, forKey: "chapter")
    }

    func application(
        _ application: UIApplication, didDecodeRestorableStateWith coder: NSCoder
    ) {
        chapter = coder.decodeInteger(forKey: "chapter")
        note("did decode \(chapter)")
        ReaderDelegate.decoding?()
    }

    func application(
        _ application: UIApplication,
        viewControllerWithRestorationIdentifierPath identifierComponents: [String],
        coder: NSCoder
    ) -> UIViewController? {
        note("make \(identifierComponents.joined(separator: "/"))")
        let controller = ReaderController(identifierComponents.last)
        controller.log = { [unowned self] in note($0) }
        made = controller
        return controller
    }

    /// Called in the restoration of any of these apps; set by one test at a time.
    @MainActor static var decoding: (() -> Void)?

    /// Reads on, and opens a note over the page.
    func read(to place: Int, chapter: Int) {
        self.chapter = chapter
        root.place = place
        page.place = place + 1
        let note = ReaderController("note")
        note.place = 99
        note.log = { [unowned self] in self.note($0) }
        page.present(note, animated: false)
    }
}

@MainActor
@Suite("The state that an app saves", .serialized)
struct StateRestorationTests {
    private static let saved = [
        "background", "save?", "will encode", "encode root", "encode page", "encode note",
    ]
    private static let restored = [
        "will finish", "restore?", "decode root 4", "decode page 5", "make root/page/note",
        "decode note 99", "did decode 2", "finished root", "finished page", "finished note",
        "did finish",
    ]

    private func makePhone(_ profile: PhoneProfile = .ios17) -> SimulatedPhone {
        var settings = SimulatedPhone.Settings()
        settings.profile = profile
        return .recordingFindings(settings)
    }

    private func launch(
        on phone: SimulatedPhone
    ) throws -> (app: SimulatedPhone.App, code: ReaderDelegate) {
        let app = phone.launch("Reader", main: ReaderDelegate.main)
        let code = app.run { UIApplication.shared.delegate as? ReaderDelegate }
        return (app, try #require(code))
    }

    /// Launches the app, reads and leaves it: its state is saved.
    private func readAndLeave(on phone: SimulatedPhone) throws -> SimulatedPhone.App {
        let (app, code) = try launch(on: phone)
        #expect(code.take() == ["will finish", "did finish"])
        app.run { code.read(to: 4, chapter: 2) }
        phone.home()
        #expect(code.take() == Self.saved)
        phone.advance(by: .seconds(20))
        return app
    }

    @Test("comes back after the system has ended it, before it has finished launching")
    func restored() throws {
        let phone = makePhone()
        let app = try readAndLeave(on: phone)
        #expect(app.state == .suspended)
        phone.kill(app)
        let (_, code) = try launch(on: phone)
        #expect(code.take() == Self.restored)
        #expect(code.made?.place == 99)
    }

    @Test("is thrown away when the user has ended it in the switcher")
    func quit() throws {
        let phone = makePhone()
        phone.quit(try readAndLeave(on: phone))
        #expect(try launch(on: phone).code.take() == ["will finish", "did finish"])
    }

    @Test("comes back after a crash, but not after one in the restoration")
    func crash() throws {
        let phone = makePhone()
        phone.crash(try readAndLeave(on: phone))
        // The second launch does not end.
        ReaderDelegate.decoding = { phone.apps.last?.stayBusy(for: .seconds(60)) }
        defer { ReaderDelegate.decoding = nil }
        let (app, code) = try launch(on: phone)
        #expect(!code.take().contains("did finish"))
        phone.advance(by: .seconds(30))
        #expect(app.state == .notRunning)
        ReaderDelegate.decoding = nil
        #expect(try launch(on: phone).code.take() == ["will finish", "did finish"])
    }

    @Test("is asked for by the methods of its time")
    func olderPhone() throws {
        let phone = makePhone(.ios8)
        let (app, code) = try launch(on: phone)
        _ = code.take()
        phone.home()
        #expect(code.take().prefix(2) == ["background", "save, as before iOS 13?"])
        phone.kill(app)
        #expect(try launch(on: phone).code.take().contains("restore, as before iOS 13?"))
    }

    @Test("is none of another app's, and none without a delegate that wants it")
    func others() throws {
        let phone = makePhone()
        _ = try readAndLeave(on: phone)
        let (other, diary) = phone.launchDiary("Other")
        phone.home()
        phone.kill(other)
        _ = diary.take()
        let again = phone.launch("Other", main: ReaderDelegate.main)
        let code = again.run { UIApplication.shared.delegate as? ReaderDelegate }
        #expect(code?.take() == ["will finish", "did finish"])
    }
}
