import CoreMedia
import Testing

@Suite("A product of a media time")
struct CMTimeExactnessTests {
    private func time(_ value: Int64, _ timescale: Int32) -> CMTime {
        CMTimeMake(value: value, timescale: timescale)
    }

    private let large = Int64(1) << 53

    @Test("with a number is exact beyond 2^53 too, or marked as rounded")
    func float64() {
        // A Double would take each value for its neighbour.
        let same = CMTimeMultiplyByFloat64(time(large + 1, 76_800), multiplier: 1)
        #expect(same.value == large + 1 && same.timescale == 76_800 && !same.hasBeenRounded)
        let half = CMTimeMultiplyByFloat64(time(large + 1, 38_400), multiplier: 0.5)
        #expect(half.value == large + 1 && half.timescale == 76_800 && !half.hasBeenRounded)
        let odd = CMTimeMultiplyByFloat64(time(large + 1, 76_800), multiplier: 0.5)
        #expect(odd.value == large / 2 + 1 && odd.hasBeenRounded)
        let double = CMTimeMultiplyByFloat64(time(-large - 1, 76_800), multiplier: 2)
        #expect(double.value == -2 * large - 2 && !double.hasBeenRounded)
        // A third of a Double is no third, and no timescale says it.
        let third = CMTimeMultiplyByFloat64(time(large + 1, .max), multiplier: 1.0 / 3)
        #expect(third.hasBeenRounded && third.value == 3_002_399_751_580_331)
        #expect(CMTimeMultiplyByFloat64(time(.max, 1), multiplier: 0.1).hasBeenRounded)
        #expect(CMTimeMultiplyByFloat64(time(.max, 1), multiplier: 1) == time(.max, 1))
        #expect(CMTimeMultiplyByFloat64(time(.min, 1), multiplier: -1) == .positiveInfinity)
        #expect(CMTimeMultiplyByFloat64(time(.max, 1), multiplier: 0).value == 0)
        let tiny = CMTimeMultiplyByFloat64(time(.max, 1), multiplier: .leastNonzeroMagnitude)
        #expect(tiny.value == 0 && tiny.hasBeenRounded)
        #expect(CMTimeMultiplyByFloat64(time(1, 1), multiplier: 0x1p-40).hasBeenRounded)
        // What a Double takes for whole numbers stays whole.
        let tenth = CMTimeMultiplyByFloat64(time(10, 600), multiplier: 0.1)
        #expect(tenth.value == 128 && tenth.timescale == 76_800 && !tenth.hasBeenRounded)
    }

    // Source: `CMTime.h`, `CMTimeMultiplyByFloat64`.
    @Test("with a number has a timescale of at least 65,536, unless its value is too large")
    func float64Timescale() {
        for (timescale, expected) in [
            (1, 65_536), (2, 65_536), (3, 98_304), (600, 76_800), (44_100, 88_200),
            (65_535, 131_070), (65_536, 65_536), (90_000, 90_000), (.max, .max),
        ] as [(Int32, Int32)] {
            let product = CMTimeMultiplyByFloat64(time(1, timescale), multiplier: 4)
            #expect(product.timescale == expected)
            #expect(product == time(4, timescale) && !product.hasBeenRounded)
        }
        // 2^60 does not fit in 65,536ths; in eighths it does.
        let large = CMTimeMultiplyByFloat64(time(1 << 60, 1), multiplier: 0.75)
        #expect(large.timescale == 8 && large.value == 3 << 61 && !large.hasBeenRounded)
        #expect(CMTimeMultiplyByFloat64(time(.max, 1), multiplier: 1.5) == .positiveInfinity)
        #expect(CMTimeMultiplyByFloat64(time(.max, 1), multiplier: -1.5) == .negativeInfinity)
    }

