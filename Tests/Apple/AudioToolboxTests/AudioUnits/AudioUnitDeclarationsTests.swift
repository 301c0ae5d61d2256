import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite("The declarations of audio units")
struct AudioUnitDeclarationsTests {
    @Test("have Apple's values: statuses and selectors")
    func statusesAndSelectors() {
        #expect(
            [
                kAudioUnitErr_InvalidProperty, kAudioUnitErr_InvalidParameter,
                kAudioUnitErr_InvalidElement, kAudioUnitErr_NoConnection,
                kAudioUnitErr_FailedInitialization, kAudioUnitErr_TooManyFramesToProcess,
            ] == Array(-10879 ... -10874))
        #expect(
            [
                kAudioComponentErr_InstanceTimedOut, kAudioUnitErr_MIDIOutputBufferFull,
                kAudioComponentErr_DuplicateDescription, kAudioComponentErr_UnsupportedType,
                kAudioComponentErr_TooManyInstances, kAudioComponentErr_InstanceInvalidated,
                kAudioComponentErr_NotPermitted, kAudioComponentErr_InitializationTimedOut,
                kAudioComponentErr_InvalidFormat, kAudioUnitErr_RenderTimeout,
                kAudioUnitErr_ExtensionNotFound, kAudioUnitErr_InvalidParameterValue,
                kAudioUnitErr_InvalidFilePath, kAudioUnitErr_MissingKey,
            ] == Array(-66754 ... -66741))
        #expect(kAudioUnitErr_MultipleVoiceProcessors == -66635)
        #expect(
            [
                kAUGraphErr_InvalidAudioUnit, kAUGraphErr_CannotDoInCurrentContext,
                kAUGraphErr_OutputNodeErr, kAUGraphErr_InvalidConnection,
                kAUGraphErr_NodeNotFound,
            ] == Array(-10864 ... -10860))
        #expect(
            [
                kAudioUnitRenderSelect, kAudioUnitAddRenderNotifySelect,
                kAudioUnitRemoveRenderNotifySelect, kAudioUnitScheduleParametersSelect,
                kAudioUnitRemovePropertyListenerWithUserDataSelect,
                kAudioUnitComplexRenderSelect, kAudioUnitProcessSelect,
                kAudioUnitProcessMultipleSelect,
            ] == Array(14...21))
        #expect(kAudioOutputUnitStartSelect == 0x201 && kAudioOutputUnitStopSelect == 0x202)
        #expect(kMusicDeviceMIDIEventSelect == 0x101 && kMusicDeviceStopNoteSelect == 0x106)
    }

    @Test("have Apple's values: flags")
    func flags() {
        let actions: [AudioUnitRenderActionFlags] = [
            .unitRenderAction_PreRender, .unitRenderAction_PostRender,
            .unitRenderAction_OutputIsSilence, .offlineUnitRenderAction_Preflight,
            .offlineUnitRenderAction_Render, .offlineUnitRenderAction_Complete,
            .unitRenderAction_PostRenderError, .unitRenderAction_DoNotCheckRenderArgs,
        ]
        #expect(actions.map(\.rawValue) == [4, 8, 16, 32, 64, 128, 256, 512])
        let options: [AudioUnitParameterOptions] = [
            .flag_CanRamp, .flag_ExpertMode, .flag_HasCFNameString, .flag_IsGlobalMeta,
            .flag_IsElementMeta, .flag_IsReadable, .flag_IsWritable,
        ]
        #expect(options.map(\.rawValue) == (25...31).map { 1 << $0 })
        let shown = SetAudioUnitParameterDisplayType(
            [.flag_DisplayLogarithmic, .flag_CanRamp], .flag_DisplayCubed)
        #expect(shown == [.flag_DisplayCubed, .flag_CanRamp])
        #expect(GetAudioUnitParameterDisplayType(shown) == .flag_DisplayCubed)
        let slices: AUScheduledAudioSliceFlags = [
            .scheduledAudioSliceFlag_Complete, .scheduledAudioSliceFlag_BeganToRenderLate,
        ]
        #expect(slices.rawValue == 5)
    }

    @Test("have Apple's values: properties and parameters")
    func propertiesAndParameters() {
        #expect(
            [
                kAudioUnitProperty_SetRenderCallback, kAudioUnitProperty_FactoryPresets,
                kAudioUnitProperty_ContextName, kAudioUnitProperty_RenderQuality,
                kAudioUnitProperty_HostCallbacks,
            ] == Array(23...27))
        #expect(
            [
                kAudioOutputUnitProperty_CurrentDevice, kAudioOutputUnitProperty_IsRunning,
                kAudioOutputUnitProperty_ChannelMap, kAudioOutputUnitProperty_EnableIO,
                kAudioOutputUnitProperty_StartTime, kAudioOutputUnitProperty_SetInputCallback,
                kAudioOutputUnitProperty_HasIO, kAudioOutputUnitProperty_StartTimestampsAtZero,
            ] == Array(2000...2007))
        #expect(kAUSamplerProperty_BankAndPreset == kAUSamplerProperty_LoadPresetFromBank)
        #expect(kAUMIDISynthProperty_EnablePreload == 4119)
        #expect(kAudioUnitSampleRateConverterComplexity_Mastering == fourCC("bats"))
        #expect(kDynamicsProcessorParam_MasterGain == kDynamicsProcessorParam_OverallGain)
        #expect(kAUGroupParameterID_Expression_LSB == kAUGroupParameterID_Expression + 32)
        #expect(kNumAUNBandEQFilterTypes == kAUNBandEQFilterType_ResonantHighShelf + 1)
        #expect(kAUPresetSubtypeKey == "subtype" && kAUPresetRenderQualityKey == "render-quality")
    }

    @Test("have Apple's layouts")
    func layouts() {
        let pointer = MemoryLayout<UnsafeRawPointer>.size
        #expect(MemoryLayout<AURenderCallbackStruct>.size == 2 * pointer)
        #expect(MemoryLayout<HostCallbackInfo>.size == 5 * pointer)
        #expect(MemoryLayout<AudioComponentPlugInInterface>.size == 4 * pointer)
        #expect(MemoryLayout<AudioUnitParameterEvent>.size == 32)
        #expect(MemoryLayout<MusicDeviceNoteParams>.size == 20)
        #expect(MemoryLayout<AudioUnitMeterClipping>.size == 8)
        #expect(MemoryLayout<AUVoiceIOOtherAudioDuckingConfiguration>.size == 8)
        #expect(MemoryLayout<AUSamplerInstrumentData>.stride == 2 * pointer)
    }
}
