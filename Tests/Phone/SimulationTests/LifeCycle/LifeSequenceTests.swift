import AudioModel
import Simulation
import Testing

/// Every row of the specification's table of sequences, complete and in order, with the app's state
/// inside each callback.
@Suite("The life of an app")
struct LifeSequenceTests {
    @Test("goes in the order of the guides", arguments: rows.map(\.name))
    func sequence(name: String) throws {
        let row = try #require(Self.rows.first { $0.name == name })
        let report = try run(row.story + "\nat 31 end")
        #expect(report.findings == [])
        #expect(report.toldInState("Blog", from: row.from) == row.told)
    }

    struct Row: Sendable {
        let name: String
        let story: String
        /// Time in seconds from which notifications are compared.
        let from: Double
        let told: [String]
    }

    static let rows: [Row] = launches + coverings + departures + calls + ends

    private static let launches: [Row] = [
        Row(
            name: "launch to the foreground", story: "app Blog\nat 1 Blog opens", from: 0,
            told: [
                "willFinishLaunching in inactive", "didFinishLaunching in inactive",
                "didBecomeActive in active",
            ]),
        Row(
            name: "launch to the background", story: "app Blog\nat 1 Blog is woken for fetch",
            from: 0,
            told: [
                "willFinishLaunching in background", "didFinishLaunching in background",
            ]),
        Row(
            name: "opened by URL while not running",
            story: "app Blog\nat 1 Blog opens url \"blog:1\"", from: 0,
            told: [
                "willFinishLaunching in inactive", "didFinishLaunching in inactive",
                "openURL in inactive", "didBecomeActive in active",
            ]),
        Row(
            name: "opened by URL while in the background",
            story: "app Blog\nat 1 Blog opens\nat 2 Blog leaves\nat 3 Blog opens url \"blog:1\"",
            from: 3,
            told: [
                "willEnterForeground in background", "openURL in inactive",
                "didBecomeActive in active",
            ]),
        Row(
            name: "opened after a launch to the background",
            story: "app Blog\nat 1 Blog is woken for location\nat 2 Blog opens", from: 2,
            told: ["willEnterForeground in background", "didBecomeActive in active"]),
    ]

    private static let covered = ["willResignActive in active", "didBecomeActive in active"]

    private static let coverings: [Row] = [
        Row(
            name: "an alert",
            story: "app Blog\nat 1 Blog opens\nat 2 alert appears\nat 3 alert is dismissed",
            from: 2, told: covered),
        Row(
            name: "a banner", story: "app Blog\nat 1 Blog opens\nat 2 banner appears", from: 2,
            told: []),
        Row(
            name: "the notification centre",
            story: """
                app Blog
                at 1 Blog opens
                at 2 notification-centre opens
                at 3 notification-centre closes
                """, from: 2, told: covered),
        Row(
            name: "the control centre",
            story: """
                app Blog
                at 1 Blog opens
                at 2 control-centre opens
                at 3 control-centre closes
                """, from: 2, told: covered),
        Row(
            name: "the app switcher",
            story: "app Blog\nat 1 Blog opens\nat 2 app-switcher opens\nat 3 app-switcher closes",
            from: 2, told: covered),
    ]

    private static let left = ["willResignActive in active", "didEnterBackground in background"]
    private static let returned = [
        "willEnterForeground in background", "didBecomeActive in active",
    ]

