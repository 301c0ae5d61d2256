import Clicks
import Simulation
import Testing

/// Stories of the metronome on a phone, in virtual time.
@MainActor
@Suite("The metronome")
struct MetronomeTests {
    private let phone: SimulatedPhone
    private let app: SimulatedPhone.App
    private let metronome: Metronome

    init() throws {
        var settings = SimulatedPhone.Settings()
        settings.mediaVolume = 1
        phone = SimulatedPhone(settings)
        phone.onFinding = { Issue.record("\($0)") }
        app = phone.launch("Metronome", backgroundModes: ["audio"])
        metronome = try app.run {
            let metronome = try Metronome(tempo: 120)
            try metronome.start()
            return metronome
        }
    }

    /// Lets time pass, at most as much as the phone keeps, and finds the clicks that begin in it.
    ///
    /// - Returns: The number of each click's first frame since the phone was switched on.
    private func clicks(_ seconds: Int) -> [Int] {
        let start = phone.now
        phone.advance(by: .seconds(seconds))
        // A click may have begun a little before.
        let from = max(start - .milliseconds(50), .zero)
        let samples = phone.heard(from: app, during: from..<phone.now).samples
        let (first, firstWanted) = (frame(at: from), frame(at: start))
        var (clicks, quiet) = ([Int](), Self.quietFrames)
        for index in 0..<samples.count / 2 {
            let isLoud = abs(samples[2 * index]) > 0.5
            if isLoud, quiet >= Self.quietFrames, first + index >= firstWanted {
                clicks.append(first + index)
            }
            quiet = isLoud ? 0 : quiet + 1
        }
        return clicks
    }

    private func frame(at time: Duration) -> Int { Int((time / .seconds(1) * 48_000).rounded()) }

    /// The frames between the loud part of a click and the next click, at least.
    private static let quietFrames = 2000

    private func distances(_ clicks: [Int]) -> Set<Int> {
        Set(zip(clicks, clicks.dropFirst()).map { $1 - $0 })
    }

    @Test(
        "keeps its tempo within what it can click",
        arguments: [(Double.nan, 20), (1e9, 400), (90, 90)])
    func tempos(given: Double, kept: Double) {
        metronome.tempo = given
        #expect(metronome.tempo == kept)
    }

    @Test("clicks every 24,000 frames for an hour")
    func hour() {
        var all: [Int] = []
        for _ in 0..<360 { all += clicks(10) }
        #expect(all.count == 7200)
        #expect(distances(all) == [24_000])
        #expect((all.first ?? .max) < 9600)
    }

    @Test("follows a tempo from the last click on, without an error that adds up")
    func tempo() {
        #expect(distances(clicks(10)) == [24_000])
        app.run { metronome.tempo = 133 }
        let all = (0..<30).flatMap { _ in clicks(10) }
        // 48,000 · 60 / 133 = 21,654.135… frames.
        let exact = 48_000 * 60 / 133.0
        #expect(distances(Array(all.dropFirst())) == [21_654, 21_655])
        let (first, last) = (all[1], all[all.count - 1])
        #expect(abs(Double(last - first) - Double(all.count - 2) * exact) <= 1)
        app.run { metronome.tempo = 1000 }
        #expect(metronome.tempo == Metronome.tempos.upperBound)
        #expect(distances(Array(clicks(10).dropFirst(3))) == [7200])
    }

    @Test("is heard with the switch at silent, and does not miss a beat")
    func silentSwitch() {
        var all = clicks(5)
        phone.flipSwitch(.silent)
        all += clicks(5)
        phone.flipSwitch(.ring)
        all += clicks(5)
        #expect(all.count == 30 && distances(all) == [24_000])
    }

    @Test("is stopped by a call, and begins a bar when the call is declined")
    func call() throws {
        #expect(distances(clicks(5)) == [24_000])
        phone.receiveCall()
        #expect(!metronome.isRunning)
        phone.advance(by: .milliseconds(200))
        #expect(clicks(3).isEmpty)
        phone.declineCall()
        let declined = frame(at: phone.now)
        let all = clicks(5)
        #expect(metronome.isRunning)
        #expect(distances(all) == [24_000])
        #expect(try #require(all.first) - declined < 9600)
    }

    @Test("is stopped by its user, and begins again at once")
    func transport() {
        #expect(clicks(1).count == 2)
        app.run { metronome.stop() }
        #expect(clicks(2).count <= 1)
        app.run { #expect(throws: Never.self) { try metronome.start() } }
        #expect(clicks(2).count == 4)
        #expect(metronome.clickCount >= 4)
    }
}
