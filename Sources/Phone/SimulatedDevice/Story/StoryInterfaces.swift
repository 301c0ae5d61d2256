import AudioModel
import ScenarioLanguage

/// The orientations of the interfaces of a story's apps: each has a window from its launch, and
/// follows the device as an app without code of its own does.
struct StoryInterfaces {
    /// The orientation of each app's interface; `nil` while it does not run.
    private(set) var timelines: [String: Timeline<InterfaceOrientation?>] = [:]
    private let allowed: [String: InterfaceOrientations]
    private let isLocked: Bool
    private var device = DeviceOrientation.portrait

    init(_ scenario: Scenario) {
        for app in scenario.apps { timelines[app.name] = Timeline(nil) }
        allowed = Dictionary(
            scenario.apps.map { ($0.name, $0.orientations) },
            uniquingKeysWith: { first, _ in first })
        isLocked = scenario.phone.isRotationLocked
    }

    /// Notes how the device is held from now on.
    mutating func take(_ event: DeviceEvent) {
        switch event {
        case .turned(let orientation): device = orientation
        case .systemChanged(.orientation):
            device = device == .portrait ? .landscapeLeft : .portrait
        default: break
        }
    }

    /// Turns an app's interface where a notification lets it: at the launch, and after a turn.
    mutating func take(_ notification: AppNotification, to app: String, at time: HostTime) {
        switch notification {
        // It is built upright, and turned before it shows.
        case .didFinishLaunching: turn(app, from: .portrait, at: time)
        case .changed(.orientation):
            if let now = timelines[app]?.value(at: time) { turn(app, from: now, at: time) }
        default: break
        }
    }

    /// Notes that an app has ended.
    mutating func end(_ app: String, at time: HostTime) { timelines[app]?.set(nil, at: time) }

    private mutating func turn(_ app: String, from now: InterfaceOrientation, at time: HostTime) {
        let next = now.next(on: device, allowed: allowed[app] ?? .all, isLocked: isLocked)
        timelines[app]?.set(next, at: time)
    }
}
