import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite("Audio queues' constants and structures")
struct AudioQueueConstantsTests {
    @Test("have Apple's values: errors")
    func errors() {
        #expect(
            [
                kAudioQueueErr_InvalidBuffer, kAudioQueueErr_BufferEmpty,
                kAudioQueueErr_DisposalPending, kAudioQueueErr_InvalidProperty,
                kAudioQueueErr_InvalidPropertySize, kAudioQueueErr_InvalidParameter,
                kAudioQueueErr_CannotStart, kAudioQueueErr_InvalidDevice,
                kAudioQueueErr_BufferInQueue, kAudioQueueErr_InvalidRunState,
                kAudioQueueErr_InvalidQueueType, kAudioQueueErr_Permissions,
                kAudioQueueErr_InvalidPropertyValue, kAudioQueueErr_PrimeTimedOut,
                kAudioQueueErr_CodecNotFound, kAudioQueueErr_InvalidCodecAccess,
                kAudioQueueErr_QueueInvalidated, kAudioQueueErr_TooManyTaps,
                kAudioQueueErr_InvalidTapContext, kAudioQueueErr_RecordUnderrun,
                kAudioQueueErr_InvalidTapType, kAudioQueueErr_BufferEnqueuedTwice,
                kAudioQueueErr_CannotStartYet,
            ] == Array(-66687 ... -66665))
        #expect(kAudioQueueErr_EnqueueDuringReset == -66632)
        #expect(kAudioQueueErr_InvalidOfflineMode == -66626)
    }

    @Test("have Apple's values: properties")
    func properties() {
        let ids = [
            kAudioQueueProperty_IsRunning, kAudioQueueDeviceProperty_SampleRate,
            kAudioQueueDeviceProperty_NumberChannels, kAudioQueueProperty_CurrentDevice,
            kAudioQueueProperty_MagicCookie, kAudioQueueProperty_MaximumOutputPacketSize,
            kAudioQueueProperty_StreamDescription, kAudioQueueProperty_ChannelLayout,
            kAudioQueueProperty_EnableLevelMetering, kAudioQueueProperty_CurrentLevelMeter,
            kAudioQueueProperty_CurrentLevelMeterDB, kAudioQueueProperty_DecodeBufferSizeFrames,
            kAudioQueueProperty_ConverterError, kAudioQueueProperty_EnableTimePitch,
            kAudioQueueProperty_TimePitchAlgorithm, kAudioQueueProperty_TimePitchBypass,
            kAudioQueueProperty_HardwareCodecPolicy, kAudioQueueProperty_ChannelAssignments,
        ]
        let codes = [
            "aqrn", "aqsr", "aqdc", "aqcd", "aqmc", "xops", "aqft", "aqcl", "aqme", "aqmv", "aqmd",
            "dcbf", "qcve", "q_tp", "qtpa", "qtpb", "aqcp", "aqca",
        ]
        #expect(ids == codes.map(fourCC))
        #expect(
            [
                kAudioQueueTimePitchAlgorithm_Spectral, kAudioQueueTimePitchAlgorithm_TimeDomain,
                kAudioQueueTimePitchAlgorithm_Varispeed,
                kAudioQueueTimePitchAlgorithm_LowQualityZeroLatency,
            ] == ["spec", "tido", "vspd", "lqzl"].map(fourCC))
        #expect(
            [
                kAudioQueueHardwareCodecPolicy_Default,
                kAudioQueueHardwareCodecPolicy_UseSoftwareOnly,
                kAudioQueueHardwareCodecPolicy_UseHardwareOnly,
                kAudioQueueHardwareCodecPolicy_PreferSoftware,
                kAudioQueueHardwareCodecPolicy_PreferHardware,
            ] == [0, 1, 2, 3, 4])
    }

    @Test("have Apple's values: parameters and flags")
    func parameters() {
        #expect(
            [
                kAudioQueueParam_Volume, kAudioQueueParam_PlayRate, kAudioQueueParam_Pitch,
                kAudioQueueParam_VolumeRampTime, kAudioQueueParam_Pan,
            ] == [1, 2, 3, 4, 13])
        let taps: [AudioQueueProcessingTapFlags] = [
            .preEffects, .postEffects, .siphon, .startOfStream, .endOfStream,
        ]
        #expect(taps.map(\.rawValue) == [1, 2, 4, 0x100, 0x200])
        let stamps: [AudioTimeStampFlags] = [
            .sampleTimeValid, .hostTimeValid, .rateScalarValid, .wordClockTimeValid,
            .smpteTimeValid, .sampleHostTimeValid,
        ]
        #expect(stamps.map(\.rawValue) == [1, 2, 4, 8, 16, 3])
    }

    @Test("are laid out as Apple's are")
    func layouts() {
        #expect(MemoryLayout<AudioQueueBuffer>.size == 56)
        #expect(MemoryLayout<AudioQueueBuffer>.offset(of: \.mAudioData) == 8)
        #expect(MemoryLayout<AudioQueueBuffer>.offset(of: \.mAudioDataByteSize) == 16)
        #expect(MemoryLayout<AudioQueueBuffer>.offset(of: \.mUserData) == 24)
        #expect(MemoryLayout<AudioQueueBuffer>.offset(of: \.mPacketDescriptionCapacity) == 32)
        #expect(MemoryLayout<AudioQueueBuffer>.offset(of: \.mPacketDescriptions) == 40)
        #expect(MemoryLayout<AudioQueueBuffer>.offset(of: \.mPacketDescriptionCount) == 48)
        #expect(MemoryLayout<AudioQueueParameterEvent>.size == 8)
        #expect(MemoryLayout<AudioQueueLevelMeterState>.size == 8)
        #expect(MemoryLayout<AudioQueueChannelAssignment>.size == 16)
        #expect(MemoryLayout<AudioTimeStamp>.size == 64)
        #expect(MemoryLayout<SMPTETime>.size == 24)
        #expect(MemoryLayout<AudioTimeStamp>.offset(of: \.mSMPTETime) == 32)
        #expect(MemoryLayout<AudioTimeStamp>.offset(of: \.mFlags) == 56)
    }

    @Test("have a property for every constant of the header")
    func headerProperties() throws {
        let header = repositoryFolder.appending(
            path: "Sources/Apple/CAudioToolbox/include/AudioToolbox/AudioQueue.h")
        let constants = try String(contentsOf: header, encoding: .utf8).matches(
            of: /kAudioQueue(?:Device)?Property_\w+ = 0x([0-9A-F]{8})/)
        #expect(constants.count >= 18)
        var format = AudioStreamBasicDescription.floats(44_100, channels: 2)
        var made: AudioQueueRef?
        try #require(AudioQueueNewOutput(&format, { _, _, _ in }, nil, nil, nil, 0, &made) == noErr)
        let queue = try #require(made)
        defer { AudioQueueDispose(queue, true) }
        for constant in constants {
            let id = try #require(AudioQueuePropertyID(constant.1, radix: 16))
            let status = AudioQueueAddPropertyListener(queue, id, { _, _, _ in }, nil)
            #expect(status == noErr, "\(constant.0)")
        }
    }

    @Test("lie in a buffer as it is allocated")
    func buffer() throws {
        var format = AudioStreamBasicDescription.floats(44_100, channels: 2)
        var made: AudioQueueRef?
        try #require(AudioQueueNewOutput(&format, { _, _, _ in }, nil, nil, nil, 0, &made) == noErr)
        let queue = try #require(made)
        defer { AudioQueueDispose(queue, true) }
        var buffer: AudioQueueBufferRef!
        try #require(
            AudioQueueAllocateBufferWithPacketDescriptions(queue, 1001, 3, &buffer) == noErr)
        #expect(buffer.pointee.mAudioDataBytesCapacity == 1001)
        #expect(buffer.pointee.mAudioDataByteSize == 0)
        #expect(buffer.pointee.mUserData == nil)
        #expect(buffer.pointee.mPacketDescriptionCapacity == 3)
        #expect(buffer.pointee.mPacketDescriptionCount == 0)
        let data = Int(bitPattern: buffer.pointee.mAudioData)
        #expect(data % 16 == 0)
        #expect(Int(bitPattern: buffer.pointee.mPacketDescriptions) == data + 1008)
        var stream = AudioStreamBasicDescription()
        var size: UInt32 = 40
        #expect(
            AudioQueueGetProperty(queue, kAudioQueueProperty_StreamDescription, &stream, &size)
                == noErr)
        #expect(stream.mSampleRate == 44_100 && stream.mBytesPerPacket == 8 && size == 40)
    }
}
