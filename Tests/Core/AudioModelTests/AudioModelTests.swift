import AudioModel
import Testing

@Suite("A four-character code")
struct FourCCTests {
    @Test("has its first character in the most significant byte")
    func literal() {
        #expect(("lpcm" as FourCC).rawValue == 0x6C70_636D)
        #expect(("!act" as FourCC).rawValue == 560_030_580)
        #expect(FormatID.appleIMA4.rawValue == "ima4")
    }

    @Test("is written as its characters, and as bytes where they are none")
    func description() {
        #expect(("aac " as FourCC).description == "aac ")
        #expect(FourCC(rawValue: 0).description == "\\x00\\x00\\x00\\x00")
        #expect(FourCC(rawValue: 0x7E7F_2041).description == "~\\x7F A")
        #expect(FourCC(rawValue: .max).description == "\\xFF\\xFF\\xFF\\xFF")
    }
}

@Suite("Host time")
struct HostTimeTests {
    @Test("counts nanoseconds, rounded to the nearest")
    func seconds() {
        #expect(HostTime.seconds(1.5) == HostTime(nanoseconds: 1_500_000_000))
        #expect(HostInterval.seconds(0.6e-9) == HostInterval(nanoseconds: 1))
        #expect(HostInterval.milliseconds(-20).seconds == -0.02)
        #expect(HostTime.seconds(2) - .seconds(0.5) == HostInterval.seconds(1.5))
    }

    @Test("stops at the end of its range, either way")
    func saturation() {
        let (first, last) = (HostTime(nanoseconds: .min), HostTime(nanoseconds: .max))
        #expect(last + .milliseconds(1) == last)
        #expect(first + .milliseconds(-1) == first)
        #expect(last + .milliseconds(-1) == HostTime(nanoseconds: .max - 1_000_000))
        #expect(HostTime.zero + HostInterval(nanoseconds: .max) == last)
    }
}

@Suite("Decibels")
struct DecibelTests {
    @Test(
        "and amplitudes are two ways to say the same",
        arguments: [(1, 0), (10, 20), (0.1, -20), (0.001, -60), (0.5, -6.0206)]
            as [(Double, Double)])
    func conversion(amplitude: Double, decibels: Double) {
        #expect(abs(AudioModel.decibels(ofAmplitude: amplitude) - decibels) < 1e-4)
        #expect(abs(AudioModel.amplitude(ofDecibels: decibels) - amplitude) < 1e-4)
    }

    @Test("of silence are minus infinity")
    func silence() {
        #expect(decibels(ofAmplitude: 0) == -.infinity)
        #expect(decibels(ofAmplitude: -1) == -.infinity)
        #expect(amplitude(ofDecibels: -.infinity) == 0)
    }
}

@Suite("A kind of stream")
struct StreamKindTests {
    @Test("belongs to a session, to System Sound Services or to the device")
    func families() {
        #expect(
            StreamKind.allCases.filter(\.isSessionSound) == [.player, .queue, .unit, .recorder])
        #expect(
            StreamKind.allCases.filter(\.isSystemSound) == [
                .systemSound, .alertSound, .messageTone, .keyClick,
            ])
        #expect(
            StreamKind.allCases.filter(\.isDeviceSound) == [
                .ringtone, .alarm, .timer, .callAudio, .emergencyAlert,
            ])
        #expect(
            StreamKind.allCases.filter(\.isDeviceOnly) == [
                .ringtone, .alarm, .timer, .callAudio, .emergencyAlert, .messageTone, .keyClick,
            ])
    }
}

@Suite("A port")
struct PortTests {
    @Test("is named as in the scenario language")
    func description() {
        #expect(Port(.bluetoothA2DP).description == "bluetooth-a2dp")
        #expect(Port(.airplay, name: "Kitchen").description == "airplay:Kitchen")
    }

    @Test("is plugged in unless it is part of the device")
    func builtIn() {
        #expect(PortKind.allCases.filter(\.isBuiltIn) == [.speaker, .receiver, .builtInMicrophone])
    }
}

@Suite("A verdict")
struct VerdictTests {
    @Test("has the product of its factors as gain")
    func gain() {
        let factors = [GainFactor(.appVolume, 0.5), GainFactor(.duck, 0.25)]
        #expect(Verdict(state: .ducked, factors: factors).gain == 0.125)
        #expect(Verdict(state: .silent, factors: factors + [GainFactor(.mute, 0)]).gain == 0)
        #expect(Verdict(state: .audible).gain == 1)
    }
}

@Suite("A sound in memory")
struct SoundBufferTests {
    private struct NoSound: Error {}

    @Test("is zeroed before it is filled, and knows its length")
    func filling() {
        let sound = SoundBuffer(frameCount: 3, channelCount: 2, sampleRate: 6) { samples in
            #expect(samples.count == 6 && samples.allSatisfy { $0 == 0 })
            samples[5] = 1
        }
        #expect(Array(UnsafeBufferPointer(start: sound.samples, count: 6)) == [0, 0, 0, 0, 0, 1])
        #expect(sound.duration == 0.5)
    }

    @Test("may be empty")
    func empty() {
        let sound = SoundBuffer(frameCount: 0, channelCount: 1, sampleRate: 48_000) {
            #expect($0.isEmpty)
        }
        #expect(sound.duration == 0)
    }

    @Test("that cannot be filled is not made")
    func failure() {
        #expect(throws: NoSound.self) {
            try SoundBuffer(frameCount: 1, channelCount: 1, sampleRate: 1) { _ in throw NoSound() }
        }
    }
}