    @Test("with a ratio is exact wherever a timescale can say it")
    func ratio() {
        // 15 / 8000000000 is 3 / 1600000000: neither the timescale nor its product with 4 says it.
        let reduced = CMTimeMultiplyByRatio(time(5, 2_000_000_000), multiplier: 3, divisor: 4)
        #expect(reduced.value == 3 && reduced.timescale == 1_600_000_000)
        #expect(!reduced.hasBeenRounded)
        // 2^64 does not fit in 36ths, nor 2^63 in 18ths.
        let halved = CMTimeMultiplyByRatio(time(1 << 62, 6), multiplier: 4, divisor: 6)
        #expect(halved.value == 1 << 62 && halved.timescale == 9 && !halved.hasBeenRounded)
        let whole = CMTimeMultiplyByRatio(time(.max, 2), multiplier: 2, divisor: 1)
        #expect(whole.value == .max && whole.timescale == 1 && !whole.hasBeenRounded)
        #expect(
            CMTimeMultiplyByRatio(time(.max, 1), multiplier: 2, divisor: 1) == .positiveInfinity)
        let negative = CMTimeMultiplyByRatio(time(.min, 1), multiplier: .min, divisor: .min)
        #expect(negative.value == .min && negative.timescale == 1)
        #expect(CMTimeMultiplyByRatio(time(0, 600), multiplier: 1, divisor: 7).value == 0)
        var mark = time(6, 600)
        mark.flags.insert(.hasBeenRounded)
        #expect(CMTimeMultiplyByRatio(mark, multiplier: 1, divisor: 3).hasBeenRounded)
    }

    @Test("has the hash of its equals, the least values too")
    func hashes() {
        let equals: [[CMTime]] = [
            [time(.min, 2), time(.min / 2, 1), time(.min / 4 * 2, 1)],
            [time(.min, .max - 1), time(.min / 2, .max / 2)],
            [time(-1, 2), time(-300, 600)], [time(0, 1), time(0, 600), time(0, .max)],
            [time(.max, 7), time(.max / 7, 1)],
        ]
        for times in equals {
            for one in times {
                #expect(one == times[0] && one.hashValue == times[0].hashValue, "\(one)")
            }
        }
        #expect(Set([time(-1, 2), time(1, 2), .invalid, .indefinite]).count == 4)
    }
}

@Suite("A media time folded into a range")
struct CMTimeFoldTests {
    private func time(_ value: Int64, _ timescale: Int32 = 1) -> CMTime {
        CMTime(value: value, timescale: timescale)
    }

    private let loop = CMTimeRange(
        start: CMTime(value: 5, timescale: 1), duration: CMTime(value: 3, timescale: 1))

    @Test("is in it, a whole number of durations away")
    func folds() {
        let places = (-1...12).map { CMTimeFoldIntoRange(time($0), foldRange: loop).seconds }
        #expect(places == [5, 6, 7, 5, 6, 7, 5, 6, 7, 5, 6, 7, 5, 6].map { Double($0) })
        // 100/3 - 5 is 28 1/3: nine durations and 1 1/3.
        let third = CMTimeFoldIntoRange(time(100, 3), foldRange: loop)
        #expect(third == time(19, 3) && !third.hasBeenRounded)
        let far = CMTimeFoldIntoRange(time(.min, .max), foldRange: loop)
        #expect(loop.containsTime(far))
        let odd = CMTimeRange(start: time(1, 2_147_483_629), duration: time(1, 2_147_483_587))
        #expect(CMTimeFoldIntoRange(time(.max, .max), foldRange: odd).hasBeenRounded)
    }

    @Test("is nowhere where that says nothing")
    func nothing() {
        #expect(CMTimeFoldIntoRange(.indefinite, foldRange: loop).isIndefinite)
        for none in [CMTime.invalid, .positiveInfinity, .negativeInfinity] {
            #expect(!CMTimeFoldIntoRange(none, foldRange: loop).isValid)
        }
        for range in [.invalid, .zero, CMTimeRange(start: .indefinite, duration: time(1))] {
            #expect(!CMTimeFoldIntoRange(time(1), foldRange: range).isValid)
        }
        let endless = CMTimeRange(start: time(5), duration: .positiveInfinity)
        #expect(CMTimeFoldIntoRange(time(7), foldRange: endless) == time(7))
        #expect(!CMTimeFoldIntoRange(time(4), foldRange: endless).isValid)
        let later = CMTimeMakeWithEpoch(value: 7, timescale: 1, epoch: 2)
        #expect(CMTimeFoldIntoRange(later, foldRange: loop).epoch == 2)
        let other = CMTimeRange(
            start: CMTimeMakeWithEpoch(value: 7, timescale: 1, epoch: 3), duration: time(1))
        #expect(!CMTimeFoldIntoRange(later, foldRange: other).isValid)
    }
}
