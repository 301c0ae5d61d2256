import CoreMedia
import Simulation
import Testing

@MainActor
@Suite("The host's clock")
struct CMClockTests {
    @Test("is the phone's in a simulated app")
    func simulated() throws {
        let phone = SimulatedPhone()
        phone.onFinding = { Issue.record($0) }
        let app = phone.launch("App")
        let first = app.run { CMClock.hostTimeClock.time }
        phone.advance(by: .seconds(90))
        let second = app.run { CMClockGetTime(CMClockGetHostTimeClock()) }
        #expect(first.isNumeric && (second - first).seconds == 90)
        // Outside its apps it is the machine's, on which no minute has gone by.
        let (before, after) = (CMClock.hostTimeClock.time, CMClock.hostTimeClock.time)
        #expect(before <= after && (after - before).seconds < 60)
    }

    @Test("counts nanoseconds, and converts them")
    func units() {
        let clock = CMClock.hostTimeClock
        #expect(clock.time.timescale == 1_000_000_000 && clock == CMClockGetHostTimeClock())
        let time = CMClockMakeHostTimeFromSystemUnits(1_500_000_000)
        #expect(time.seconds == 1.5 && CMClock.convertSystemUnitsToHostTime(3).value == 3)
        #expect(CMClockConvertHostTimeToSystemUnits(time) == 1_500_000_000)
        #expect(CMClock.convertHostTimeToSystemUnits(CMTime(value: 1, timescale: 2)) == 500_000_000)
        #expect(CMClockConvertHostTimeToSystemUnits(.positiveInfinity) == .max)
        for none in [CMTime.invalid, .negativeInfinity, CMTime(value: -1, timescale: 1)] {
            #expect(CMClockConvertHostTimeToSystemUnits(none) == 0)
        }
        #expect(CMClockMakeHostTimeFromSystemUnits(.max).value == .max)
    }

    @Test("goes by itself")
    func anchors() throws {
        var (time, reference) = (CMTime.invalid, CMTime.invalid)
        let clock = CMClockGetHostTimeClock()
        #expect(
            CMClockGetAnchorTime(clock, clockTimeOut: &time, referenceClockTimeOut: &reference)
                == noErr)
        #expect(time.isNumeric && time == reference)
        let anchor = try clock.anchorTime()
        #expect(anchor.anchorTime == anchor.referenceTime && anchor.anchorTime >= time)
        #expect(!CMClockMightDrift(clock, otherClock: clock))
        CMClockInvalidate(clock)
        #expect(clock.time.isNumeric)
    }
}
