import AudioModel
import Foundation
import Testing

import Simulation

@Suite("A vibration or a key click that does not happen")
struct SuppressedSoundReportTests {
    private static let story = """
        phone switch silent
        setting vibrate-on-silent off
        setting keyboard-clicks off
        app Blog
        at 0 Blog opens
        at 1 message arrives
        at 2 keyboard clicks
        at 3 Blog vibrates
        at 4 call arrives
        at 12 call ends
        at 13 setting keyboard-clicks on
        at 14 keyboard clicks
        expect at 1 phone vibrates
        expect 0..14 phone does not vibrate
        at 16 end
        """
    private static let why = "the setting vibrate-on-silent is off (rule vibrate-settings-govern)"

    @Test("stands in every form of the report, with its reason, once for all that rings")
    func report() throws {
        let report = try run(Self.story)
        let suppressed = report.device.filter(\.isSuppressed)
        #expect(
            suppressed.map { "\($0.at.secondsText) \($0.change)" } == [
                "1.000 does not vibrate: " + Self.why,
                "2.000 plays no key click: the setting keyboard-clicks is off "
                    + "(rule keyboard-clicks-can-be-off)",
                "3.000 does not vibrate for Blog: " + Self.why,
                "4.000 does not vibrate: " + Self.why,
            ])
        for form in [report.text(), report.jsonText, report.html()] {
            for record in suppressed { #expect(form.contains(record.change)) }
        }
        // What is expected all the same is told why.
        let missing = try #require(report.expectations.first { !$0.isOK })
        #expect(missing.text == "expect at 1 phone vibrates")
        #expect(missing.found.hasPrefix("does not vibrate: " + Self.why))
        #expect(report.expectations.filter(\.isOK).count == 1)
    }

    @Test("of the device's own tones is a silent stream with its reason")
    func silentTones() throws {
        let report = try run(Self.story)
        for name in ["phone.message", "phone.click", "phone.ringtone"] {
            let lane = try #require(report.streams.first { $0.fullName == name }, "\(name)")
            let verdict = try #require(lane.spans.first?.verdict)
            #expect(verdict.state == .silent && verdict.reasons.map(\.kind) == [.ringSwitch])
            #expect(report.text().contains(name))
        }
    }

    @Test("is explained with every app, and with the phone")
    func explanation() throws {
        let report = try run(Self.story)
        for app in ["Blog", "phone"] {
            let text = try #require(report.explanation(of: app, at: .seconds(5))).text()
            let part = try #require(text.components(separatedBy: "\nsuppressed\n").last)
            // The last three, and none among what came before.
            #expect(
                part.components(separatedBy: "\n").prefix(3) == [
                    "  2.000  phone: plays no key click: the setting keyboard-clicks is off "
                        + "(rule keyboard-clicks-can-be-off)",
                    "  3.000  phone: does not vibrate for Blog: " + Self.why,
                    "  4.000  phone: does not vibrate: " + Self.why,
                ])
            #expect(part.components(separatedBy: "does not vibrate").count == 3)
        }
        // The phone can be asked about where it has no stream.
        let quiet = try run("app Blog\nat 0 Blog opens\nat 1 lock\nat 2 end")
        #expect(quiet.explanation(of: "phone", at: .seconds(1)) != nil)
        #expect(quiet.explanation(of: "Music", at: .seconds(1)) == nil)
    }
}
