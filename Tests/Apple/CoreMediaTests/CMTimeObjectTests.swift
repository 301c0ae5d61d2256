import CoreMedia
import Testing

@Suite("A media time as an object")
struct CMTimeObjectTests {
    private let time = CMTime(
        value: -7, timescale: 600, flags: [.valid, .hasBeenRounded], epoch: 3)
    private var range: CMTimeRange {
        CMTimeRange(start: time, duration: CMTime(value: 1, timescale: 2))
    }

    /// Every field, where `==` asks only what a time says.
    private func fields(_ time: CMTime) -> [Int64] {
        [time.value, Int64(time.timescale), Int64(time.flags.rawValue), time.epoch]
    }

    @Test("goes into a dictionary and comes out of it")
    func dictionaries() throws {
        let dictionary = try #require(CMTimeCopyAsDictionary(time, allocator: kCFAllocatorDefault))
        #expect(dictionary["value"] as? Int == -7 && dictionary[kCMTimeScaleKey] as? Int == 600)
        #expect(dictionary["flags"] as? Int == 3 && dictionary[kCMTimeEpochKey] as? Int == 3)
        #expect(fields(CMTimeMakeFromDictionary(dictionary)) == fields(time))
        for special in [CMTime.invalid, .indefinite, .positiveInfinity] {
            let copy = CMTimeMakeFromDictionary(CMTimeCopyAsDictionary(special, allocator: nil))
            #expect(fields(copy) == fields(special))
        }
        let ranges = try #require(CMTimeRangeCopyAsDictionary(range, allocator: nil))
        #expect(CMTimeRangeMakeFromDictionary(ranges) == range)
        let mapping = CMTimeMapping(source: range, target: .zero)
        let mappings = try #require(CMTimeMappingCopyAsDictionary(mapping, allocator: nil))
        #expect(CMTimeMappingMakeFromDictionary(mappings) == mapping)
    }

    @Test("comes out of no other dictionary")
    func otherDictionaries() {
        #expect(!CMTimeMakeFromDictionary(nil).isValid)
        #expect(!CMTimeMakeFromDictionary([:] as NSDictionary).isValid)
        let wrong: [NSDictionary] = [
            ["value": 1, "timescale": Int64.max, "epoch": 0, "flags": 1],
            ["value": "1", "timescale": 1, "epoch": 0, "flags": 1],
            ["value": 1, "timescale": 1, "epoch": 0, "flags": -1],
            ["value": 1, "timescale": 1, "flags": 1],
        ]
        for dictionary in wrong { #expect(!CMTimeMakeFromDictionary(dictionary).isValid) }
        #expect(!CMTimeRangeMakeFromDictionary(["start": 5] as NSDictionary).isValid)
        #expect(!CMTimeMappingMakeFromDictionary([:] as NSDictionary).isValid)
    }

    @Test("goes into a value and comes out of it")
    func values() {
        #expect(fields(NSValue(time: time).timeValue) == fields(time))
        #expect(NSValue(timeRange: range).timeRangeValue == range)
        let mapping = CMTimeMapping(source: range, target: .zero)
        #expect(NSValue(timeMapping: mapping).timeMappingValue == mapping)
        #expect(NSValue(time: time) == NSValue(time: time))
        #expect(NSValue(time: time) != NSValue(time: .zero))
        let boundaries = [CMTime.zero, time].map { NSValue(time: $0) }
        #expect(boundaries.map(\.timeValue) == [.zero, time])
        // A value of another kind is shorter or longer than the one asked for.
        #expect(!NSNumber(value: 5).timeValue.isValid)
        #expect(!NSValue(time: time).timeRangeValue.isValid)
        #expect(!NSValue(timeRange: range).timeValue.isValid)
        #expect(!NSNumber(value: 5).timeMappingValue.isValid)
    }

    @Test("is described")
    func descriptions() {
        let half = CMTime(value: 1, timescale: 2)
        let text = CMTimeCopyDescription(allocator: kCFAllocatorDefault, time: half) as String?
        #expect(text == "{1/2 = 0.500}")
        let range = CMTimeRange(start: half, duration: .indefinite)
        let words = CMTimeRangeCopyDescription(allocator: nil, range: range) as String?
        #expect(words == "{{1/2 = 0.500}, {INDEFINITE}}")
        let mapping = CMTimeMapping(source: .invalid, target: range)
        #expect(
            CMTimeMappingCopyDescription(allocator: nil, mapping: mapping) as String?
                == "{{{INVALID}, {INVALID}}, {{1/2 = 0.500}, {INDEFINITE}}}")
    }
}
