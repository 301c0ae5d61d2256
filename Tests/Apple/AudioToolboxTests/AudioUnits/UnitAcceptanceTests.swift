import AudioModel
import AudioToolbox
import Foundation
import Simulation
import SoundClient
import SoundServer
import Testing

/// Acceptance cases of audio units that no other suite has, by their numbers.
@Suite("Audio units, case by case")
struct UnitAcceptanceTests {
    /// A sine of a phase that goes on with the sample time.
    private func tone(_ hertz: Double, rate: Double = 48_000) -> UnitCallback {
        UnitCallback { frame, _ in Float(sin(Double(frame) * hertz / rate * 2 * .pi)) / 2 }
    }

    private func integers(_ rate: Double, channels: UInt32) -> AudioStreamBasicDescription {
        AudioStreamBasicDescription(
            mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
            mBytesPerPacket: 2 * channels, mFramesPerPacket: 1, mBytesPerFrame: 2 * channels,
            mChannelsPerFrame: channels, mBitsPerChannel: 16, mReserved: 0)
    }

    private func setBufferDuration(_ seconds: Float32, in stage: UnitStage) {
        stage.app.run {
            var seconds = seconds
            AudioSessionInitialize(nil, nil, nil, nil)
            #expect(
                AudioSessionSetProperty(
                    kAudioSessionProperty_PreferredHardwareIOBufferDuration, 4, &seconds) == noErr)
        }
    }

    @Test("the switch mutes a tone and gives it back with its phase (5)")
    func phase() throws {
        let stage = try UnitStage(category: .soloAmbient)
        stage.unit.setCallback(tone(441))
        stage.start()
        stage.pass(2_000)
        stage.stage.server.send(.ringSwitchMoved(.silent))
        stage.pass(2_000)
        stage.stage.server.send(.ringSwitchMoved(.ring))
        stage.pass(1_000)
        // Three seconds have a whole number of periods.
        let before = stage.heard(from: 1_500, to: 1_600)
        let after = stage.heard(from: 4_500, to: 4_600)
        #expect(before.contains { $0 > 0.4 })
        #expect(zip(before, after).allSatisfy { abs($0 - $1) < 1e-5 })
    }

    @Test("headphones that are pulled leave the unit running, on the speaker (13)")
    func unplugged() throws {
        let stage = try UnitStage(category: .playback)
        stage.stage.server.send(.portPlugged(.headphones))
        stage.unit.setCallback(tone(441))
        stage.start()
        stage.unit.listen(kAudioUnitProperty_StreamFormat)
        stage.pass(1_000)
        stage.stage.server.send(.portUnplugged(.headphones))
        stage.pass(1_000)
        #expect(stage.unit.isRunning == 1)
        #expect(!stage.isSilent(from: 1_200, to: 1_990))
        // The rate is the same, so nothing is told of the format.
        #expect(stage.unit.told == [])
    }

    @Test("a client of another rate than the hardware's gets as many frames as it needs (14)")
    func clientRate() throws {
        let stage = try UnitStage(category: .playback)
        setBufferDuration(1_024 / 48_000, in: stage)
        let callback = tone(441, rate: 44_100)
        var format = try #require(stage.unit.format(kAudioUnitScope_Input))
        format.mSampleRate = 44_100
        stage.app.run {
            #expect(stage.unit.setFormat(format, kAudioUnitScope_Input) == noErr)
            stage.unit.setCallback(callback)
        }
        #expect(stage.start() == noErr)
        stage.pass(11_000)
        // The first call fills the filter of the conversion.
        #expect(Set(callback.frameCounts.dropFirst(2)) == [940, 941])
        let samples = stage.heard(from: 500, to: 10_500)
        let crossings = zip(samples, samples.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
        #expect(abs(Double(crossings) / 10 - 441) <= 0.1)
        #expect(stage.unit.format(kAudioUnitScope_Input)?.mSampleRate == 44_100)
    }

    @Test("hardware that changes its rate with the route keeps the client's format (14)")
    func hardwareRate() throws {
        let stage = try UnitStage(category: .playback)
        let hardware = stage.app.run { SessionHardware.of(stage.app.sound) }
        hardware.setSampleRate(44_100, ofPorts: .headphones)
        stage.stage.server.send(.portPlugged(.headphones))
        let callback = tone(441, rate: 44_100)
        var format = try #require(stage.unit.format(kAudioUnitScope_Input))
        format.mSampleRate = 44_100
        stage.app.run {
            #expect(stage.unit.setFormat(format, kAudioUnitScope_Input) == noErr)
            stage.unit.setCallback(callback)
        }
        #expect(stage.start() == noErr)
        stage.unit.listen(kAudioUnitProperty_StreamFormat)
        #expect(hardware.sampleRate == 44_100)
        #expect(stage.unit.format(kAudioUnitScope_Output)?.mSampleRate == 44_100)
        stage.pass(2_000)
        // Equal rates: each call wants a cycle of the hardware.
        #expect(Set(callback.frameCounts) == [1_024])
        stage.stage.server.send(.portUnplugged(.headphones))
        stage.pass(500)
        let count = callback.frameCounts.count
        stage.pass(10_500)
        #expect(stage.unit.isRunning == 1)
        #expect(stage.unit.told == [kAudioUnitProperty_StreamFormat])
        #expect(stage.unit.format(kAudioUnitScope_Output)?.mSampleRate == 48_000)
        #expect(stage.unit.format(kAudioUnitScope_Input)?.mSampleRate == 44_100)
        #expect(Set(callback.frameCounts[count...]) == [940, 941])
        for start in [500, 3_000] {
            let samples = stage.heard(from: start, to: start + (start < 2_000 ? 1_000 : 9_000))
            let crossings = zip(samples, samples.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
            let seconds = Double(samples.count) / 48_000
            #expect(abs(Double(crossings) / seconds - 441) <= (start < 2_000 ? 1 : 0.12))
        }
    }

    @Test("integers of 16 bits at 16 kHz are heard as loud as they are, on both sides (15)")
    func integers() throws {
        let stage = try UnitStage(category: .playback)
        let callback = UnitCallback.rendering { _, _, _, frameCount, list in
            guard let data = list?.pointee.mBuffers.mData else { return noErr }
            let samples = data.assumingMemoryBound(to: Int16.self)
            samples.update(repeating: 16_384, count: Int(frameCount))
            return noErr
        }
        stage.app.run {
            #expect(
                stage.unit.setFormat(integers(16_000, channels: 1), kAudioUnitScope_Input) == noErr)
            stage.unit.setCallback(callback)
        }
        #expect(stage.start() == noErr)
        stage.pass(1_000)
        for side in 0..<2 {
            let samples = stage.heard(from: 500, to: 900, side: side)
            #expect(samples.allSatisfy { abs($0 - 0.5) <= 1.0 / 32_768 })
        }
    }

    @Test("fixed point numbers of 8.24 are heard as loud as they are (16)")
    func fixedPoint() throws {
        let stage = try UnitStage(category: .playback)
        let callback = UnitCallback.rendering { _, _, _, frameCount, list in
            guard let list else { return noErr }
            for buffer in UnsafeMutableAudioBufferListPointer(list) {
                let samples = buffer.mData?.assumingMemoryBound(to: Int32.self)
                samples?.update(repeating: 1 << 23, count: Int(frameCount))
            }
            return noErr
        }
        let format = AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM, mFormatFlags: 0xC2C,
            mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2,
            mBitsPerChannel: 32, mReserved: 0)
        stage.app.run {
            #expect(stage.unit.setFormat(format, kAudioUnitScope_Input) == noErr)
            stage.unit.setCallback(callback)
        }
        #expect(stage.start() == noErr)
        stage.pass(500)
        #expect(stage.heard(from: 200, to: 400).allSatisfy { $0 == 0.5 })
    }

    @Test("a mixer left at 1024 frames is silent in longer slices, and says so once (20)")
    func longSlices() throws {
        let stage = try UnitStage(category: .playback)
        setBufferDuration(4_096 / 48_000, in: stage)
        let mixer = try #require(
            stage.app.run { TestUnit(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer) })
        let callback = tone(441)
        stage.app.run {
            mixer.setCallback(callback)
            stage.unit.connect(mixer)
            #expect(mixer.initialize() == noErr)
            mixer.listen(kAudioUnitProperty_LastRenderError)
        }
        #expect(stage.start() == noErr)
        stage.pass(1_000)
        #expect(stage.isSilent(from: 0, to: 990) && callback.frameCounts == [])
        #expect(mixer.told == [kAudioUnitProperty_LastRenderError])
        #expect(
            mixer.value(kAudioUnitProperty_LastRenderError, 0, 0, OSStatus(0))
                == kAudioUnitErr_TooManyFramesToProcess)
        stage.app.run {
            stage.unit.stop()
            AudioUnitUninitialize(mixer.unit)
            mixer.set(kAudioUnitProperty_MaximumFramesPerSlice, 0, 0, UInt32(4_096))
            #expect(mixer.initialize() == noErr && stage.unit.start() == noErr)
        }
        stage.pass(1_000)
        #expect(!stage.isSilent(from: 1_500, to: 1_900))
        #expect(Set(callback.frameCounts) == [4_096])
        stage.app.run { stage.unit.stop() }
    }

    @Test("a notification comes before and after each slice, with its samples (22)")
    func notifications() throws {
        let stage = try UnitStage(category: .playback)
        var levels: [Float] = []
        let notify = UnitCallback.rendering { flags, _, _, _, list in
            guard flags.pointee.contains(.unitRenderAction_PostRender) else { return noErr }
            let samples = list?.pointee.mBuffers.mData?.assumingMemoryBound(to: Float.self)
            levels.append(samples?[0] ?? .nan)
            return noErr
        }
        let callback = UnitCallback { _, _ in 0.25 }
        stage.app.run {
            stage.unit.setCallback(callback)
            AudioUnitAddRenderNotify(
                stage.unit.unit, unitCallback, Unmanaged.passUnretained(notify).toOpaque())
        }
        stage.start()
        stage.pass(500)
        stage.app.run { stage.unit.stop() }
        let before = notify.flags.filter { $0.contains(.unitRenderAction_PreRender) }.count
        let after = notify.flags.filter { $0.contains(.unitRenderAction_PostRender) }.count
        #expect(callback.times.count >= 10)
        #expect(before == callback.times.count && after == before)
        #expect(zip(notify.flags, notify.flags.dropFirst()).allSatisfy { $0 != $1 })
        #expect(levels.allSatisfy { $0 == 0.25 })
    }

    @Test("a scheduled ramp of a volume is exact to the frame, and so is a change (31)")
    func schedule() throws {
        let mixer = try #require(
            TestUnit(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer))
        mixer.setCallback(UnitCallback { _, _ in 1 })
        let volume = AudioUnitParameterID(kMultiChannelMixerParam_Volume)
        AudioUnitSetParameter(mixer.unit, volume, kAudioUnitScope_Input, 0, 0, 0)
        mixer.initialize()
        _ = mixer.render(1_024)
        var event = AudioUnitParameterEvent()
        event.scope = kAudioUnitScope_Input
        event.parameter = volume
        event.eventType = .parameterEvent_Ramped
        event.eventValues.ramp.startBufferOffset = 256
        event.eventValues.ramp.durationInFrames = 512
        event.eventValues.ramp.startValue = 0
        event.eventValues.ramp.endValue = 1
        #expect(AudioUnitScheduleParameters(mixer.unit, &event, 1) == noErr)
        let samples = mixer.render(1_024, at: 1_024).samples[0]
        #expect(samples[..<256].allSatisfy { $0 == 0 })
        #expect((0..<512).allSatisfy { abs(samples[256 + $0] - Float($0) / 512) <= 1e-4 })
        #expect(samples[768...].allSatisfy { $0 == 1 })
        var value: Float = 0
        AudioUnitGetParameter(mixer.unit, volume, kAudioUnitScope_Input, 0, &value)
        #expect(value == 1)
        // A value that is set for a frame of the next slice is heard from there.
        AudioUnitSetParameter(mixer.unit, volume, kAudioUnitScope_Input, 0, 0.25, 100)
        let next = mixer.render(1_024, at: 2_048).samples[0]
        #expect(next[..<100].allSatisfy { $0 == 1 } && next[100...].allSatisfy { $0 == 0.25 })
        event.parameter = 77
        #expect(
            AudioUnitScheduleParameters(mixer.unit, &event, 1) == kAudioUnitErr_InvalidParameter)
    }
}