    private static let departures: [Row] = [
        Row(
            name: "home", story: "app Blog\nat 1 Blog opens\nat 2 Blog leaves", from: 2, told: left
        ),
        Row(
            name: "switch to another app",
            story: "app Blog\napp Mail\nat 1 Blog opens\nat 2 Mail opens", from: 2, told: left),
        Row(name: "lock", story: "app Blog\nat 1 Blog opens\nat 2 lock", from: 2, told: left),
        Row(
            name: "lock before iOS 7",
            story: "phone profile 6\napp Blog\nat 1 Blog opens\nat 2 lock", from: 2,
            told: ["willResignActive in active", "didEnterBackground in inactive"]),
        Row(
            name: "unlock", story: "app Blog\nat 1 Blog opens\nat 2 lock\nat 3 unlock", from: 3,
            told: returned),
        Row(
            name: "tap on the icon of a suspended app",
            story: """
                app Blog
                at 1 Blog opens
                at 2 Blog leaves
                at 20 change locale; change settings; change locale
                at 21 Blog opens
                """, from: 20,
            told: ["changed in background", "changed in background"] + returned),
        Row(
            name: "home with UIApplicationExitsOnSuspend",
            story: "app Blog exits-on-suspend\nat 1 Blog opens\nat 2 Blog leaves", from: 2,
            told: left + ["willTerminate in background"]),
        Row(
            name: "home on iPhone OS 3",
            story: "phone profile 3\napp Blog\nat 1 Blog opens\nat 2 Blog leaves", from: 2,
            told: ["willResignActive in active", "willTerminate in inactive"]),
    ]

    private static let calls: [Row] = [
        Row(
            name: "a call that is declined",
            story: """
                app Blog category playback
                at 1 Blog opens; Blog plays tone:440 as song
                at 2 call arrives
                at 3 call is declined
                """, from: 2,
            told: [
                "willResignActive in active", "interruption.began in inactive",
                "didBecomeActive in active", "interruption.ended in active",
            ]),
        Row(
            name: "a call that is accepted, and the return at its end",
            story: """
                app Blog category playback
                at 1 Blog opens; Blog plays tone:440 as song
                at 2 call arrives
                at 3 call is answered
                at 20 call ends
                """, from: 2,
            told: [
                "willResignActive in active", "interruption.began in inactive",
                "didEnterBackground in background",
            ] + returned + ["interruption.ended in active"]),
        Row(
            name: "a return during a call",
            story: """
                phone profile 8
                app Blog category playback
                at 1 Blog opens; Blog plays tone:440 as song
                at 2 call arrives
                at 3 call is answered
                at 4 Blog opens
                """, from: 4,
            told: [
                "willEnterForeground in background", "willChangeStatusBarFrame in inactive",
                "didChangeStatusBarFrame in inactive", "didBecomeActive in active",
            ]),
    ]

    private static let playing = """
        app Blog category playback background audio
        app Mail
        at 1 Blog opens; Blog plays tone:440 as song
        at 2 Blog leaves
        """

    private static let ends: [Row] = [
        Row(
            name: "killed by the user while it runs in the background",
            story: playing + "\nat 20 Blog is killed", from: 20,
            told: ["willTerminate in background"]),
        Row(
            name: "killed by the user while it is suspended",
            story: "app Blog\nat 1 Blog opens\nat 2 Blog leaves\nat 20 Blog is killed", from: 20,
            told: []),
        Row(
            name: "killed by the user right after it was in front",
            story: "app Blog\nat 1 Blog opens\nat 2 app-switcher opens\nat 3 Blog is killed",
            from: 2, told: left + ["willTerminate in background"]),
        Row(
            name: "purged while it is suspended",
            story: "app Blog\nat 1 Blog opens\nat 2 Blog leaves\nat 20 memory low", from: 20,
            told: []),
        Row(
            name: "ended by the system while it runs in the background",
            story: playing + "\nat 3 Mail opens\nat 20 memory needed 40", from: 20,
            told: ["didReceiveMemoryWarning in background", "willTerminate in background"]),
        Row(
            name: "a crash", story: "app Blog\nat 1 Blog opens\nat 2 Blog crashes", from: 2,
            told: []),
    ]
}

extension StoryReport {
    /// The notifications of an app, each with the app's state then.
    ///
    /// - Parameter from: Time in seconds.
    func toldInState(_ app: String, from: Double = 0) -> [String] {
        told.filter { $0.app == app && $0.at >= .seconds(from) && $0.event != "route-change" }
            .map { "\($0.event) in \($0.state.rawValue)" }
    }
}
