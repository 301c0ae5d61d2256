import AudioModel
import AudioToolbox
import Foundation
import Simulation
import SoundClient
import SoundPolicy
import SoundServer
import Testing

/// A sine of half the full scale.
private func tone(_ hertz: Double, rate: Double = 48_000) -> UnitCallback {
    UnitCallback { frame, _ in Float(sin(Double(frame) * hertz / rate * 2 * .pi)) / 2 }
}

@Suite("RemoteIO under the phone's policy")
struct RemoteIOTests {
    @Test("clicks like a metronome, exact to the sample")
    func metronome() throws {
        let stage = try UnitStage(category: .playback)
        let click = UnitCallback { frame, _ in frame % 24_000 == 0 ? 1 : 0 }
        stage.unit.setCallback(click)
        #expect(stage.start() == noErr)
        stage.pass(60_000)
        let samples = stage.heard(from: 0, to: 60_000)
        let clicks = samples.indices.filter { samples[$0] > 0.5 }
        #expect((119...120).contains(clicks.count))
        #expect(zip(clicks, clicks.dropFirst()).allSatisfy { $1 - $0 == 24_000 })
        // Slices have the length of the device's, follow each other, and come on no device's thread.
        let length = Double(try #require(click.frameCounts.first))
        #expect(Set(click.frameCounts).count == 1)
        #expect(zip(click.times, click.times.dropFirst()).allSatisfy { $1 - $0 == length })
        #expect(click.threads.allSatisfy { $0 == .work("sori.avaudioengine.render") })
    }

    @Test(
        "obeys the switch by its category, while its callbacks go on",
        arguments: [SessionCategory.soloAmbient, .playback])
    func ringSwitch(_ category: SessionCategory) throws {
        let stage = try UnitStage(category: category)
        let callback = tone(441)
        stage.unit.setCallback(callback)
        stage.start()
        stage.pass(2000)
        stage.stage.server.send(.ringSwitchMoved(.silent))
        let before = callback.times.count
        stage.pass(2000)
        #expect(callback.times.count > before + 50)
        stage.stage.server.send(.ringSwitchMoved(.ring))
        stage.pass(1000)
        #expect(stage.isSilent(from: 2100, to: 3990) == (category == .soloAmbient))
        #expect(!stage.isSilent(from: 4200, to: 4900))
        #expect(stage.unit.isRunning == 1)
    }

    @Test("stops for a call, refuses to start in it, and goes on where it was")
    func call() throws {
        let stage = try UnitStage(category: .playback)
        let callback = tone(441)
        stage.unit.setCallback(callback)
        stage.unit.listen(kAudioOutputUnitProperty_IsRunning)
        stage.start()
        #expect(stage.unit.told == [kAudioOutputUnitProperty_IsRunning])
        stage.pass(3000)
        stage.stage.server.send(.callArrived)
        stage.pass(100)
        #expect(stage.unit.isRunning == 0 && stage.unit.told.count == 2)
        let count = callback.times.count
        #expect(
            stage.app.run { stage.unit.start() } == SessionError.insufficientPriority.rawValue)
        stage.pass(2900)
        #expect(callback.times.count == count)
        stage.stage.server.send(.callDeclined)
        stage.pass(1000)
        // Nothing resumes by itself.
        #expect(stage.isSilent(from: 3100, to: 7000) && stage.unit.isRunning == 0)
        try stage.app.sound.request(.activate)
        #expect(stage.app.run { stage.unit.start() } == noErr)
        stage.pass(1000)
        #expect(!stage.isSilent(from: 7200, to: 7900))
        let frames = Double(callback.frameCounts[count - 1])
        #expect(callback.times[count] == callback.times[count - 1] + frames)
    }

