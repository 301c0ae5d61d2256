import CoreMedia
import Testing

@Suite("A media time")
struct CMTimeTests {
    private func time(_ value: Int64, _ timescale: Int32) -> CMTime {
        CMTimeMake(value: value, timescale: timescale)
    }

    /// Value, timescale and whether it was rounded: all that two equal times may differ in.
    private func parts(_ time: CMTime) -> String {
        time.description
    }

    // MARK: Making

    @Test(
        "is made of seconds, in half the timescale while the value does not fit",
        arguments: [
            (5.0, 600, "{3000/600 = 5.000}"), (0.5, 1, "{0/1 = 0.000, rounded}"),
            (-0.75, 4, "{-3/4 = -0.750}"), (1.0 / 3, 3, "{1/3 = 0.333}"),
            // Neither 2 × 10^19 nor 10^19 fits.
            (1e10, 2_000_000_000, "{5000000000000000000/500000000 = 10000000000.000}"),
            (1e300, 600, "{+INFINITY}"), (-.infinity, 600, "{-INFINITY}"), (.nan, 600, "{INVALID}"),
            (1, 0, "{INVALID}"), (1, -600, "{INVALID}"),
        ] as [(Double, Int32, String)])
    func seconds(seconds: Double, timescale: Int32, expected: String) {
        let time = CMTime(seconds: seconds, preferredTimescale: timescale)
        #expect(parts(time) == expected)
    }

    @Test("is none without a positive timescale, whatever its flags say")
    func noTimescale() {
        #expect(!time(1, 0).isValid && !time(1, -1).isValid && !CMTime().isValid)
        let forced = CMTime(value: 1, timescale: 0, flags: .valid, epoch: 0)
        #expect(forced.seconds.isNaN && !(forced + .zero).isValid && forced == .invalid)
    }

    @Test("in seconds is a number only where it is one")
    func getSeconds() {
        #expect(time(1, 4).seconds == 0.25)
        #expect(CMTimeGetSeconds(.positiveInfinity) == .infinity)
        #expect(CMTimeGetSeconds(.negativeInfinity) == -.infinity)
        #expect(CMTimeGetSeconds(.invalid).isNaN && CMTimeGetSeconds(.indefinite).isNaN)
    }

    // MARK: Adding

    @Test(
        "is added in the least common multiple of the timescales",
        arguments: [
            (1, 2, 1, 3, "{5/6 = 0.833}"), (1, 600, 2, 600, "{3/600 = 0.005}"),
            (1, 44_100, 1, 48_000, "{307/7056000 = 0.000}"), (-1, 2, 1, 2, "{0/2 = 0.000}"),
            (.max, 2, 1, 2, "{4611686018427387904/1 = 4611686018427387904.000}"),
            (.max, 1, 1, 1, "{+INFINITY}"), (.min, 1, -1, 1, "{-INFINITY}"),
            (1, .max, 1, .max - 1, "{2/2147483647 = 0.000, rounded}"),
        ] as [(Int64, Int32, Int64, Int32, String)])
    func adds(
        value: Int64, timescale: Int32, other: Int64, otherTimescale: Int32, expected: String
    ) {
        #expect(parts(time(value, timescale) + time(other, otherTimescale)) == expected)
        #expect(parts(time(other, otherTimescale) + time(value, timescale)) == expected)
    }

    @Test("keeps the mark of having been rounded")
    func keepsMark() {
        let rounded = time(1, 3).convertScale(600, method: .roundTowardZero)
        #expect(!rounded.hasBeenRounded)
        let odd = time(1, 7).convertScale(600, method: .roundTowardZero)
        #expect(odd.hasBeenRounded && odd.value == 85)
        #expect((odd + .zero).hasBeenRounded && (.zero - odd).hasBeenRounded)
        #expect(CMTimeMultiply(odd, multiplier: 7).hasBeenRounded)
    }

    @Test("knows what infinity and nothing add up to")
    func nonNumbers() {
        let (plus, minus) = (CMTime.positiveInfinity, CMTime.negativeInfinity)
        let (none, unknown, one) = (
            CMTime.invalid, CMTime.indefinite, CMTime(value: 1, timescale: 1)
        )
        let table: [(CMTime, CMTime, sum: CMTime, difference: CMTime)] = [
            (plus, one, plus, plus), (one, plus, plus, minus), (minus, one, minus, minus),
            (plus, plus, plus, none), (plus, minus, none, plus), (minus, minus, minus, none),
            (unknown, one, unknown, unknown), (unknown, plus, plus, minus),
            (none, plus, none, none), (one, none, none, none), (unknown, none, none, none),
        ]
        for (left, right, sum, difference) in table {
            #expect(parts(left + right) == parts(sum), "\(left) + \(right)")
            #expect(parts(left - right) == parts(difference), "\(left) - \(right)")
        }
    }

    @Test("is on one timeline with its like, and with durations")
    func epochs() {
        let first = CMTimeMakeWithEpoch(value: 5, timescale: 1, epoch: 1)
        let second = CMTimeMakeWithEpoch(value: 3, timescale: 1, epoch: 2)
        #expect(!(first + second).isValid && !(second - first).isValid)
        #expect((first + time(1, 1)).epoch == 1 && (time(1, 1) + first).epoch == 1)
        #expect((first - first).epoch == 0 && (first - time(1, 1)).epoch == 1)
        #expect(first < second)
    }

