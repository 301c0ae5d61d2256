import SoundClient
import AudioFormats
import AudioModel
import AudioToolbox
import Foundation
import Simulation
import SoundPolicy
import TestSupport
import Testing

/// A recorder as a simulated app's code: a queue that records, and what its callback was given.
///
/// Its callback enqueues each buffer again, unless told otherwise.
///
/// Ownership: the test's thread, which runs the simulated phone and its callbacks.
final class TestRecorder: @unchecked Sendable {
    /// One call of the callback.
    struct Filled {
        var bytes: [UInt8]
        var packets: UInt32
        /// `nil` when there were none.
        var descriptions: [AudioStreamPacketDescription]?
        var start: AudioTimeStamp
        var thread: SimulatedThread?
        /// What putting it back in line gave; `nil` when it was kept.
        var enqueued: OSStatus?
    }

    private(set) var queue: AudioQueueRef!
    private(set) var filled: [Filled] = []
    /// What listeners were told, in order.
    private(set) var running: [UInt32] = []
    private(set) var errors: [UInt32] = []
    private(set) var buffers: [AudioQueueBufferRef] = []
    /// Buffers that the callback has kept.
    private(set) var kept: [AudioQueueBufferRef] = []
    var reenqueues = true
    /// Has the first callback dispose of the queue, at once or not.
    var disposal: Bool?
    let creation: OSStatus

    init(_ format: AudioStreamBasicDescription, runLoop: CFRunLoop? = nil) {
        var format = format
        var made: AudioQueueRef?
        let context = Context()
        creation = AudioQueueNewInput(
            &format,
            { context, _, buffer, start, packets, descriptions in
                let context = Unmanaged<Context>.fromOpaque(context!).takeUnretainedValue()
                context.recorder?.take(buffer, start, packets, descriptions)
            }, Unmanaged.passRetained(context).toOpaque(), runLoop, nil, 0, &made)
        queue = made
        context.recorder = self
        guard made != nil else { return }
        let pointer = Unmanaged.passUnretained(context).toOpaque()
        AudioQueueAddPropertyListener(
            queue, kAudioQueueProperty_IsRunning,
            { context, queue, _ in
                let context = Unmanaged<Context>.fromOpaque(context!).takeUnretainedValue()
                context.recorder?.running.append(isRunning(queue))
            }, pointer)
        AudioQueueAddPropertyListener(
            queue, kAudioQueueProperty_ConverterError,
            { context, queue, _ in
                let context = Unmanaged<Context>.fromOpaque(context!).takeUnretainedValue()
                var value: UInt32 = 0
                var size: UInt32 = 4
                AudioQueueGetProperty(queue, kAudioQueueProperty_ConverterError, &value, &size)
                context.recorder?.errors.append(value)
            }, pointer)
    }

    /// A reference to the recorder that outlives every callback; the recorder may not.
    ///
    /// Ownership: the test's thread, which runs the simulated phone and its callbacks.
    private final class Context: @unchecked Sendable {
        weak var recorder: TestRecorder?
    }

    private func take(
        _ buffer: AudioQueueBufferRef, _ start: UnsafePointer<AudioTimeStamp>, _ packets: UInt32,
        _ descriptions: UnsafePointer<AudioStreamPacketDescription>?
    ) {
        let byteCount = Int(buffer.pointee.mAudioDataByteSize)
        let bytes = Array(
            UnsafeRawBufferPointer(start: buffer.pointee.mAudioData, count: byteCount))
        var call = Filled(
            bytes: bytes, packets: packets,
            descriptions: descriptions.map {
                Array(UnsafeBufferPointer(start: $0, count: Int(packets)))
            }, start: start.pointee, thread: SimulatedThread.current)
        if reenqueues {
            call.enqueued = AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
        } else {
            kept.append(buffer)
        }
        filled.append(call)
        if let disposal, filled.count == 1 { AudioQueueDispose(queue, disposal) }
    }

    /// Makes buffers and puts them in line.
    func enqueue(_ count: Int = 3, bytes: UInt32, descriptions: UInt32 = 0) {
        for _ in 0..<count {
            var buffer: AudioQueueBufferRef?
            AudioQueueAllocateBufferWithPacketDescriptions(queue, bytes, descriptions, &buffer)
            guard let buffer else { continue }
            buffers.append(buffer)
            AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
        }
    }

