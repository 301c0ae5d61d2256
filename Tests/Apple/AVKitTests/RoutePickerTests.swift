import AVFoundation
import AVKit
import MediaPlayer
import Simulation
import Testing
import UIKit

@MainActor
@Suite struct RoutePickerTests {
    private let phone = SimulatedPhone()
    private static let room = SimulatedPhone.Output(.airplay, name: "Room")

    init() {
        phone.onFinding = { _ in }
    }

    /// An app with a route picker view and its delegate.
    @MainActor
    private final class Screen: NSObject, AVRoutePickerViewDelegate {
        let view = AVRoutePickerView(frame: CGRect(x: 0, y: 0, width: 44, height: 44))
        var events: [String] = []

        override init() {
            super.init()
            view.delegate = self
        }

        func routePickerViewWillBeginPresentingRoutes(_ routePickerView: AVRoutePickerView) {
            #expect(routePickerView === view)
            events.append("begin")
        }

        func routePickerViewDidEndPresentingRoutes(_ routePickerView: AVRoutePickerView) {
            #expect(routePickerView === view)
            events.append("end")
        }
    }

    private func launchPlayer() throws -> (app: SimulatedPhone.App, screen: Screen) {
        var screen: Screen?
        let app = try phone.launch("Music", backgroundModes: ["audio"]) {
            let session = AVAudioSession.sharedInstance()
            try session.setCategory(.playback)
            try session.setActive(true)
            screen = Screen()
            return screen
        }
        return (app, try #require(screen))
    }

    private func routeChanges(of app: SimulatedPhone.App) -> [AppNotification] {
        app.notifications.filter { if case .routeChanged = $0 { true } else { false } }
    }

    private static func button(of view: UIView) -> UIButton? {
        view.subviews.compactMap { $0 as? UIButton }.first
    }

    @Test func `a picker view has Apple's defaults and a button that fills it`() throws {
        let (app, screen) = try launchPlayer()
        app.run {
            let view = screen.view
            #expect(!view.prioritizesVideoDevices)
            #expect(view.activeTintColor == .systemBlue)
            view.activeTintColor = .orange
            #expect(view.activeTintColor == .orange)
            view.layoutIfNeeded()
            #expect(Self.button(of: view)?.frame == view.bounds)
        }
    }

    @Test func `a tap on the button opens the sheet with the speaker marked`() throws {
        let (app, screen) = try launchPlayer()
        phone.plug(Self.room)
        #expect(phone.routeChoices == [])
        let button = try #require(Self.button(of: screen.view))
        app.run { button.sendActions(for: .touchUpInside) }
        #expect(screen.events == ["begin"])
        #expect(phone.routePickerApp === app)
        #expect(phone.routeChoices.map(\.name) == ["Speaker", "Room"])
        #expect(phone.routeChoices.map(\.isSelected) == [true, false])
        #expect(phone.routeChoices.map(\.output) == [.speaker, Self.room])
        // Other events of the button open nothing.
        phone.closeRoutePicker()
        app.run { button.sendActions(for: .touchDown) }
        #expect(phone.routePickerApp == nil)
        #expect(screen.events == ["begin", "end"])
        #expect(phone.findings.isEmpty)
    }

    @Test func `a volume view's button opens the same sheet`() throws {
        let (app, _) = try launchPlayer()
        let view = app.run { MPVolumeView(frame: CGRect(x: 0, y: 0, width: 200, height: 40)) }
        let button = try #require(Self.button(of: view))
        app.run { button.sendActions(for: .touchUpInside) }
        #expect(phone.routeChoices.map(\.name) == ["Speaker"])
        phone.closeRoutePicker()
        // The phone's user presses the last of several buttons.
        phone.openRoutePicker(in: app)
        #expect(phone.routePickerApp === app)
        #expect(phone.findings.isEmpty)
    }

    @Test func `picking AirPlay ends the sheet with one route change`() throws {
        let (app, screen) = try launchPlayer()
        let view = app.run { MPVolumeView(frame: .zero) }
        phone.plug(Self.room)
        phone.openRoutePicker(in: app)
        app.run { view.showsRouteButton = false }
        phone.closeRoutePicker()
        screen.events = []
        phone.openRoutePicker(in: app)
        let before = routeChanges(of: app).count
        phone.pick(Self.room)
        #expect(screen.events == ["begin", "end"])
        let changes = routeChanges(of: app).dropFirst(before)
        #expect(changes.count == 1)
        guard case .routeChanged(.override, _)? = changes.first else {
            Issue.record("\(changes)")
            return
        }
        #expect(phone.outputs == [Self.room])
        #expect(app.run { view.isWirelessRouteActive })
        #expect(phone.routePickerApp == nil)
        #expect(app.state == .active)
        #expect(phone.findings.isEmpty)
    }

    @Test func `closing the sheet without a pick changes nothing`() throws {
        let (app, screen) = try launchPlayer()
        phone.plug(Self.room)
        phone.openRoutePicker(in: app)
        let (outputs, changes) = (phone.outputs, routeChanges(of: app).count)
        phone.closeRoutePicker()
        #expect(screen.events == ["begin", "end"])
        #expect(phone.outputs == outputs)
        #expect(routeChanges(of: app).count == changes)
        #expect(!app.lifeCycle.contains(.willResignActive))
        phone.closeRoutePicker()
        #expect(phone.findings.map(\.description) == ["no route picker is open"])
    }

    @Test func `the action of a hidden or disabled button does nothing`() throws {
        let (app, screen) = try launchPlayer()
        let button = try #require(Self.button(of: screen.view))
        let container = app.run { UIView(frame: .zero) }
        app.run { container.addSubview(screen.view) }
        let hide: [(Bool) -> Void] = [
            { button.isHidden = $0 }, { screen.view.isHidden = $0 },
            { container.alpha = $0 ? 0 : 1 },
            { button.isEnabled = !$0 }, { container.isUserInteractionEnabled = !$0 },
        ]
        for change in hide {
            app.run {
                change(true)
                button.sendActions(for: .touchUpInside)
            }
            #expect(phone.routePickerApp == nil)
            app.run { change(false) }
        }
        #expect(screen.events == [])
        #expect(phone.findings.isEmpty)
        // The phone's user finds no button then.
        app.run { screen.view.isHidden = true }
        phone.openRoutePicker(in: app)
        #expect(phone.findings.map(\.description) == ["Music shows no route button"])
    }

    @Test func `picking what was unplugged meanwhile is a finding and closes the sheet`() throws {
        let (app, screen) = try launchPlayer()
        for output in [Self.room, .headphones] {
            screen.events = []
            phone.plug(output)
            phone.openRoutePicker(in: app)
            phone.unplug(output)
            let outputs = phone.outputs
            phone.pick(output)
            #expect(screen.events == ["begin", "end"])
            #expect(phone.routePickerApp == nil)
            #expect(phone.outputs == outputs)
        }
        #expect(
            phone.findings.map(\.description) == [
                "airplay:Room is not among the outputs of the route picker",
                "headphones is not among the outputs of the route picker",
            ])
    }

