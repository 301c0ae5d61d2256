import AVFAudio
import CaveScene
import OpenAL
import Simulation
import Testing

/// Whether OpenAL plays here; it needs OpenAL Soft.
private let hasOpenAL: Bool = {
    guard let device = alcOpenDevice(nil) else { return false }
    return alcCloseDevice(device) == ALC_TRUE
}()

/// A story of the cave on a phone, in virtual time.
@MainActor
@Suite("The cave", .enabled(if: hasOpenAL))
struct CaveSceneTests {
    private let phone: SimulatedPhone
    private let app: SimulatedPhone.App
    private let cave: Cave

    init() throws {
        var settings = SimulatedPhone.Settings()
        settings.mediaVolume = 1
        phone = SimulatedPhone(settings)
        phone.onFinding = { Issue.record("\($0)") }
        app = phone.launch("Cave")
        cave = try app.run {
            let cave = try Cave()
            try cave.start()
            return cave
        }
    }

    /// The sums of the squares of the left and of the right side of the last four seconds.
    private func sides() -> (left: Double, right: Double) {
        phone.advance(by: .seconds(4))
        let samples = phone.heard(from: app, last: .seconds(4)).samples
        var sides = (left: 0.0, right: 0.0)
        for frame in 0..<(samples.count / 2) {
            sides.left += Double(samples[2 * frame] * samples[2 * frame])
            sides.right += Double(samples[2 * frame + 1] * samples[2 * frame + 1])
        }
        return sides
    }

    @Test("the drips turn around the listener, and are louder from nearby")
    func around() {
        // Near the drip in the east, which is ahead, to the right, behind, to the left.
        app.run {
            cave.turn(by: 90)
            cave.walk(5)
        }
        let ahead = sides()
        app.run { cave.turn(by: -90) }
        let right = sides()
        app.run { cave.turn(by: 180) }
        let left = sides()
        #expect(right.right > 4 * right.left)
        #expect(left.left > 4 * left.right)
        #expect(abs(ahead.left - ahead.right) < 0.5 * (ahead.left + ahead.right))
        app.run { cave.walk(-20) }
        let far = sides()
        #expect(far.left + far.right < left.left + left.right)
    }

    @Test("the silent switch silences the cave, and water drips on")
    func silentSwitch() {
        phone.advance(by: .seconds(2))
        #expect(!phone.heard(from: app, last: .seconds(2)).isSilent)
        phone.flipSwitch(.silent)
        phone.advance(by: .milliseconds(100))
        phone.advance(by: .seconds(3))
        #expect(phone.heard(from: app, last: .seconds(3)).isSilent)
        #expect(cave.isRunning)
        phone.flipSwitch(.ring)
        phone.advance(by: .seconds(3))
        #expect(!phone.heard(from: app, last: .seconds(3)).isSilent)
    }

    @Test("a call stops the cave, and it goes on when the call is declined")
    func call() {
        phone.advance(by: .seconds(2))
        phone.receiveCall()
        #expect(!cave.isRunning)
        phone.advance(by: .milliseconds(200))
        phone.advance(by: .seconds(3))
        #expect(phone.heard(from: app, last: .seconds(3)).isSilent)
        phone.declineCall()
        phone.advance(by: .seconds(3))
        #expect(cave.isRunning)
        #expect(!phone.heard(from: app, last: .seconds(3)).isSilent)
    }

    @Test("the walls stop the listener, and the map shows where that is")
    func map() {
        app.run { cave.walk(100) }
        #expect(cave.north == Cave.halfWidth)
        #expect(cave.map.split(separator: "\n").first == "· · · · · · · · ↑ · · · · · · · ·")
        app.run { cave.turn(by: 90) }
        #expect(cave.map.contains("→"))
        #expect(cave.map.filter { $0 == "○" }.count == 3)
    }
}
