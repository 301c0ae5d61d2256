public import AudioToolbox
import Foundation
import Synchronization

/// The format of a call: 16-bit mono of 16 kHz, in packets of 20 ms.
public enum VoiceFormat {
    public static let sampleRate = 16_000.0
    public static let packetSeconds = 0.02
    public static let packetFrames = 320

    static let description = AudioStreamBasicDescription(
        mSampleRate: sampleRate, mFormatID: kAudioFormatLinearPCM,
        mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
        mBytesPerPacket: 2, mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1,
        mBitsPerChannel: 16, mReserved: 0)
}

/// What Audio Unit functions have refused.
public struct AudioUnitError: Error {
    public let call: String
    public let status: OSStatus
}

/// A VoiceProcessingIO unit: the microphone without the echo of the speaker, and the speaker.
///
/// The unit converts between the hardware's format and that of the call.
final class VoiceUnit: Sendable {
    /// Set once, in `init`.
    private nonisolated(unsafe) let unit: AudioUnit
    private let network: any VoiceNetwork
    private let arrived: JitterBuffer
    /// What has been captured and does not fill a packet yet.
    private let packet = Mutex<[Int16]>([])

    init(_ network: any VoiceNetwork, _ arrived: JitterBuffer) throws {
        self.network = network
        self.arrived = arrived
        var description = AudioComponentDescription(
            componentType: kAudioUnitType_Output,
            componentSubType: kAudioUnitSubType_VoiceProcessingIO,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0,
            componentFlagsMask: 0)
        var instance: AudioComponentInstance?
        let component = AudioComponentFindNext(nil, &description)
        let status = AudioComponentInstanceNew(component, &instance)
        guard status == noErr, let instance else {
            throw AudioUnitError(call: "AudioComponentInstanceNew", status: status)
        }
        unit = instance
        try set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, UInt32(1))
        try set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Output, 0, UInt32(1))
        // Element 0 plays what the app puts in, element 1 gives what the microphone has captured.
        try set(
            kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, VoiceFormat.description)
        try set(
            kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, 1, VoiceFormat.description)
        let context = Unmanaged.passUnretained(self).toOpaque()
        try set(
            kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0,
            AURenderCallbackStruct(inputProc: playArrived, inputProcRefCon: context))
        try set(
            kAudioOutputUnitProperty_SetInputCallback, kAudioUnitScope_Global, 0,
            AURenderCallbackStruct(inputProc: sendCaptured, inputProcRefCon: context))
        try check(AudioUnitInitialize(unit), "AudioUnitInitialize")
    }

    deinit {
        AudioOutputUnitStop(unit)
        AudioUnitUninitialize(unit)
        AudioComponentInstanceDispose(unit)
    }

    func start() throws { try check(AudioOutputUnitStart(unit), "AudioOutputUnitStart") }

    func stop() { AudioOutputUnitStop(unit) }

    /// Whether the unit runs; an interruption stops it.
    var isRunning: Bool {
        var isRunning: UInt32 = 0
        var size = UInt32(MemoryLayout.size(ofValue: isRunning))
        AudioUnitGetProperty(
            unit, kAudioOutputUnitProperty_IsRunning, kAudioUnitScope_Global, 0, &isRunning, &size)
        return isRunning != 0
    }

    /// Lets the microphone pass as it is, or cancels its echo and its noise again.
    func setBypassed(_ isBypassed: Bool) throws {
        try set(
            kAUVoiceIOProperty_BypassVoiceProcessing, kAudioUnitScope_Global, 0,
            UInt32(isBypassed ? 1 : 0))
    }

    private func set<Value: BitwiseCopyable>(
        _ property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement,
        _ value: Value
    ) throws {
        var value = value
        let size = UInt32(MemoryLayout<Value>.size)
        let status = AudioUnitSetProperty(unit, property, scope, element, &value, size)
        try check(status, "AudioUnitSetProperty(\(property))")
    }

    // MARK: On the unit's thread

    /// Fetches what the microphone has captured, and sends the packets that are full.
    fileprivate func send(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>,
        _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: UInt32
    ) -> OSStatus {
        var samples = [Int16](repeating: 0, count: Int(frameCount))
        let status = samples.withUnsafeMutableBytes { bytes in
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: 1, mDataByteSize: UInt32(bytes.count),
                    mData: bytes.baseAddress))
            return AudioUnitRender(unit, flags, time, 1, frameCount, &list)
        }
        guard status == noErr else { return status }
        let packets = packet.withLock { packet in
            packet += samples
            var full: [[Int16]] = []
            while packet.count >= VoiceFormat.packetFrames {
                full.append(Array(packet.prefix(VoiceFormat.packetFrames)))
                packet.removeFirst(VoiceFormat.packetFrames)
            }
            return full
        }
        for packet in packets { network.send(packet) }
        return noErr
    }

    /// Plays what has arrived.
    fileprivate func play(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>, _ list: AudioBufferList
    ) {
        let buffer = list.mBuffers
        guard let samples = buffer.mData?.assumingMemoryBound(to: Int16.self) else { return }
        let output = UnsafeMutableBufferPointer(
            start: samples, count: Int(buffer.mDataByteSize) / 2)
        if !arrived.read(into: output) { flags.pointee.insert(.unitRenderAction_OutputIsSilence) }
    }
}

private let sendCaptured: AURenderCallback = { context, flags, time, _, frameCount, _ in
    Unmanaged<VoiceUnit>.fromOpaque(context).takeUnretainedValue().send(flags, time, frameCount)
}

private let playArrived: AURenderCallback = { context, flags, _, _, _, list in
    guard let list else { return noErr }
    Unmanaged<VoiceUnit>.fromOpaque(context).takeUnretainedValue().play(flags, list.pointee)
    return noErr
}

private func check(_ status: OSStatus, _ call: String) throws {
    guard status == noErr else { throw AudioUnitError(call: call, status: status) }
}
