import AudioModel
import AudioToolbox
import Foundation
import Testing

/// Calls of units with random arguments, of which a test knows only that they trap nothing.
enum RandomUnitCalls {
    /// All of Apple's components.
    static var components: [AudioComponent] {
        var any = AudioComponentDescription()
        any.componentManufacturer = kAudioUnitManufacturer_Apple
        var found: [AudioComponent] = []
        while let next = AudioComponentFindNext(found.last, &any) { found.append(next) }
        return found
    }

    // MARK: Statuses

    /// The statuses of units: those of Core Audio's tables, and the session's refusals.
    private static let known: Set<OSStatus> = Set(
        (-10_879)...(-10_845)
    ).union([
        noErr, kAudio_ParamError, kAudio_UnimplementedError, -43, -38, -66_743, -66_635, -66_749,
        SessionError.insufficientPriority.rawValue, SessionError.cannotStartPlaying.rawValue,
        SessionError.cannotStartRecording.rawValue,
        SessionError.cannotInterruptOthers.rawValue,
    ])

    static func expect(_ status: OSStatus, _ call: String) {
        #expect(known.contains(status), "\(call) gives \(status)")
    }

    // MARK: Values

    /// A number in a range, at its ends, far outside, or none.
    static func number(
        _ range: ClosedRange<Float>, _ random: inout SeededGenerator
    ) -> Float {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: .nan
        case 1: .infinity
        case 2: -.infinity
        case 3: range.lowerBound
        case 4: range.upperBound
        case 5: Float(bitPattern: UInt32.random(in: 0...UInt32.max, using: &random))
        default: Float.random(in: range, using: &random)
        }
    }

    static func format(_ random: inout SeededGenerator) -> AudioStreamBasicDescription {
        let rates = [0, -1, .nan, .infinity, 1, 8_000, 44_100, 48_000, 192_000, 1e12] as [Double]
        let counts = [0, 1, 2, 3, 8, 64, 1_000, .max] as [UInt32]
        let channels = counts.randomElement(using: &random) ?? 2
        let bits = ([0, 8, 16, 24, 32, 64, .max] as [UInt32]).randomElement(using: &random) ?? 32
        let isUsual = Bool.random(using: &random)
        let bytes = isUsual ? bits / 8 : UInt32.random(in: 0...20, using: &random)
        let flags: AudioFormatFlags =
            isUsual
            ? kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked | kAudioFormatFlagIsNonInterleaved
            : UInt32.random(in: 0...0x1FFF, using: &random)
        return AudioStreamBasicDescription(
            mSampleRate: rates.randomElement(using: &random) ?? 48_000,
            mFormatID: Int.random(in: 0..<9, using: &random) == 0
                ? kAudioFormatMPEG4AAC : kAudioFormatLinearPCM,
            mFormatFlags: flags, mBytesPerPacket: bytes, mFramesPerPacket: isUsual ? 1 : bits,
            mBytesPerFrame: bytes, mChannelsPerFrame: channels, mBitsPerChannel: bits, mReserved: 0)
    }

    /// A scope or an element: a usual one, or any.
    static func place(_ random: inout SeededGenerator) -> UInt32 {
        ([0, 0, 0, 1, 1, 2, 3, 7, 9, 1_000, .max] as [UInt32]).randomElement(using: &random) ?? 0
    }

    // MARK: Properties

    /// Properties that have numbers as their values, and those that do not exist.
    private static let numeric: [AudioUnitPropertyID] = [
        kAudioUnitProperty_SampleRate, kAudioUnitProperty_ParameterList,
        kAudioUnitProperty_CPULoad, kAudioUnitProperty_StreamFormat,
        kAudioUnitProperty_ElementCount, kAudioUnitProperty_Latency,
        kAudioUnitProperty_TailTime, kAudioUnitProperty_SupportedNumChannels,
        kAudioUnitProperty_LastRenderError, kAudioUnitProperty_RenderQuality,
        kAudioUnitProperty_OfflineRender, kAudioUnitProperty_ShouldAllocateBuffer,
        kAudioUnitProperty_InPlaceProcessing, kAudioUnitProperty_LastRenderSampleTime,
        kAudioOutputUnitProperty_IsRunning, kAudioOutputUnitProperty_EnableIO,
        kAudioOutputUnitProperty_HasIO, kAudioOutputUnitProperty_ChannelMap,
        kAudioOutputUnitProperty_StartTimestampsAtZero, kAUVoiceIOProperty_MuteOutput,
        kAUVoiceIOProperty_BypassVoiceProcessing, kAUVoiceIOProperty_VoiceProcessingEnableAGC,
        kAudioUnitProperty_MeteringMode, kAudioUnitProperty_ScheduleStartTimeStamp,
        kAudioUnitProperty_CurrentPlayTime, kAudioUnitProperty_ScheduledFilePrime,
        kMusicDeviceProperty_InstrumentCount, 99_999, .max,
    ]

    /// Properties of callbacks and connections, which are given nothing or a wrong size.
    private static let pointers: [AudioUnitPropertyID] = [
        kAudioUnitProperty_MakeConnection, kAudioUnitProperty_SetRenderCallback,
        kAudioOutputUnitProperty_SetInputCallback, kAudioUnitProperty_ClassInfo,
        kAudioUnitProperty_NickName, kAudioUnitProperty_ScheduleAudioSlice,
        kAudioUnitProperty_ScheduledFileIDs, kAudioUnitProperty_ScheduledFileRegion,
        kMusicDeviceProperty_SoundBankURL, kAUSamplerProperty_LoadInstrument,
    ]

    /// Reads a property into a buffer of some size, which it may not leave.
    static func read(_ unit: AudioUnit, _ random: inout SeededGenerator) {
        let id = numeric.randomElement(using: &random) ?? 0
        let size = Int.random(in: 0...80, using: &random)
        var memory = [UInt8](repeating: 0xA5, count: size + 32)
        var written = UInt32(size)
        let status = AudioUnitGetProperty(
            unit, id, place(&random), place(&random), &memory, &written)
        expect(status, "get \(id)")
        #expect(memory[size...].allSatisfy { $0 == 0xA5 }, "\(id) is written behind its buffer")
        if status == noErr {
            #expect(written <= size)
        } else {
            #expect(memory.allSatisfy { $0 == 0xA5 }, "\(id) fails and writes")
        }
    }

    static func write(_ unit: AudioUnit, _ random: inout SeededGenerator) {
        let (scope, element) = (place(&random), place(&random))
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            var format = format(&random)
            let size = UInt32(MemoryLayout.size(ofValue: format))
            let status = AudioUnitSetProperty(
                unit, kAudioUnitProperty_StreamFormat, scope, element, &format, size)
            expect(status, "set a format")
        case 1:
            let id = pointers.randomElement(using: &random) ?? 0
            let zeros = [UInt8](repeating: 0, count: 5)
            expect(AudioUnitSetProperty(unit, id, scope, element, zeros, 5), "set \(id)")
            expect(AudioUnitSetProperty(unit, id, scope, element, nil, 0), "set \(id) to nothing")
        default:
            let id = numeric.randomElement(using: &random) ?? 0
            let size = [0, 1, 4, 4, 8, 8, 40, 64].randomElement(using: &random) ?? 4
            var bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
            if Bool.random(using: &random) { bytes = bytes.enumerated().map { $0 == 0 ? $1 : 0 } }
            expect(AudioUnitSetProperty(unit, id, scope, element, bytes, UInt32(size)), "set \(id)")
        }
    }

    // MARK: Calls

    /// One call of any kind, but for those that change what a test knows.
    static func anything(_ unit: AudioUnit, _ random: inout SeededGenerator) {
        switch Int.random(in: 0..<9, using: &random) {
        case 0: read(unit, &random)
        case 1: write(unit, &random)
        case 2:
            var size: UInt32 = 0
            var isWritable: DarwinBoolean = false
            let id = numeric.randomElement(using: &random) ?? 0
            expect(
                AudioUnitGetPropertyInfo(
                    unit, id, place(&random), place(&random), &size, &isWritable), "info \(id)")
        case 3: render(unit, &random)
        case 4: expect(AudioUnitReset(unit, place(&random), place(&random)), "reset")
        case 5:
            // A parameter that is none, or of another scope than the one with a model.
            let scope = max(place(&random), 1)
            let value = number(-1...1, &random)
            expect(
                AudioUnitSetParameter(
                    unit, place(&random), scope, place(&random), value, place(&random)),
                "set a parameter")
        case 6:
            expect(
                MusicDeviceMIDIEvent(
                    unit, UInt32.random(in: 0...300, using: &random), place(&random),
                    place(&random), place(&random)), "a MIDI event")
        case 7:
            if Bool.random(using: &random) {
                expect(AudioOutputUnitStart(unit), "start")
            } else {
                expect(AudioOutputUnitStop(unit), "stop")
            }
        default: process(unit, &random)
        }
    }

    /// Renders any number of frames into any list.
    static func render(_ unit: AudioUnit, _ random: inout SeededGenerator) {
        let frames = ([0, 1, 64, 512, 1_024, 4_096, 5_000] as [Int]).randomElement(using: &random)
        withList(frames ?? 64, &random) { list, frames, random in
            var flags: AudioUnitRenderActionFlags = []
            var time = time(&random)
            let bus = min(place(&random), 9)
            expect(AudioUnitRender(unit, &flags, &time, bus, UInt32(frames), list), "render")
        }
    }

    private static func process(_ unit: AudioUnit, _ random: inout SeededGenerator) {
        let frames = Int.random(in: 0...2_000, using: &random)
        withList(frames, &random) { list, frames, random in
            var flags: AudioUnitRenderActionFlags = []
            var time = time(&random)
            expect(AudioUnitProcess(unit, &flags, &time, UInt32(frames), list), "process")
        }
    }

    private static func time(_ random: inout SeededGenerator) -> AudioTimeStamp {
        var time = AudioTimeStamp()
        let times = [0, 64, -1, 1e6, 1e18, -1e300, .nan, .infinity] as [Double]
        time.mSampleTime = times.randomElement(using: &random) ?? 0
        time.mFlags = .sampleTimeValid
        return time
    }

    /// Calls `body` with a list of one to three buffers: with memory for the frames, as floats, with
    /// less, or with none.
    private static func withList(
        _ frames: Int, _ random: inout SeededGenerator,
        _ body: (UnsafeMutablePointer<AudioBufferList>, Int, inout SeededGenerator) -> Void
    ) {
        let count = Int.random(in: 1...3, using: &random)
        let list = AudioBufferList.allocate(maximumBuffers: count)
        var allocated: [UnsafeMutableRawPointer] = []
        defer {
            for memory in allocated { memory.deallocate() }
            free(list.unsafeMutablePointer)
        }
        let bytes = [0, 4 * frames, 4 * frames, 2 * frames].randomElement(using: &random) ?? 0
        let hasMemory = Bool.random(using: &random)
        for index in 0..<count {
            let memory = UnsafeMutableRawPointer.allocate(
                byteCount: max(bytes, 1), alignment: 16)
            memory.initializeMemory(as: UInt8.self, repeating: 0x3F, count: bytes)
            list[index] = AudioBuffer(
                mNumberChannels: 1, mDataByteSize: UInt32(bytes), mData: hasMemory ? memory : nil)
            allocated.append(memory)
        }
        body(list.unsafeMutablePointer, frames, &random)
    }

    // MARK: Reading

    static func set<Value: BitwiseCopyable>(
        _ unit: AudioUnit, _ id: AudioUnitPropertyID, _ scope: AudioUnitScope,
        _ element: AudioUnitElement, _ value: Value
    ) -> OSStatus {
        withUnsafeBytes(of: value) {
            AudioUnitSetProperty(unit, id, scope, element, $0.baseAddress, UInt32($0.count))
        }
    }

    static func value<Value: BitwiseCopyable>(
        _ unit: AudioUnit, _ id: AudioUnitPropertyID, _ initial: Value
    ) -> Value? {
        var value = initial
        var size = UInt32(MemoryLayout<Value>.size)
        let status = withUnsafeMutableBytes(of: &value) { bytes in
            bytes.baseAddress.map { AudioUnitGetProperty(unit, id, 0, 0, $0, &size) }
        }
        return status == noErr ? value : nil
    }

    static func list<Value: BitwiseCopyable & ExpressibleByIntegerLiteral>(
        _ unit: AudioUnit, _ id: AudioUnitPropertyID, _ type: Value.Type
    ) -> [Value] {
        var size: UInt32 = 0
        var isWritable: DarwinBoolean = false
        guard AudioUnitGetPropertyInfo(unit, id, 0, 0, &size, &isWritable) == noErr else {
            return []
        }
        var values = [Value](repeating: 0, count: Int(size) / MemoryLayout<Value>.size)
        guard AudioUnitGetProperty(unit, id, 0, 0, &values, &size) == noErr else { return [] }
        return values
    }

    /// A parameter's description, without its name, which is released.
    static func info(_ unit: AudioUnit, _ id: AudioUnitParameterID) -> AudioUnitParameterInfo {
        var info = AudioUnitParameterInfo()
        var size = UInt32(MemoryLayout<AudioUnitParameterInfo>.size)
        let status = AudioUnitGetProperty(
            unit, kAudioUnitProperty_ParameterInfo, 0, id, &info, &size)
        #expect(status == noErr)
        if info.flags.contains(.flag_CFNameRelease), let name = info.__cfNameString {
            Unmanaged<NSString>.fromOpaque(name).release()
            info.__cfNameString = nil
        }
        return info
    }

    static func parameter(_ unit: AudioUnit, _ id: AudioUnitParameterID) -> Float? {
        var value: Float = .nan
        return AudioUnitGetParameter(unit, id, 0, 0, &value) == noErr ? value : nil
    }
}