    @Test("records what the microphone hears, contiguous and exact")
    func recording() throws {
        let sound = SoundBuffer(frameCount: 96_000, channelCount: 1, sampleRate: 48_000) {
            for frame in $0.indices { $0[frame] = Float(frame % 1000) / 4000 }
        }
        let stage = try UnitStage(
            microphone: VirtualMicrophone(hearing: sound), category: .playAndRecord)
        var recorded: [Float] = []
        let unit = stage.unit
        let input = UnitCallback.rendering { flags, time, bus, frameCount, list in
            #expect(list == nil && bus == 1)
            let (status, samples) = unit.render(
                Int(frameCount), at: time.pointee.mSampleTime, channels: 2, bus: 1)
            recorded += samples[0]
            return status
        }
        stage.app.run {
            #expect(
                unit.set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, UInt32(1))
                    == noErr)
            #expect(unit.setInputCallback(input) == noErr)
        }
        #expect(stage.start() == noErr)
        stage.pass(1050)
        stage.app.run { unit.stop() }
        #expect(recorded.count >= 48_000)
        let first = try #require(recorded.first)
        let offset = Int((first * 4000).rounded())
        #expect(
            recorded.prefix(40_000).enumerated().allSatisfy {
                $0.element == Float(($0.offset + offset) % 1000) / 4000
            })
        #expect(zip(input.times, input.times.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test("takes the format of what it records until it runs, as OpenAL Soft sets it")
    func recordingFormat() throws {
        let sound = SoundBuffer(frameCount: 96_000, channelCount: 1, sampleRate: 48_000) {
            for frame in $0.indices { $0[frame] = 0.25 }
        }
        let stage = try UnitStage(
            microphone: VirtualMicrophone(hearing: sound), category: .playAndRecord)
        let unit = stage.unit
        var recorded: [Int16] = []
        let input = UnitCallback.rendering { flags, time, _, frameCount, _ in
            // Memory of the unit's own, in the format that it has now.
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: 0, mData: nil))
            let status = AudioUnitRender(unit.unit, flags, time, 1, frameCount, &list)
            guard let data = list.mBuffers.mData else { return status }
            let samples = data.assumingMemoryBound(to: Int16.self)
            recorded += UnsafeBufferPointer(start: samples, count: Int(frameCount))
            return status
        }
        let format = AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
            mBytesPerPacket: 2, mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1,
            mBitsPerChannel: 16, mReserved: 0)
        stage.app.run {
            unit.set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, UInt32(1))
            unit.set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Output, 0, UInt32(0))
            unit.setInputCallback(input)
            #expect(unit.initialize() == noErr)
            #expect(unit.setFormat(format, kAudioUnitScope_Output, 1) == noErr)
            #expect(unit.setFormat(format, kAudioUnitScope_Input, 0) == kAudioUnitErr_Initialized)
            #expect(unit.start() == noErr)
            #expect(unit.setFormat(format, kAudioUnitScope_Output, 1) == kAudioUnitErr_Initialized)
        }
        stage.pass(1_000)
        stage.app.run { unit.stop() }
        #expect(recorded.count > 40_000)
        #expect(recorded.dropFirst(4_096).prefix(30_000).allSatisfy { $0 == 8_192 })
    }

    @Test("plays the microphone through with a constant delay")
    func playThrough() throws {
        let sound = SoundBuffer(frameCount: 144_000, channelCount: 1, sampleRate: 48_000) {
            for frame in $0.indices { $0[frame] = Float(frame) / 288_000 }
        }
        let stage = try UnitStage(
            microphone: VirtualMicrophone(hearing: sound), category: .playAndRecord)
        let unit = stage.unit
        let output = UnitCallback.rendering { flags, time, _, frameCount, list in
            guard let list else { return noErr }
            var flags = AudioUnitRenderActionFlags()
            var time = time.pointee
            return AudioUnitRender(unit.unit, &flags, &time, 1, frameCount, list)
        }
        stage.app.run {
            unit.set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, UInt32(1))
            unit.setCallback(output)
        }
        #expect(stage.start() == noErr)
        stage.pass(2000)
        let heard = stage.heard(from: 1000, to: 1900)
        let step = Float(1) / 288_000
        #expect(heard[0] > 0)
        #expect(zip(heard, heard.dropFirst()).allSatisfy { abs($1 - $0 - step) < step / 2 })
    }

    @Test("has no input in a category without one")
    func noInput() throws {
        let stage = try UnitStage(category: .ambient)
        stage.app.run {
            #expect(
                stage.unit.set(
                    kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, UInt32(1))
                    == noErr)
            #expect(stage.unit.format(kAudioUnitScope_Input, 1)?.mSampleRate == 0)
            #expect(stage.unit.initialize() == kAudioUnitErr_InvalidPropertyValue)
        }
        try stage.app.sound.request(.setCategory(.playAndRecord, .default, [], .default))
        #expect(stage.app.run { stage.unit.initialize() } == noErr)
    }

    @Test("converts what the app plays: rate, channels and samples", arguments: [44_100.0, 16_000])
    func conversion(_ rate: Double) throws {
        let stage = try UnitStage(category: .playback)
        let callback = UnitCallback.rendering { _, time, _, frameCount, list in
            guard let list, let memory = list.pointee.mBuffers.mData else { return noErr }
            let samples = memory.assumingMemoryBound(to: Int16.self)
            let first = Int(time.pointee.mSampleTime)
            for frame in 0..<Int(frameCount) {
                let phase = Double(first + frame) * 441 / rate * 2 * .pi
                samples[frame] = Int16((sin(phase) * 16_384).rounded())
            }
            return noErr
        }
        stage.app.run {
            stage.unit.setCallback(callback)
            let format = AudioStreamBasicDescription(
                mSampleRate: rate, mFormatID: kAudioFormatLinearPCM,
                mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
                mBytesPerPacket: 2, mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1,
                mBitsPerChannel: 16, mReserved: 0)
            #expect(stage.unit.setFormat(format, kAudioUnitScope_Input) == noErr)
        }
        #expect(stage.start() == noErr)
        stage.pass(3000)
        for side in 0..<2 {
            let samples = stage.heard(from: 1000, to: 2900, side: side)
            let peak = samples.map(abs).max() ?? 0
            #expect(abs(peak - 0.5) < 0.002)
            let crossings = zip(samples, samples.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
            #expect(abs(Double(crossings) / 1.9 - 441) < 0.6)
        }
    }

    @Test("is dead once the media services were lost, and another one plays")
    func mediaServices() throws {
        let stage = try UnitStage(category: .playback)
        stage.unit.setCallback(tone(441))
        stage.start()
        stage.pass(500)
        stage.stage.server.send(.mediaServicesLost)
        stage.pass(100)
        stage.stage.server.send(.mediaServicesReset)
        stage.pass(100)
        #expect(stage.app.run { stage.unit.start() } == kAudioComponentErr_InstanceInvalidated)
        #expect(stage.unit.render(64).status == kAudioComponentErr_InstanceInvalidated)
        let other = try #require(
            stage.app.run { TestUnit(kAudioUnitType_Output, kAudioUnitSubType_RemoteIO) })
        other.setCallback(tone(441))
        stage.app.run { #expect(other.initialize() == noErr && other.start() == noErr) }
        stage.pass(1000)
        #expect(!stage.isSilent(from: 1000, to: 1600))
        stage.app.run { other.stop() }
    }
}