    // MARK: Comparing

    @Test("is compared by what it says, in order of the kinds of times")
    func compares() {
        let ascending: [CMTime] = [
            .negativeInfinity, time(.min, 1), time(-1, 2), .zero, time(1, .max), time(1, 3),
            time(1, 2), time(.max, 1), .indefinite, .positiveInfinity, .invalid,
        ]
        for (index, one) in ascending.enumerated() {
            for (place, other) in ascending.enumerated() {
                #expect(CMTimeCompare(one, other) == Int32((index - place).signum()))
                #expect(CMTimeMinimum(one, other) == (index < place ? one : other))
                #expect(CMTimeMaximum(one, other) == (index > place ? one : other))
            }
        }
        #expect(time(1, 2) == time(300, 600))
        #expect(Set([time(1, 2), time(300, 600), time(2, 2), time(.min, 4)]).count == 3)
    }

    // MARK: Converting

    @Test(
        "is rounded by every method",
        arguments: [
            // Halves and thirds of seconds into whole seconds.
            (.roundHalfAwayFromZero, [1, -1, 1, -1, 0, 0]),
            (.roundTowardZero, [0, 0, 0, 0, 0, 0]),
            (.roundAwayFromZero, [1, -1, 1, -1, 1, -1]),
            (.quickTime, [0, -1, 0, -1, 0, -1]),
            (.roundTowardPositiveInfinity, [1, 0, 1, 0, 1, 0]),
            (.roundTowardNegativeInfinity, [0, -1, 0, -1, 0, -1]),
        ] as [(CMTimeRoundingMethod, [Int64])])
    func rounding(method: CMTimeRoundingMethod, expected: [Int64]) {
        let times = [time(1, 2), time(-1, 2), time(2, 3), time(-2, 3), time(1, 3), time(-1, 3)]
        let converted = times.map { CMTimeConvertScale($0, timescale: 1, method: method) }
        #expect(converted.map(\.value) == expected)
        #expect(converted.allSatisfy { $0.hasBeenRounded && $0.timescale == 1 })
    }

    @Test("is rounded away from zero by QuickTime's method into a finer timescale")
    func quickTime() {
        #expect(time(1, 3).convertScale(4, method: .quickTime).value == 2)
        #expect(time(-1, 3).convertScale(4, method: .quickTime).value == -2)
        #expect(time(-5, 3).convertScale(1, method: .quickTime).value == -1)
    }

    @Test("is infinite in a timescale for which it is too large, and none in one that is none")
    func convertingToTheLimit() {
        #expect(time(.max, 1).convertScale(600, method: .default) == .positiveInfinity)
        #expect(time(.min, 1).convertScale(600, method: .default) == .negativeInfinity)
        #expect(time(1, 1).convertScale(0, method: .default) == .invalid)
        #expect(CMTime.indefinite.convertScale(600, method: .default).isIndefinite)
    }

    // MARK: Multiplying

    @Test("is multiplied, exactly where a timescale can say it")
    func multiplies() {
        #expect(parts(CMTimeMultiply(time(3, 10), multiplier: -4)) == "{-12/10 = -1.200}")
        #expect(CMTimeMultiply(time(.max, 1), multiplier: 2) == .positiveInfinity)
        #expect(CMTimeMultiply(time(.max, 600), multiplier: 2).timescale == 300)
        #expect(CMTimeMultiply(.positiveInfinity, multiplier: -1) == .negativeInfinity)
        #expect(CMTimeMultiply(.positiveInfinity, multiplier: 0) == .invalid)
        #expect(
            parts(CMTimeMultiplyByFloat64(time(1, 2), multiplier: 0.5)) == "{16384/65536 = 0.250}")
        #expect(
            parts(CMTimeMultiplyByFloat64(time(3, 600), multiplier: 2)) == "{768/76800 = 0.010}")
        #expect(CMTimeMultiplyByFloat64(time(1, 3), multiplier: 0.1).hasBeenRounded)
        #expect(CMTimeMultiplyByFloat64(time(1, 1), multiplier: .nan) == .invalid)
        #expect(CMTimeMultiplyByFloat64(time(-1, 1), multiplier: .infinity) == .negativeInfinity)
        #expect(CMTimeMultiplyByFloat64(time(.max, 1), multiplier: 1e300) == .positiveInfinity)
        #expect(
            parts(CMTimeMultiplyByRatio(time(10, 600), multiplier: 1, divisor: 2))
                == "{5/600 = 0.008}")
        #expect(
            parts(CMTimeMultiplyByRatio(time(1, 600), multiplier: 1, divisor: -7))
                == "{-1/4200 = -0.000}")
        #expect(CMTimeMultiplyByRatio(time(1, 1), multiplier: 1, divisor: 0) == .invalid)
        #expect(CMTimeMultiplyByRatio(time(1, .max), multiplier: 1, divisor: .min).hasBeenRounded)
    }

    @Test("has an absolute value, the least one too")
    func absolute() {
        #expect(CMTimeAbsoluteValue(time(-3, 4)) == time(3, 4))
        #expect(CMTimeAbsoluteValue(.negativeInfinity) == .positiveInfinity)
        #expect(CMTimeAbsoluteValue(time(.min, 2)).timescale == 1)
        #expect(CMTimeAbsoluteValue(time(.min, 1)) == .positiveInfinity)
    }
}
