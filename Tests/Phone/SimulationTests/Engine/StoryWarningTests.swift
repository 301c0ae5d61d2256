import AudioModel
import Foundation
import Simulation
import Testing

@Suite("An act with nothing to act on")
struct StoryWarningTests {
    static let story = """
        app Music category playback
        app Mail
        at 0 Music opens; Music plays tone:440 as song
        at 1 call ends; unplug headphones
        at 2 Mail opens; Music leaves; Music ends task upload
        at 3 call arrives; call ends; call ends
        expect 0..1 Music.song audible
        at 4 end
        """

    @Test("is a warning with its place, and no failure")
    func warns() throws {
        let report = try run(Self.story)
        #expect(report.isOK)
        #expect(
            report.warnings.map { "\($0.location.line):\($0.location.column) \($0.message)" } == [
                "4:6 'call ends' does nothing: there is no call",
                "4:17 'unplug headphones' does nothing: headphones is not plugged in",
                "5:18 'Music leaves' does nothing: Music is not in front",
                "5:32 'Music ends task upload' does nothing: there is no such task",
                "6:31 'call ends' does nothing: there is no call",
            ])
        #expect(report.warnings.map(\.at.seconds) == [1, 1, 2, 2, 3])
    }

    @Test("is a warning of what is there already, of a press for nobody, and of a missing headset")
    func changesNothing() throws {
        let report = try run(
            """
            app Music category playback
            at 0 Music opens; headset press 1; user presses play; plug headset; headset press 2
            at 1 plug headset; call arrives; call arrives; call arrives as banner; headset press 1
            at 2 call ends; alarm fires; alarm fires; alarm is dismissed
            at 3 timer fires; timer fires; timer is dismissed; assistant begins; assistant begins
            at 4 assistant ends; emergency begins; emergency begins; emergency ends
            at 5 alert appears; alert appears
            at 6 end
            """)
        #expect(report.isOK)
        #expect(
            report.warnings.map { "\($0.location.line):\($0.location.column) \($0.message)" } == [
                "2:19 'headset press 1' does nothing: no headset with a button is connected",
                "2:36 'user presses play' does nothing: "
                    + "no app that takes remote commands has played",
                "2:69 'headset press 2' does nothing: "
                    + "no app that takes remote commands has played",
                "3:6 'plug headset' does nothing: headset is plugged in already",
                "3:34 'call arrives' does nothing: there is a call already",
                "3:48 'call arrives as banner' does nothing: there is a call already",
                "4:30 'alarm fires' does nothing: the alarm sounds already",
                "5:19 'timer fires' does nothing: the timer sounds already",
                "5:70 'assistant begins' does nothing: the assistant listens already",
                "6:40 'emergency begins' does nothing: an emergency alert sounds already",
                "7:21 'alert appears' does nothing: the alert is there already",
            ])
    }

    @Test("that cannot be at all is a failure with line and column")
    func impossible() throws {
        let report = try run("app Music\nat 0 Music opens; route usb\nat 1 end")
        let failure = try #require(report.failures.first)
        #expect(report.failures.count == 1 && failure.line == 2 && failure.column == 19)
        #expect(
            report.text().contains(":2:19: usb is not plugged in and cannot be picked (at 0.000)"))
        #expect(report.jsonText.contains("\"line\": 2, \"column\": 19"))
        #expect(report.html().contains("2:19"))
    }

    @Test("stands in the JSON and HTML forms")
    func forms() throws {
        let report = try run(Self.story)
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(report.jsonText.utf8)) as? [String: Any])
        let first = try #require((json["warnings"] as? [[String: Any]])?.first)
        #expect(first["line"] as? Int == 4 && first["column"] as? Int == 6)
        #expect(first["at"] as? Int == 1)
        #expect(first["message"] as? String == "'call ends' does nothing: there is no call")
        #expect(report.html().contains("<h2>Warnings</h2>"))
    }

    @Test("is none where there is something")
    func actsOnSomething() throws {
        let report = try run(
            """
            app Music
            at 0 Music opens
            at 1 call arrives; call is answered; call ends; alarm fires; alarm is snoozed
            at 2 alarm is dismissed; timer fires; timer is dismissed; plug headset; unplug headset
            at 3 lock; unlock; assistant begins; assistant ends; alert appears; alert is dismissed
            at 4 end
            """)
        #expect(report.isOK && report.warnings.isEmpty)
        #expect(!report.html().contains("<h2>Warnings</h2>"))
    }
}

