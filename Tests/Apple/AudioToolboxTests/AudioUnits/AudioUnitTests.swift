import AudioModel
import AudioToolbox
import Foundation
import Testing

@Suite("Audio components")
struct AudioComponentTests {
    private func description(
        _ type: UInt32, _ subType: UInt32 = 0
    ) -> AudioComponentDescription {
        AudioComponentDescription(
            componentType: type, componentSubType: subType, componentManufacturer: 0,
            componentFlags: 0, componentFlagsMask: 0)
    }

    @Test("are found one after the other, and named")
    func finding() throws {
        var remote = description(kAudioUnitType_Output, kAudioUnitSubType_RemoteIO)
        let component = try #require(AudioComponentFindNext(nil, &remote))
        #expect(AudioComponentFindNext(component, &remote) == nil)
        // `def `, which is macOS's.
        var other = description(kAudioUnitType_Output, 0x6465_6620)
        #expect(AudioComponentFindNext(nil, &other) == nil)
        // Other tests register components of their own meanwhile.
        var effects = description(kAudioUnitType_Effect)
        effects.componentManufacturer = kAudioUnitManufacturer_Apple
        var count: UInt32 = 0
        var next = AudioComponentFindNext(nil, &effects)
        while let component = next {
            var name: Unmanaged<CFString>?
            #expect(AudioComponentCopyName(component, &name) == noErr)
            let text = try #require(name?.takeRetainedValue()) as String
            #expect(text.hasPrefix("Apple: AU"))
            var found = AudioComponentDescription()
            #expect(AudioComponentGetDescription(component, &found) == noErr)
            #expect(found.componentType == kAudioUnitType_Effect)
            count += 1
            next = AudioComponentFindNext(component, &effects)
        }
        #expect(count == AudioComponentCount(&effects) && count >= 4)
    }

    @Test("give instances, and a handle of none gives a status")
    func instances() throws {
        let unit = try #require(TestUnit(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer))
        #expect(AudioComponentInstanceGetComponent(unit.unit) != nil)
        #expect(!AudioComponentInstanceCanDo(unit.unit, Int16(kAudioOutputUnitStartSelect)))
        #expect(AudioUnitInitialize(nil) == kAudio_ParamError)
        #expect(AudioUnitInitialize(OpaquePointer(bitPattern: 0x7fff_0000)) == kAudio_ParamError)
        var disposed: AudioUnit?
        var generic = description(kAudioUnitType_Output, kAudioUnitSubType_GenericOutput)
        let component = try #require(AudioComponentFindNext(nil, &generic))
        #expect(AudioComponentInstanceNew(component, &disposed) == noErr)
        #expect(AudioComponentInstanceDispose(disposed) == noErr)
        #expect(AudioComponentInstanceDispose(disposed) == kAudio_ParamError)
        #expect(AudioUnitReset(disposed, 0, 0) == kAudio_ParamError)
    }
}

@Suite("An audio unit")
struct AudioUnitTests {
    private func remoteIO() throws -> TestUnit {
        try #require(TestUnit(kAudioUnitType_Output, kAudioUnitSubType_RemoteIO))
    }

    private func mixer() throws -> TestUnit {
        try #require(TestUnit(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer))
    }

    private func generic() throws -> TestUnit {
        try #require(TestUnit(kAudioUnitType_Output, kAudioUnitSubType_GenericOutput))
    }

