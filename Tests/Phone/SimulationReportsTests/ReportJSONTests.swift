import AudioModel
import Foundation
import Testing

import SimulationReports

@Suite("The JSON form of a story")
struct ReportJSONTests {
    @Test("has the shape of the scenario language's results")
    func whole() {
        #expect(
            SmallStory.report.jsonText == """
                {
                  "scenario": "A & B",
                  "path": "story.scenario",
                  "ok": false,
                  "durationSeconds": 2.5,
                  "streams": [
                    {
                      "app": "Music",
                      "name": "song",
                      "sound": "tone:440",
                      "kind": "player",
                      "spans": [
                        {"from": 0, "to": 1.5, "state": "audible", "gainDB": -7.959, \
                "because": [], "rules": [], "by": null},
                        {"from": 1.5, "to": 2.5, "state": "silent", "gainDB": null, \
                "because": ["ring-switch"], "rules": ["switch-mutes"], "by": null}
                      ]
                    },
                    {
                      "app": "Mail",
                      "name": "ping",
                      "sound": "a/ping.caf",
                      "kind": "systemSound",
                      "spans": [
                        {"from": 0.5, "to": 0.75, "state": "ducked", "gainDB": -20, \
                "because": [], "rules": [], "by": "Music"}
                      ]
                    }
                  ],
                  "told": [
                    {"at": 1.5, "app": "Mail", "event": "hint.begin", "detail": ""},
                    {"at": 2, "app": "Mail", "event": "volume", "detail": "0.5"}
                  ],
                  "device": [
                    {"at": 1.5, "change": "switch silent"}
                  ],
                  "apps": [
                    {"at": 0, "app": "Music", "what": "opens"}
                  ],
                  "expectations": [
                    {"line": 4, "text": "at 1 Music.song audible", "ok": true, "found": "audible"},
                    {"line": 5, "text": "at 2 Music.song audible", "ok": false, \
                "found": "silent because ring-switch"}
                  ],
                  "failures": [
                    {"at": 0.5, "line": 7, "message": "Mail: cannot <play> \\"ping\\""}
                  ],
                  "warnings": []
                }

                """)
    }

    @Test("is read back by another reader, also with odd characters")
    func readBack() throws {
        var report = SampleStory.report
        report.title = "a \"b\" \\ \n\t\u{1}\u{7F} é 소리 </script>"
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(report.jsonText.utf8)) as? [String: Any])
        #expect(object["scenario"] as? String == report.title)
        #expect((object["streams"] as? [[String: Any]])?.count == report.streams.count)
        #expect(object["ok"] as? Bool == false)
    }

    @Test("of several stories is an array")
    func several() throws {
        let text = StoryReport.jsonText([SmallStory.report, SampleStory.goodReport])
        let array = try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        #expect(array.map { $0["ok"] as? Bool } == [false, true])
    }

    @Test("has no number that JSON does not know")
    func infinities() throws {
        var report = StoryReport(title: "t", path: "p", duration: .zero)
        var lane = StreamLane(app: "A", name: "a", sound: "s", kind: .unit)
        lane.spans = [0, .infinity, .nan].map {
            StreamSpan(
                from: .zero, to: .zero,
                verdict: Verdict(state: .audible, factors: [GainFactor(.duck, $0)]), by: nil)
        }
        report.streams = [lane]
        _ = try JSONSerialization.jsonObject(with: Data(report.jsonText.utf8))
        #expect(report.jsonText.components(separatedBy: "\"gainDB\": null").count == 4)
    }
}