@Suite("A stream's name")
struct StreamNameTests {
    @Test("that still lasts cannot be given to another, and the first goes on")
    func taken() throws {
        // Given sounds with lengths that only the run determines: interruptions lengthen them.
        let report = try run(
            """
            app Music category playback
            at 0 Music opens; Music plays tone:440/2 as song
            at 1 call arrives
            at 2.5 Music plays tone:550/2 as song fails -50
            at 3 call is declined
            expect 3.1..4 heard 440 Hz
            at 4 end
            """)
        #expect(
            report.findings == [
                "line 4: Music.song still lasts, and its name is taken; stop it first, or take "
                    + "another name"
            ])
    }

    @Test("is free at the moment at which its stream ends or is stopped")
    func free() throws {
        let report = try run(
            """
            app Music category playback
            at 0 Music opens; Music plays tone:440/1 as song
            at 1 Music plays tone:550 as song
            at 2 Music stops song; Music plays tone:660 as song
            expect 1..2 heard 550 Hz
            expect 2..3 heard 660 Hz
            at 3 end
            """)
        #expect(report.findings.isEmpty)
    }
}

@Suite("What an app of a story records")
struct RecordedSoundTests {
    @Test("is the sound of its microphone, whatever that sound's rate")
    func rates() throws {
        let folder = try SoundFolder()
        let sine = (0..<44_100).map { Float(0.25 * sin(2 * Double.pi * 700 * Double($0) / 22_050)) }
        let path = try folder.write(sine, rate: 22_050, as: "voice.wav")
        let report = try run(
            """
            app Memo category playAndRecord
            at 0 Memo opens; Memo records as take from "\(path)"
            expect 0.1..1.9 Memo.take records 700 Hz; Memo.take records audible
            expect 2.1..3 Memo.take records silence
            at 3 end
            """)
        #expect(report.findings.isEmpty)
        let lane = try #require(report.streams.first)
        #expect(lane.outputPeaks == lane.sourcePeaks)
        #expect((lane.outputPeaks.max() ?? 0) > 0.2)
    }

    @Test("is nothing of a stream that plays")
    func plays() throws {
        let report = try run(
            """
            app Music category playback
            at 0 Music opens; Music plays tone:440 as song
            expect 0..1 Music.song records audible
            expect 0..1 Music.song recording ends
            expect 0..1 Music.song records 440 Hz
            expect 0..1 Music.song records silence
            at 1 end
            """)
        #expect(report.failingLines == [3, 4, 5, 6])
    }

    @Test("is as loud as it is, whatever volume the app gives it", arguments: ["0.5", "0"])
    func volume(volume: String) throws {
        let report = try run(
            """
            app Memo category playAndRecord
            at 0 Memo opens; Memo records as take from tone:500
            at 1 Memo sets take volume \(volume)
            expect 1..2 Memo.take records 500 Hz
            at 2 end
            """)
        #expect(report.findings.isEmpty)
        #expect((report.streams.first?.outputPeaks.last ?? 0) > 0.2)
    }

    @Test("is not claimed before it begins")
    func begins() throws {
        let report = try run(
            """
            app Memo category playAndRecord
            at 0 Memo opens
            at 1 Memo records as take
            expect 0..0.9 Memo.take records silence
            expect 1..2 Memo.take records silence
            at 2 end
            """)
        #expect(report.failingLines == [4])
    }
}

@Suite("A claim that something is audible")
struct NeededSoundTests {
    /// Runs a story that expects a sound to be audible: throughout, at a moment, and never.
    private func claims(of sound: String) throws -> StoryReport {
        try run(
            """
            app Music category playback
            at 0 Music opens; Music plays \(sound) as song volume 0.01
            expect 0..1 Music.song audible
            expect at 0.5 Music.song audible
            expect never Music.song audible
            at 1 end
            """)
    }

    @Test("does not hold where the source is silent")
    func silentSource() throws {
        let report = try claims(of: "silence/5")
        #expect(report.failingLines == [3, 4])
        #expect(
            report.expectations.prefix(2).allSatisfy { $0.found == "its source is silent there" })
    }

    @Test("does not hold where what is left of a faint source is silence")
    func silentOutput() throws {
        // Given a source at -46 dBFS, which comes out at -88 dBFS.
        let folder = try SoundFolder()
        let samples = (0..<48_000).map { Float(0.005 * sin(0.05 * Double($0))) }
        let path = try folder.write(samples, rate: 48_000, as: "faint.wav")
        let report = try claims(of: "\"\(path)\"")
        #expect(report.failingLines == [3, 4])
        #expect(
            report.expectations.prefix(2).allSatisfy {
                $0.found == "what is left of it is silence there"
            })
    }
}