    @Test("refuses formats that it cannot have, by Apple's statuses")
    func formats() throws {
        let unit = try remoteIO()
        let format = try #require(unit.format(kAudioUnitScope_Input))
        #expect(unit.setFormat(format, kAudioUnitScope_Output) == kAudioUnitErr_PropertyNotWritable)
        var other = format
        other.mFormatID = kAudioFormatMPEG4AAC
        #expect(unit.setFormat(other, kAudioUnitScope_Input) == kAudioUnitErr_FormatNotSupported)
        other = format
        other.mChannelsPerFrame = 0
        #expect(unit.setFormat(other, kAudioUnitScope_Input) == kAudioUnitErr_FormatNotSupported)
        #expect(unit.setFormat(format, kAudioUnitScope_Input, 7) == kAudioUnitErr_InvalidElement)
        #expect(unit.setFormat(format, 9) == kAudioUnitErr_InvalidScope)
        #expect(unit.set(99_999, 0, 0, UInt32(1)) == kAudioUnitErr_InvalidProperty)
        #expect(
            unit.set(kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, UInt8(1))
                == kAudioUnitErr_InvalidPropertyValue)
        #expect(unit.initialize() == noErr && unit.initialize() == noErr)
        #expect(unit.setFormat(format, kAudioUnitScope_Input) == kAudioUnitErr_Initialized)
        #expect(AudioUnitUninitialize(unit.unit) == noErr)
        #expect(AudioUnitUninitialize(unit.unit) == noErr)
        #expect(unit.setFormat(format, kAudioUnitScope_Input) == noErr)
        #expect(unit.start() == kAudioUnitErr_Uninitialized)
    }

    @Test("tells the size of a property and whether it can be set")
    func information() throws {
        let unit = try remoteIO()
        var size: UInt32 = 0
        var writable: DarwinBoolean = false
        #expect(
            AudioUnitGetPropertyInfo(
                unit.unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, &size,
                &writable) == noErr)
        #expect(size == 40 && writable.boolValue)
        #expect(
            AudioUnitGetPropertyInfo(
                unit.unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, 0, nil,
                &writable) == noErr)
        #expect(!writable.boolValue)
        #expect(unit.value(kAudioUnitProperty_MaximumFramesPerSlice, 0, 0, UInt32(0)) == 4096)
        #expect(
            try mixer().value(kAudioUnitProperty_MaximumFramesPerSlice, 0, 0, UInt32(0)) == 1024)
        #expect(
            AudioUnitGetPropertyInfo(unit.unit, 99_999, 0, 0, &size, &writable)
                == kAudioUnitErr_InvalidProperty)
    }

    @Test("is pulled by an output that never sounds, and mixes exactly")
    func pulled() throws {
        let (output, mixer) = (try generic(), try mixer())
        let (first, second) = (UnitCallback { _, _ in 0.25 }, UnitCallback { _, _ in 0.5 })
        mixer.set(kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, 0, UInt32(2))
        mixer.setCallback(first)
        mixer.setCallback(second, input: 1)
        #expect(
            AudioUnitSetParameter(
                mixer.unit, kMultiChannelMixerParam_Volume, kAudioUnitScope_Input, 1, 0.5, 0)
                == noErr)
        #expect(output.connect(mixer) == noErr)
        #expect(mixer.initialize() == noErr && output.initialize() == noErr)
        let (status, samples) = output.render(512)
        #expect(status == noErr)
        #expect(samples.allSatisfy { $0.allSatisfy { $0 == 0.5 } })
        #expect(first.frameCounts == [512] && first.times == [0])
        // The volume is read back; a value out of range is limited.
        AudioUnitSetParameter(
            mixer.unit, kMultiChannelMixerParam_Volume, kAudioUnitScope_Input, 0, 7, 0)
        var value: Float = 0
        AudioUnitGetParameter(
            mixer.unit, kMultiChannelMixerParam_Volume, kAudioUnitScope_Input, 0, &value)
        #expect(value == 1)
        #expect(
            AudioUnitGetParameter(mixer.unit, 77, kAudioUnitScope_Input, 0, &value)
                == kAudioUnitErr_InvalidParameter)
    }

    @Test("does not call what feeds a disabled input")
    func disabled() throws {
        let mixer = try mixer()
        let callback = UnitCallback { _, _ in 0.5 }
        mixer.setCallback(callback)
        AudioUnitSetParameter(
            mixer.unit, kMultiChannelMixerParam_Enable, kAudioUnitScope_Input, 0, 0, 0)
        mixer.initialize()
        #expect(mixer.render(256).samples[0] == [Float](repeating: 0, count: 256))
        #expect(callback.frameCounts == [])
        AudioUnitSetParameter(
            mixer.unit, kMultiChannelMixerParam_Enable, kAudioUnitScope_Input, 0, 1, 0)
        // It rises and falls within a slice.
        let rise = (1...256).map { Float($0) / 512 }
        #expect(mixer.render(256, at: 256).samples[0] == rise)
        #expect(mixer.render(256, at: 512).samples[0] == [Float](repeating: 0.5, count: 256))
        AudioUnitSetParameter(
            mixer.unit, kMultiChannelMixerParam_Enable, kAudioUnitScope_Input, 0, 0, 0)
        #expect(mixer.render(256, at: 768).samples[0] == rise.map { 0.5 - $0 })
        #expect(mixer.render(256, at: 1024).samples[0] == [Float](repeating: 0, count: 256))
        #expect(callback.frameCounts == [256, 256, 256])
    }

    @Test("needs no initialised source at a disabled input")
    func disabledSource() throws {
        let (mixer, source) = (try mixer(), try mixer())
        source.setCallback(UnitCallback { _, _ in 0.5 })
        mixer.connect(source)
        AudioUnitSetParameter(
            mixer.unit, kMultiChannelMixerParam_Enable, kAudioUnitScope_Input, 0, 0, 0)
        mixer.initialize()
        #expect(mixer.render(64).status == noErr)
        AudioUnitSetParameter(
            mixer.unit, kMultiChannelMixerParam_Enable, kAudioUnitScope_Input, 0, 1, 0)
        source.initialize()
        #expect(mixer.render(64, at: 64).samples[0].last == 0.5)
    }

    @Test("renders no slice that is longer than the largest")
    func longSlices() throws {
        let mixer = try mixer()
        mixer.setCallback(UnitCallback { _, _ in 0.5 })
        mixer.initialize()
        let (status, samples) = mixer.render(4096)
        #expect(status == kAudioUnitErr_TooManyFramesToProcess)
        #expect(samples[0].allSatisfy { $0 == -9 })
        AudioUnitUninitialize(mixer.unit)
        mixer.set(kAudioUnitProperty_MaximumFramesPerSlice, 0, 0, UInt32(4096))
        mixer.initialize()
        #expect(mixer.render(4096).status == noErr)
        #expect(mixer.render(64, bus: 3).status == kAudioUnitErr_InvalidElement)
    }

    @Test("is silent for the slice whose callback fails, and says so once")
    func failure() throws {
        let mixer = try mixer()
        var calls = 0
        mixer.setCallback(
            UnitCallback.rendering { _, _, _, _, list in
                calls += 1
                return calls == 2 ? -1 : noErr
            })
        let notify = UnitCallback()
        AudioUnitAddRenderNotify(
            mixer.unit, unitCallback, Unmanaged.passUnretained(notify).toOpaque())
        mixer.listen(kAudioUnitProperty_LastRenderError)
        mixer.initialize()
        let statuses = (0..<3).map { mixer.render(128, at: Double($0 * 128)).status }
        #expect(statuses == [noErr, -1, noErr])
        #expect(mixer.told.count == 1)
        #expect(mixer.value(kAudioUnitProperty_LastRenderError, 0, 0, OSStatus(9)) == -1)
        #expect(mixer.value(kAudioUnitProperty_LastRenderError, 0, 0, OSStatus(9)) == 0)
        let flags = notify.flags.map {
            $0.intersection([
                .unitRenderAction_PreRender, .unitRenderAction_PostRender,
                .unitRenderAction_PostRenderError,
            ])
        }
        #expect(
            flags == [
                .unitRenderAction_PreRender, .unitRenderAction_PostRender,
                .unitRenderAction_PreRender,
                [.unitRenderAction_PostRender, .unitRenderAction_PostRenderError],
                .unitRenderAction_PreRender, .unitRenderAction_PostRender,
            ])
        AudioUnitRemoveRenderNotify(
            mixer.unit, unitCallback, Unmanaged.passUnretained(notify).toOpaque())
        _ = mixer.render(128, at: 384)
        #expect(notify.flags.count == 6)
    }

    @Test("renders nothing while a unit that feeds it is not initialised, nor in a circle")
    func connections() throws {
        let (output, mixer, other) = (try generic(), try mixer(), try self.mixer())
        output.connect(mixer)
        output.initialize()
        #expect(output.render(64).status == kAudioUnitErr_Uninitialized)
        mixer.initialize()
        #expect(output.render(64).status == noErr)
        #expect(other.connect(mixer) == noErr)
        #expect(mixer.connect(other) == kAudioUnitErr_InvalidPropertyValue)
        #expect(mixer.connect(mixer) == kAudioUnitErr_InvalidPropertyValue)
    }

    @Test("has an effect's parameters, processes in place, and keeps a preset")
    func effect() throws {
        let delay = try #require(TestUnit(kAudioUnitType_Effect, kAudioUnitSubType_Delay))
        var ids = [AudioUnitParameterID](repeating: 0, count: 16)
        var size = UInt32(64)
        #expect(
            AudioUnitGetProperty(
                delay.unit, kAudioUnitProperty_ParameterList, kAudioUnitScope_Global, 0, &ids,
                &size) == noErr)
        #expect(Array(ids.prefix(Int(size / 4))) == [0, 1, 2, 3])
        var information = AudioUnitParameterInfo()
        size = UInt32(MemoryLayout<AudioUnitParameterInfo>.size)
        #expect(
            AudioUnitGetProperty(
                delay.unit, kAudioUnitProperty_ParameterInfo, kAudioUnitScope_Global, 1,
                &information, &size) == noErr)
        #expect(information.maxValue == 2 && information.unit == .seconds)
        #expect(information.cfNameString.takeRetainedValue() as String == "delay time")
        AudioUnitSetParameter(delay.unit, kDelayParam_DelayTime, 0, 0, 0.01, 0)
        AudioUnitSetParameter(delay.unit, kDelayParam_WetDryMix, 0, 0, 100, 0)
        AudioUnitSetParameter(delay.unit, kDelayParam_LopassCutoff, 0, 0, 24_000, 0)
        delay.setCallback(UnitCallback { frame, _ in frame == 0 ? 1 : 0 })
        delay.initialize()
        let samples = delay.render(1024).samples[0]
        let loudest = try #require(samples.indices.max { abs(samples[$0]) < abs(samples[$1]) })
        let rate = try #require(delay.format(kAudioUnitScope_Output)).mSampleRate
        #expect(abs(Double(loudest) - 0.01 * rate) <= 1)
        #expect(
            delay.set(kAudioUnitProperty_BypassEffect, kAudioUnitScope_Global, 0, UInt32(1))
                == noErr)
        #expect(delay.value(kAudioUnitProperty_BypassEffect, 0, 0, UInt32(9)) == 1)
    }
}
