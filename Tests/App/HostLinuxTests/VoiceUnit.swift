import AudioToolbox
import Foundation
import Synchronization
import Testing

/// A voice unit of mono floats at 48 kHz that plays the far end of a call, and keeps what it records.
final class VoiceUnit: Sendable {
    private struct State {
        var isFarEndSpeaking = false
        var farEnd = Speech(seed: 1)
        var captured: [Float] = []
    }

    private let state = Mutex(State())
    private nonisolated(unsafe) let unit: AudioUnit

    init(_ subType: OSType = OSType(kAudioUnitSubType_VoiceProcessingIO)) throws {
        var description = AudioComponentDescription(
            componentType: OSType(kAudioUnitType_Output), componentSubType: subType,
            componentManufacturer: OSType(kAudioUnitManufacturer_Apple), componentFlags: 0,
            componentFlagsMask: 0)
        var instance: AudioComponentInstance?
        let status = AudioComponentInstanceNew(
            AudioComponentFindNext(nil, &description), &instance)
        try #require(status == noErr)
        unit = try #require(instance)
        var format = AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked, mBytesPerPacket: 4,
            mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 1, mBitsPerChannel: 32,
            mReserved: 0)
        let formatSize = UInt32(MemoryLayout.size(ofValue: format))
        #expect(set(kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, &format, formatSize))
        #expect(
            set(kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, 1, &format, formatSize))
        var isEnabled: UInt32 = 1
        #expect(set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, &isEnabled, 4))
        let context = Unmanaged.passUnretained(self).toOpaque()
        var render = AURenderCallbackStruct(inputProc: playFarEnd, inputProcRefCon: context)
        var input = AURenderCallbackStruct(inputProc: recordVoice, inputProcRefCon: context)
        let size = UInt32(MemoryLayout.size(ofValue: render))
        #expect(set(kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &render, size))
        #expect(
            set(kAudioOutputUnitProperty_SetInputCallback, kAudioUnitScope_Global, 0, &input, size))
    }

    deinit { AudioComponentInstanceDispose(unit) }

    private func set(
        _ property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: UInt32,
        _ value: UnsafeRawPointer, _ size: UInt32
    ) -> Bool {
        AudioUnitSetProperty(unit, property, scope, element, value, size) == noErr
    }

    func set(_ property: AudioUnitPropertyID, to number: UInt32) -> Bool {
        var number = number
        return set(property, kAudioUnitScope_Global, 0, &number, 4)
    }

    func initialize() -> OSStatus { AudioUnitInitialize(unit) }
    func uninitialize() -> OSStatus { AudioUnitUninitialize(unit) }
    func start() -> OSStatus { AudioOutputUnitStart(unit) }
    func stop() -> OSStatus { AudioOutputUnitStop(unit) }

    /// Whether the far end is heard from the speaker.
    var isFarEndSpeaking: Bool {
        get { state.withLock { $0.isFarEndSpeaking } }
        set { state.withLock { $0.isFarEndSpeaking = newValue } }
    }

    var capturedFrames: Int { state.withLock { $0.captured.count } }

    /// The level of the frames from `first` on, in dB of the full scale.
    func level(from first: Int, count: Int) -> Double {
        let samples = state.withLock { $0.captured[first..<(first + count)] }
        let power = samples.reduce(0) { $0 + Double($1 * $1) } / Double(count)
        return 10 * log10(max(power, 1e-12))
    }

    /// Records `seconds` more and returns the level of the last `last` seconds of them.
    func levelNow(after seconds: Double, last: Double) throws -> Double {
        let end = capturedFrames + Int(seconds * 48_000)
        try waitUntil(seconds: seconds + 15) { capturedFrames >= end }
        let count = Int(last * 48_000)
        return level(from: end - count, count: count)
    }

    fileprivate func play(_ list: UnsafeMutablePointer<AudioBufferList>, _ frameCount: UInt32) {
        guard let memory = list.pointee.mBuffers.mData else { return }
        let samples = memory.assumingMemoryBound(to: Float.self)
        state.withLock { state in
            guard state.isFarEndSpeaking else { return }
            for frame in 0..<Int(frameCount) { samples[frame] = state.farEnd.next() }
        }
    }

    fileprivate func record(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>,
        _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: UInt32
    ) -> OSStatus {
        var samples = [Float](repeating: 0, count: Int(frameCount))
        let status = samples.withUnsafeMutableBytes { bytes in
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: 1, mDataByteSize: UInt32(bytes.count),
                    mData: bytes.baseAddress))
            return AudioUnitRender(unit, flags, time, 1, frameCount, &list)
        }
        if status == noErr { state.withLock { $0.captured += samples } }
        return status
    }
}

private let playFarEnd: AURenderCallback = { context, flags, _, _, frameCount, list in
    guard let list else { return noErr }
    let unit = Unmanaged<VoiceUnit>.fromOpaque(context).takeUnretainedValue()
    if !unit.isFarEndSpeaking { flags.pointee.insert(.unitRenderAction_OutputIsSilence) }
    unit.play(list, frameCount)
    return noErr
}

private let recordVoice: AURenderCallback = { context, flags, time, _, frameCount, _ in
    Unmanaged<VoiceUnit>.fromOpaque(context).takeUnretainedValue()
        .record(flags, time, frameCount)
}

/// Sound like speech: vowels of a wandering pitch, with their harmonics and breath, in syllables of
/// random length and loudness.
struct Speech {
    private var random: UInt64
    private var frame = 0
    private var phase = 0.0
    private var breath = 0.0
    /// The syllable: its first frame, its length, and its loudness, zero for a pause.
    private var start = 0
    private var length = 0
    private var loudness = 0.0

    init(seed: UInt64) { random = seed &* 0x9E37_79B9_7F4A_7C15 }

    /// The next random number, −1 … 1.
    private mutating func draw() -> Double {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(Int64(bitPattern: random) >> 32) / Double(1 << 31)
    }

    mutating func next() -> Float {
        if frame >= start + length {
            start = frame
            length = Int(48_000 * (0.2 + 0.12 * draw()))
            loudness = draw() > 0.7 ? 0 : 0.75 + 0.25 * draw()
        }
        let seconds = Double(frame) / 48_000
        let syllable = sin(.pi * Double(frame - start) / Double(length)).squareRoot()
        frame += 1
        breath += 0.2 * (draw() - breath)
        let pitch = 150 + 40 * sin(2 * .pi * 0.7 * seconds) + 25 * sin(2 * .pi * 2.3 * seconds)
        phase += 2 * .pi * pitch / 48_000
        var vowel = 0.0
        for harmonic in 1...12 {
            let emphasis = 1 / (1 + pow((Double(harmonic) - 4) / 3, 2))
            vowel += emphasis * sin(Double(harmonic) * phase) / 3
        }
        return Float((0.22 * vowel + 0.4 * breath) * (0.01 + loudness * syllable))
    }
}
