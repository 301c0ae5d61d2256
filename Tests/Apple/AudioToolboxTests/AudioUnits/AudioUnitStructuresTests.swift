import AudioToolbox
import Foundation
import Testing

@Suite("Structures of audio units")
struct AudioUnitStructuresTests {
    /// Calls a render callback on a thread of its own, on bus 7 with 512 frames.
    private func render(_ callback: AURenderCallbackStruct) async -> OSStatus {
        nonisolated(unsafe) let callback = callback
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var flags: AudioUnitRenderActionFlags = []
                var time = AudioTimeStamp()
                let status = callback.inputProc?(
                    callback.inputProcRefCon!, &flags, &time, 7, 512, nil)
                continuation.resume(returning: flags.isEmpty ? -1 : status ?? -2)
            }
        }
    }

    @Test("keep a callback that was written on the main actor, to be called anywhere")
    @MainActor
    func renderCallbacks() async {
        let number = UnsafeMutablePointer<OSStatus>.allocate(capacity: 1)
        defer { number.deallocate() }
        number.pointee = 1000
        var callback = AURenderCallbackStruct(
            inputProc: { refCon, flags, _, bus, frames, _ in
                flags.pointee.insert(.unitRenderAction_OutputIsSilence)
                return refCon.load(as: OSStatus.self) + OSStatus(bus + frames)
            }, inputProcRefCon: number)
        #expect(await render(callback) == 1519)
        callback.inputProc = { _, flags, _, bus, _, _ in
            flags.pointee = .unitRenderAction_PostRender
            return OSStatus(bus)
        }
        #expect(await render(callback) == 7)
        callback.inputProc = nil
        #expect(callback.inputProc == nil && AURenderCallbackStruct().inputProc == nil)
    }

    @Test("keep the callbacks of players and hosts")
    func otherCallbacks() throws {
        var slice = ScheduledAudioSlice()
        slice.mCompletionProc = { _, slice in
            slice.pointee.mFlags.insert(.scheduledAudioSliceFlag_Complete)
        }
        let completeSlice = try #require(slice.mCompletionProc)
        completeSlice(nil, &slice)
        #expect(slice.mFlags == .scheduledAudioSliceFlag_Complete)

        var region = ScheduledAudioFileRegion()
        region.mCompletionProc = { _, region, status in region.pointee.mStartFrame = Int64(status) }
        let completeRegion = try #require(region.mCompletionProc)
        completeRegion(nil, &region, -50)
        #expect(region.mStartFrame == -50)

        var host = HostCallbackInfo()
        host.beatAndTempoProc = { _, beat, tempo in
            beat?.pointee = 4
            tempo?.pointee = 120
            return noErr
        }
        var tempo = 0.0
        #expect(host.beatAndTempoProc?(nil, nil, &tempo) == noErr && tempo == 120)
        #expect(host.transportStateProc == nil)
    }

    @Test("keep the methods of a component")
    func methods() throws {
        var methods = AudioComponentPlugInInterface()
        methods.Lookup = { selector in
            guard selector == Int16(kAudioUnitInitializeSelect) else { return nil }
            let initialize: AudioUnitInitializeProc = { _ in kAudioUnitErr_FailedInitialization }
            return unsafeBitCast(initialize, to: AudioComponentMethod.self)
        }
        let lookup = try #require(methods.Lookup)
        let method = try #require(lookup(Int16(kAudioUnitInitializeSelect)))
        let initialize = unsafeBitCast(method, to: AudioUnitInitializeProc.self)
        let status = withUnsafeMutablePointer(to: &methods) { initialize($0) }
        #expect(status == kAudioUnitErr_FailedInitialization)
        #expect(lookup(Int16(kAudioUnitRenderSelect)) == nil && methods.Open == nil)
    }

    @Test("keep objects and Booleans")
    func objects() {
        let name = "Hall" as CFString
        let preset = AUPreset(presetNumber: -1, presetName: .passUnretained(name))
        #expect(preset.presetName.takeUnretainedValue() === name)
        #expect(AUPreset().presetName == nil)
        let url = URL(fileURLWithPath: "/bank.sf2") as CFURL
        let instrument = AUSamplerInstrumentData(
            fileURL: .passUnretained(url), instrumentType: UInt8(kInstrumentType_SF2Preset),
            bankMSB: UInt8(kAUSampler_DefaultMelodicBankMSB), bankLSB: 0, presetID: 4)
        #expect(instrument.fileURL.takeUnretainedValue() === url && instrument.bankMSB == 0x79)
        var clipping = AudioUnitMeterClipping()
        clipping.sawNotANumber = true
        #expect(clipping.sawNotANumber.boolValue && !clipping.sawInfinity.boolValue)
        let ducking = AUVoiceIOOtherAudioDuckingConfiguration(
            mEnableAdvancedDucking: true, mDuckingLevel: .min)
        #expect(ducking.mEnableAdvancedDucking == true && ducking.mDuckingLevel.rawValue == 10)
    }

    @Test("have unions")
    func unions() {
        var event = AudioUnitParameterEvent()
        event.eventValues.ramp.durationInFrames = 512
        #expect(event.eventValues.immediate.value.bitPattern == 512)
        var interaction = AUNodeInteraction()
        interaction.nodeInteraction.inputCallback.destNode = 3
        #expect(interaction.nodeInteraction.connection.sourceNode == 3)
        interaction.nodeInteraction.inputCallback.cback.inputProc = { _, _, _, _, _, _ in 1 }
        #expect(interaction.nodeInteraction.inputCallback.cback.inputProc != nil)
    }
}
