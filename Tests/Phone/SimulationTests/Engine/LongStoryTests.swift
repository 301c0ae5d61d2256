import AudioModel
import Foundation
import Simulation
import Testing

@Suite("A long story")
struct LongStoryTests {
    /// An hour; a debug build is too slow and runs a part of the first minute.
    #if DEBUG
        private static let partCount = 1
    #else
        private static let partCount = 180
    #endif
    private static let partSeconds = 20

    /// A story of five apps with the same events in every part.
    private static var story: String {
        var lines = [
            "app Music category playback background audio",
            "app Course category playback options mixWithOthers background audio",
            "app Radio category playback options duckOthers background audio",
            "app Game category ambient", "app Blog",
            "at 0 Music opens; Music plays tone:440 as song",
            "at 0 Course opens; Course plays noise as lesson volume 0.1",
        ]
        for part in 0..<partCount {
            let start = partSeconds * part
            lines += [
                "at \(start + 1) Radio opens; Radio plays tone:300/2 as news",
                "at \(start + 4) Radio deactivates",
                "at \(start + 5) Game opens; Game plays tone:880/2 as shot",
                "at \(start + 8) Blog opens; Blog alerts tone:990/1",
                "at \(start + 10) press volume down; press volume up",
                "at \(start + 12) switch silent", "at \(start + 14) switch ring",
                "expect \(start + 11)..\(start + 19) Music.song audible",
            ]
        }
        let end = partSeconds * partCount
        return (lines + ["expect 0..\(end) heard silence", "at \(end) end"]).joined(separator: "\n")
    }

    @Test("leaves no more behind than what happened in it")
    func bounded() async {
        // In a process of its own, where nothing else uses memory.
        await #expect(processExitsWith: .success) {
            let report = try run(LongStoryTests.story)
            LongStoryTests.check(report)
            // An hour of samples would be 1.4 GB.
            #expect(try LongStoryTests.peakBytes() < 200 << 20)
        }
    }

    /// Checks that the records grow with the events, not with the time.
    private static func check(_ report: StoryReport) {
        #expect(report.failures.map(\.message) == [])
        let isOK = report.expectations.map(\.isOK)
        #expect(isOK == Array(repeating: true, count: partCount) + [false])
        for lane in report.streams {
            #expect(lane.sourcePeaks.count <= 4_096 && lane.outputPeaks.count <= 4_096)
            #expect(lane.spans.count <= 12 * partCount + 4, "\(lane.fullName)")
        }
        // Opening an app delivers five notifications to it and the previous app.
        #expect(report.told.count <= 40 * partCount)
        #expect(report.device.count <= 8 * partCount)
    }

    /// The process's peak memory in bytes.
    private static func peakBytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        let kilobytes = line.split(separator: " ").compactMap { Int($0) }.first
        return try #require(kilobytes) << 10
    }
}
