import AVFAudio
import Testing

@Suite("AVAudioTime")
struct AVAudioTimeTests {
    @Test("A time is valid where it was given")
    func validity() {
        let host = AVAudioTime(hostTime: 5)
        #expect(host.isHostTimeValid && !host.isSampleTimeValid)
        #expect(host.sampleRate == 0)
        #expect(host.audioTimeStamp.mFlags == .hostTimeValid)
        let frames = AVAudioTime(sampleTime: -7, atRate: 48000)
        #expect(!frames.isHostTimeValid && frames.isSampleTimeValid)
        #expect(frames.sampleTime == -7)
        let both = AVAudioTime(hostTime: 5, sampleTime: 6, atRate: 48000)
        #expect(both.audioTimeStamp.mFlags == [.hostTimeValid, .sampleTimeValid])
        var stamp = both.audioTimeStamp
        stamp.mRateScalar = 1.5
        stamp.mFlags.insert(.rateScalarValid)
        let copy = AVAudioTime(audioTimeStamp: &stamp, sampleRate: 48000)
        #expect(copy.audioTimeStamp.mRateScalar == 1.5)
        #expect(copy.hostTime == 5)
        #expect(copy.sampleTime == 6)
        #expect(copy.audioTimeStamp.mFlags.rawValue == 7)
    }

    @Test("The missing clock is computed from an anchor (engine 10)")
    func extrapolation() throws {
        let now: UInt64 = 1_000_000_000_000
        let anchor = AVAudioTime(hostTime: now, sampleTime: 0, atRate: 44100)
        let later = try #require(
            AVAudioTime(sampleTime: 44100, atRate: 44100).extrapolateTime(fromAnchor: anchor))
        #expect(later.hostTime == now + AVAudioTime.hostTime(forSeconds: 1))
        #expect(later.sampleTime == 44100)
        let earlier = try #require(
            AVAudioTime(sampleTime: -22050, atRate: 44100).extrapolateTime(fromAnchor: anchor))
        #expect(earlier.hostTime == now - AVAudioTime.hostTime(forSeconds: 0.5))
        var stamp = AudioTimeStamp()
        stamp.mHostTime = now + 500_000_000
        stamp.mFlags = .hostTimeValid
        let host = try #require(
            AVAudioTime(audioTimeStamp: &stamp, sampleRate: 44100).extrapolateTime(
                fromAnchor: anchor))
        #expect(host.sampleTime == 22050)
        #expect(host.sampleRate == 44100)
        // `AVAudioTime.h`: the receiver needs a rate; a time of the host's clock alone has none
        // (radar 34249528, in AudioKit's AVAudioTimeShim).
        #expect(AVAudioTime(hostTime: now).extrapolateTime(fromAnchor: anchor) == nil)

        let time = AVAudioTime(sampleTime: 1, atRate: 44100)
        #expect(time.extrapolateTime(fromAnchor: AVAudioTime(sampleTime: 0, atRate: 44100)) == nil)
        #expect(time.extrapolateTime(fromAnchor: AVAudioTime(hostTime: now)) == nil)
    }

    @Test("Host times are nanoseconds, and saturate")
    func hostTimes() {
        #expect(AVAudioTime.hostTime(forSeconds: 1.5) == 1_500_000_000)
        #expect(AVAudioTime.seconds(forHostTime: 250_000_000) == 0.25)
        #expect(AVAudioTime.hostTime(forSeconds: -1) == 0)
        #expect(AVAudioTime.hostTime(forSeconds: .nan) == 0)
        #expect(AVAudioTime.hostTime(forSeconds: .infinity) == .max)
        let anchor = AVAudioTime(hostTime: 3, sampleTime: 0, atRate: 1)
        let past = AVAudioTime(sampleTime: .min, atRate: 1).extrapolateTime(fromAnchor: anchor)
        #expect(past?.hostTime == 0)
        let future = AVAudioTime(sampleTime: .max, atRate: 1).extrapolateTime(fromAnchor: anchor)
        #expect(future?.hostTime == .max)
        var stamp = AudioTimeStamp()
        stamp.mSampleTime = .infinity
        #expect(AVAudioTime(audioTimeStamp: &stamp, sampleRate: .nan).sampleTime == .max)
        stamp.mSampleTime = .nan
        #expect(AVAudioTime(audioTimeStamp: &stamp, sampleRate: 0).sampleTime == 0)
    }
}
