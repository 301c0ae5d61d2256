import AVFAudio
import AudioModel
import Foundation
import Simulation
import SoundPolicy
import Testing
import UIKit

/// Tests that the division of time into calls of `advance` changes nothing.
@MainActor
@Suite("Time that passes in pieces")
struct TimeSplitTests {
    /// Number of random days, and of divisions of each.
    private static let (dayCount, cutsPerDay): (UInt64, UInt64) = (40, 5)

    @Test("gives the samples, the calls and the notifications of time that passes in one go")
    func randomSplits() throws {
        let files = try SoundFiles()
        defer { withExtendedLifetime(files) {} }
        for seed in 1...Self.dayCount {
            let day = RandomDay(seed: seed)
            var whole = day.run(splits: nil, sounds: files.urls)
            for number in 0..<Self.cutsPerDay {
                let splits = seed * Self.cutsPerDay + number
                try #require(
                    steadyDifference(&whole, day, splits, files) == nil,
                    "seed \(seed), splits \(splits)")
            }
        }
    }

    /// The difference that is the same in each of several runs.
    ///
    /// `asyncAfter` takes a time of the machine's clock. If the machine stops for 10 ms between
    /// reading its clock and that call, the timer is early: that is no fault of the division.
    private func steadyDifference(
        _ whole: inout RandomDay.Outcome, _ day: RandomDay, _ splits: UInt64, _ files: SoundFiles
    ) -> String? {
        var found = difference(whole, day.run(splits: splits, sounds: files.urls))
        for _ in 0..<3 where found != nil {
            whole = day.run(splits: nil, sounds: files.urls)
            found = difference(whole, day.run(splits: splits, sounds: files.urls))
        }
        return found
    }

    @Test("tells of sounds that end within one block in one order")
    func endsWithinABlock() throws {
        let files = try SoundFiles()
        defer { withExtendedLifetime(files) {} }
        // Two sounds that end 3 ms apart; the one that began later ends first.
        func calls(cutAt pieces: [Duration]) -> [String] {
            let phone = SimulatedPhone()
            let log = CallLog(phone)
            phone.launch("App") {
                for (number, url) in files.urls.enumerated() {
                    var id: SystemSoundID = 0
                    AudioServicesCreateSystemSoundID(url as CFURL, &id)
                    AudioServicesPlaySystemSoundWithCompletion(id) { log.note("sound \(number)") }
                }
            }
            for piece in pieces { phone.advance(by: piece) }
            return log.lines
        }
        let whole = calls(cutAt: [.milliseconds(100)])
        #expect(whole.count == 2)
        #expect(calls(cutAt: [.milliseconds(65), .milliseconds(35)]) == whole)
        #expect(calls(cutAt: Array(repeating: .milliseconds(1), count: 100)) == whole)
    }

    @Test("gives in sixty seconds what it gives in a minute, deadlines and timers at one moment")
    func minute() {
        func lines(_ pieces: [Duration]) -> (lines: [String], samples: [Float]) {
            let phone = SimulatedPhone()
            let log = CallLog(phone)
            let app = phone.launch("App") {
                BusyBackgroundApp(log, timers: [5, 24.99, 25, 29, 30])
            }
            phone.home()
            // An app in front with a queue that is called back in every block.
            var queue: ToneQueue?
            let tone = phone.launch("Tone") {
                queue = ToneQueue(hertz: 440)
                queue?.start()
            }
            phone.advance(by: .seconds(1))
            tone.run { queue?.pause() }
            for piece in pieces { phone.advance(by: piece) }
            #expect(phone.now == .seconds(61) && app.state == .suspended)
            return (
                log.lines + app.history + phone.history,
                phone.heard(during: .zero..<phone.now).samples
            )
        }
        let whole = lines([.seconds(60)])
        let cut = lines(Array(repeating: .seconds(1), count: 60))
        #expect(whole.lines == cut.lines)
        #expect(whole.samples == cut.samples)
        #expect(whole.lines.contains { $0.hasSuffix("expires") })
        #expect(whole.samples.contains { $0 != 0 })
    }

    @Test("keeps the order of an expiring task, a timer and a queue's callback at one moment")
    func oneMoment() {
        var configuration = PolicyConfiguration()
        configuration.backgroundTaskLimitOverride = .milliseconds(200)
        configuration.expirationNotice = .milliseconds(60)
        func lines(_ pieces: [Duration]) -> [String] {
            let phone = SimulatedPhone(configuration)
            let log = CallLog(phone)
            phone.launch("App") { BusyBackgroundApp(log, timers: [0.14]) }
            phone.launch("Tone") {
                let queue = BlockQueue(log)
                queue.start()
                return queue
            }
            for piece in pieces { phone.advance(by: piece) }
            return log.lines
        }
        let whole = lines([.milliseconds(300)])
        // All three occur at the same moment.
        let moment = whole.filter { $0.hasPrefix("0.14 ") }
        #expect(
            Set(moment) == ["0.14 seconds expires", "0.14 seconds timer", "0.14 seconds filled"])
        for pieces in [
            [140, 160], [140, 0, 0, 160], [139, 1, 1, 159], Array(repeating: 5, count: 60),
        ] {
            #expect(lines(pieces.map { .milliseconds($0) }) == whole)
        }
        let half = Duration.nanoseconds(10_000)
        #expect(
            lines([.milliseconds(140) - half, half + half, .milliseconds(160) - half]) == whole)
    }

    @Test("lets tasks run at the same moments however it is cut")
    func tasks() async {
        func lines(_ pieces: [Duration]) async -> [String] {
            let phone = SimulatedPhone()
            let log = CallLog(phone)
            let app = phone.launch("App") {
                NotificationCenter.default.addObserver(
                    forName: AVAudioSession.routeChangeNotification, object: nil, queue: .main
                ) { _ in Task { @MainActor in log.note("task of the route") } }
                try? AVAudioSession.sharedInstance().setActive(true)
                for hundredths in [1, 3, 3, 7] {
                    let deadline = DispatchTime.now() + .milliseconds(10 * hundredths)
                    DispatchQueue.main.asyncAfter(deadline: deadline) {
                        Task { @MainActor in log.note("task of \(hundredths)") }
                    }
                }
            }
            await phone.advance(by: pieces[0])
            phone.plug(.headphones)
            for piece in pieces.dropFirst() { await phone.advance(by: piece) }
            _ = app
            return log.lines
        }
        let whole = await lines([.milliseconds(3), .milliseconds(97)])
        #expect(whole.count == 5)
        let cut = await lines([3, 2, 1, 9, 20, 3, 0, 7, 42, 13].map { .milliseconds($0) })
        #expect(cut == whole)
    }

    @Test("does not let code that never stops run more often")
    func endlessCode() {
        func count(_ pieces: [Duration]) -> Int {
            let phone = SimulatedPhone()
            let code = EndlessCode()
            phone.launch("App") { code.run() }
            for piece in pieces { phone.advance(by: piece) }
            return code.count
        }
        let whole = count([.milliseconds(20)])
        #expect(whole > 0)
        #expect(count([3, 4, 3, 0, 0, 10].map { .milliseconds($0) }) == whole)
    }

    @Test("ends where it is told to, however small the pieces")
    func smallPieces() {
        let phone = SimulatedPhone()
        for _ in 0..<3000 { phone.advance(by: .nanoseconds(7)) }
        #expect(phone.now == .nanoseconds(21_000))
        phone.advance(by: .zero)
        phone.advance(by: .milliseconds(-5))
        #expect(phone.now == .nanoseconds(21_000))
    }

    /// The first difference between the two, in words.
    private func difference(_ whole: RandomDay.Outcome, _ cut: RandomDay.Outcome) -> String? {
        if whole == cut { return nil }
        let texts = [
            ("calls", whole.calls, cut.calls), ("histories", whole.histories, cut.histories),
            ("why", whole.why, cut.why), ("findings", whole.findings, cut.findings),
            ("vibrations", whole.vibrations.map { "\($0)" }, cut.vibrations.map { "\($0)" }),
        ]
        for (kind, one, other) in texts where one != other {
            let place =
                Array(zip(one, other)).firstIndex { $0 != $1 } ?? min(one.count, other.count)
            return "\(kind), line \(place): \(one.dropFirst(place).prefix(2)) in one go, "
                + "\(other.dropFirst(place).prefix(2)) in pieces"
        }
        let place = zip(whole.mix, cut.mix).enumerated().first { $1.0 != $1.1 }?.offset ?? -1
        return "\(whole.mix.count) and \(cut.mix.count) samples, others from \(place) on"
    }
}
