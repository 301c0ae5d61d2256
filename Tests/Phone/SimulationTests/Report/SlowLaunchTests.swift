import Simulation
import Testing

@Suite("A launch of six seconds")
struct SlowLaunchTests {
    private func run(_ header: String, hang: String = "for 6") throws -> StoryReport {
        try runScenario(
            parseScenario(
                """
                \(header)
                app Slow
                at 0 Slow hangs in didFinishLaunching \(hang)
                at 1 Slow opens
                at 30 end
                """, path: "slow"))
    }

    private func isKilled(_ report: StoryReport) -> Bool {
        report.apps.contains { $0.what.hasPrefix("is killed") }
    }

    @Test(
        "is killed on iPhone OS 3, and only advised against on later systems",
        arguments: [("3", true), ("6", false), ("17", false)])
    func generations(profile: String, isKilled: Bool) throws {
        let report = try run("phone profile \(profile)")
        #expect(self.isKilled(report) == isKilled)
        #expect(report.advice.map(\.guideline) == (isKilled ? [] : [.slowLaunch]))
        #expect(report.advice.map(\.observation) == (isKilled ? [] : ["took 6 s to launch"]))
    }

    @Test("is killed on every system by the strict reading", arguments: ["6", "17"])
    func strict(profile: String) throws {
        #expect(isKilled(try run("phone profile \(profile) launch-limit 5")))
    }

    @Test("that does not end is advised against before it is killed")
    func endless() throws {
        let report = try run("phone profile 17", hang: "")
        #expect(isKilled(report))
        #expect(
            report.advice.map(\.observation) == ["did not handle events within 5 s of its launch"])
        #expect(report.advice.map(\.at) == [.seconds(6)])
    }

    @Test(
        "has no odd limits: a phone is made with whatever it is given",
        arguments: [Double.nan, -1, 0, .infinity, 1e300])
    @MainActor
    func oddLimits(limit: Double) {
        var settings = SimulatedPhone.Settings()
        settings.launchLimit = limit
        let phone = SimulatedPhone(settings)
        let app = phone.launch("Quick")
        phone.advance(by: .seconds(1))
        #expect(app.state == .active)
    }
}