    @Test func `a second app cannot open the sheet while it is shown`() throws {
        let (app, screen) = try launchPlayer()
        let other = phone.launch("Game") { Screen() }
        #expect(app.state != .active)
        phone.openRoutePicker(in: other)
        #expect(phone.routePickerApp === other)
        phone.openRoutePicker(in: app)
        #expect(phone.routePickerApp === other)
        #expect(screen.events == [])
        phone.closeRoutePicker()
        // An app that is not in front cannot open it either.
        phone.openRoutePicker(in: app)
        #expect(phone.routePickerApp == nil)
        #expect(
            phone.findings.map(\.description) == [
                "Music opens the route picker, which Game shows already",
                "Music opens the route picker, and is not in front",
            ])
    }

    @Test func `the receiver is offered in calls and to apps that play and record`() throws {
        let (app, _) = try launchPlayer()
        phone.openRoutePicker(in: app)
        #expect(!phone.routeChoices.map(\.output).contains(.receiver))
        try app.run { try AVAudioSession.sharedInstance().setCategory(.playAndRecord) }
        #expect(phone.routeChoices.map(\.name) == ["Speaker", "Receiver"])
        #expect(phone.routeChoices.map(\.isSelected) == [false, true])
        phone.pick(.speaker)
        #expect(phone.outputs == [.speaker])
        #expect(phone.findings.isEmpty)
    }

    @Test func `the sheet closes when the app leaves the front`() throws {
        let (app, screen) = try launchPlayer()
        phone.openRoutePicker(in: app)
        phone.home()
        #expect(screen.events == ["begin", "end"])
        #expect(phone.routePickerApp == nil)
        phone.open(app)
        phone.openRoutePicker(in: app)
        phone.lock()
        #expect(screen.events == ["begin", "end", "begin", "end"])
        #expect(phone.findings.isEmpty)
    }

    @Test func `the sheet of an app that crashes is gone`() throws {
        let (app, screen) = try launchPlayer()
        phone.openRoutePicker(in: app)
        phone.crash(app)
        #expect(phone.routePickerApp == nil)
        #expect(phone.routeChoices == [])
        #expect(screen.events == ["begin"])
        phone.pick(.speaker)
        #expect(phone.findings.isEmpty)
    }
}