    var bytes: [UInt8] { filled.flatMap(\.bytes) }
    var packetCounts: [UInt32] { filled.map(\.packets) }
    var startFrames: [Double] { filled.map(\.start.mSampleTime) }

    /// All that was recorded, as native 16-bit numbers.
    var samples16: [Int16] { bytes.elements() }

    func value<Value>(_ property: AudioQueuePropertyID, of type: Value.Type) -> Value? {
        var size = UInt32(MemoryLayout<Value>.size)
        return withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { room in
            AudioQueueGetProperty(queue, property, room.baseAddress, &size) == noErr ? room[0] : nil
        }
    }
}

/// A phone with one app that may record, and what its microphone hears.
struct RecordingStage {
    let stage: SimulatedStage
    let app: StagedApp
    let microphone: VirtualMicrophone

    /// - Parameter category: `nil` to leave it as it is.
    init(
        hearing sound: SoundBuffer, category: SessionCategory? = .playAndRecord,
        permission: MicrophonePermission = .granted,
        _ change: (inout PolicyConfiguration) -> Void = { _ in }
    ) throws {
        var configuration = PolicyConfiguration()
        configuration.microphone = permission
        change(&configuration)
        stage = SimulatedStage(configuration)
        microphone = VirtualMicrophone(hearing: sound)
        app = stage.open("Recorder", microphone: microphone)
        if let category {
            try app.sound.request(.setCategory(category, .default, [], .default))
        }
    }

    func recorder(
        _ format: AudioStreamBasicDescription, runLoop: CFRunLoop? = nil
    ) -> TestRecorder {
        app.run { TestRecorder(format, runLoop: runLoop) }
    }

    /// A recorder with three buffers that has been started.
    ///
    /// - Parameter bytes: The size of each buffer; 0.1 s of 16-bit stereo by default.
    func started(
        _ format: AudioStreamBasicDescription = .integers(), bytes: UInt32 = 4_410 * 4
    ) -> TestRecorder {
        let recorder = recorder(format)
        recorder.enqueue(bytes: bytes)
        start(recorder)
        return recorder
    }

    func start(_ recorder: TestRecorder) {
        app.run { #expect(AudioQueueStart(recorder.queue, nil) == noErr) }
    }

    func stop(_ recorder: TestRecorder, immediately: Bool = true) {
        app.run { #expect(AudioQueueStop(recorder.queue, immediately) == noErr) }
    }

    func advance(_ seconds: Double) {
        stage.advance(by: .seconds(seconds))
    }
}

/// Sounds that are told apart at every frame.
enum MeasuredOutput {
    /// Noise with samples that are whole 16-bit steps.
    static func noise(
        seconds: Double, sampleRate: Double = 44_100, channelCount: Int = 2
    ) -> SoundBuffer {
        SoundBuffer(
            frameCount: Int(seconds * sampleRate), channelCount: channelCount,
            sampleRate: sampleRate
        ) { samples in
            var state = UInt64(0x2545_F491_4F6C_DD1D)
            for index in samples.indices {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                samples[index] = Float(Int16(truncatingIfNeeded: state >> 40)) / 32_768
            }
        }
    }

    static func tone(
        hertz: Double, seconds: Double, sampleRate: Double, channelCount: Int = 1,
        peak: Double = 0.5
    ) -> SoundBuffer {
        SoundBuffer(
            frameCount: Int(seconds * sampleRate), channelCount: channelCount,
            sampleRate: sampleRate
        ) { samples in
            for index in samples.indices {
                let phase = 2 * Double.pi * hertz * Double(index / channelCount) / sampleRate
                samples[index] = Float(peak * sin(phase))
            }
        }
    }

    static func steps16(_ sound: SoundBuffer, frames: Range<Int>) -> [Int16] {
        (frames.lowerBound * sound.channelCount..<frames.upperBound * sound.channelCount).map {
            $0 < sound.frameCount * sound.channelCount
                ? Int16((sound.samples[$0] * 32_768).rounded()) : 0
        }
    }
}
