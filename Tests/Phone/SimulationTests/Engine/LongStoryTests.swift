import AudioModel
import Foundation
import Simulation
import TestSupport
import Testing

@Suite("A long story")
struct LongStoryTests {
    /// An hour; a debug build is too slow and runs a part of the first minute.
    #if DEBUG
        private static let partCount = 1
    #else
        private static let partCount = 180
    #endif
    private static let endSeconds = LongStory.partSeconds * partCount

    private static var story: String {
        let expectations = (0..<partCount).map { part in
            let start = LongStory.partSeconds * part
            return "expect \(start + 11)..\(start + 19) Music.song audible"
        }
        let end = ["expect 0..\(endSeconds) heard silence", "at \(endSeconds) end"]
        return (LongStory.lines(partCount: partCount) + expectations + end).joined(separator: "\n")
    }

    @Test("leaves no more behind than what happened in it")
    func bounded() throws {
        Self.check(try run(Self.story))
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
}
