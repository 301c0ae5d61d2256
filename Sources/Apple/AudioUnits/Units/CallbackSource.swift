import AudioEffects
import AudioGraph
import AudioModel
import CAudioToolbox
import CoreAudioTypes
import Synchronization

/// A node of a graph that an app's function renders.
///
/// The function may put its own memory into the buffers, valid until its next call, and may return
/// fewer bytes: what is missing is silence. With a status other than zero the frames are silence,
/// and the status is kept for `takeStatus`.
///
/// Ownership: the thread that renders; `prepare` is called while nothing renders. The status is an
/// atomic.
final class CallbackSource: GraphSource, @unchecked Sendable {
    private let body: RenderCallback.Body
    private let layout: BufferListSamples
    private let bus: UInt32
    private let rate: Double
    private let failure = Atomic<OSStatus>(0)
    private let list: UnitBufferList
    private var memory: BufferListMemory?
    /// The flags that the function gets, beside its own.
    let flags = Atomic<UInt32>(0)

    /// - Returns: `nil` for a format that is not linear PCM of a known kind.
    init?(_ callback: RenderCallback, _ format: StreamFormat, bus: Int) {
        guard let layout = BufferListSamples(format) else { return nil }
        body = callback.body
        self.layout = layout
        self.bus = UInt32(bus)
        rate = format.sampleRate
        list = UnitBufferList.allocate(count: layout.bufferCount)
    }

    deinit { list.deallocate() }

    func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {
        memory = BufferListMemory(layout, frameCount: maximumFrameCount)
    }

    func render(_ output: PlanarSamples, frameCount: Int, at time: RenderTime) -> Bool {
        guard let memory else { return silence(output, from: 0, to: frameCount) }
        let byteCount = frameCount * layout.bytesPerFrame
        list.setCount(layout.bufferCount)
        for index in 0..<layout.bufferCount {
            // An app that writes less than it promises plays silence, never what was there before.
            memory[index].initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
            list[index] = AudioBuffer(
                mNumberChannels: layout.channelsPerBuffer, mDataByteSize: UInt32(byteCount),
                mData: memory[index])
        }
        var stamp = AudioTimeStamp(time, rate: rate)
        var flags = flags.load(ordering: .relaxed)
        let status = body(&flags, &stamp, bus, UInt32(frameCount), list.pointer)
        guard status == 0 else {
            failure.store(status, ordering: .relaxed)
            return silence(output, from: 0, to: frameCount)
        }
        guard list.count == layout.bufferCount else {
            return silence(output, from: 0, to: frameCount)
        }
        var count = frameCount
        for index in 0..<layout.bufferCount {
            if list[index].mData == nil { count = 0 }
            count = min(count, Int(list[index].mDataByteSize) / max(layout.bytesPerFrame, 1))
        }
        layout.read(list, frameCount: count, into: output)
        _ = silence(output, from: count, to: frameCount)
        return flags & RenderFlags.outputIsSilence != 0
    }

    /// The status of the last call that failed since this was asked last; zero for none.
    func takeStatus() -> OSStatus { failure.exchange(0, ordering: .relaxed) }

    /// Whether a call has failed since `takeStatus`.
    var hasFailed: Bool { failure.load(ordering: .relaxed) != 0 }

    private func silence(_ output: PlanarSamples, from first: Int, to end: Int) -> Bool {
        for channel in 0..<layout.channelCount where end > first {
            (output[channel] + first).update(repeating: 0, count: end - first)
        }
        return first == 0
    }

    func reset() {}
}

/// The flags of a render call.
enum RenderFlags {
    static var preRender: UInt32 { value(.unitRenderAction_PreRender) }
    static var postRender: UInt32 { value(.unitRenderAction_PostRender) }
    static var outputIsSilence: UInt32 { value(.unitRenderAction_OutputIsSilence) }
    static var postRenderError: UInt32 { value(.unitRenderAction_PostRenderError) }

    private static func value(_ flag: AudioUnitRenderActionFlags) -> UInt32 { flag.rawValue }
}

extension AudioTimeStamp {
    /// The number of the frame, within what can be computed with; `nil` for none.
    package var frameNumber: Int64? {
        Int64(exactly: mSampleTime.rounded()).map { min(max($0, -(1 << 53)), 1 << 53) }
    }

    /// The time of a slice's first frame: its number at the unit's rate, and when it reaches the
    /// device.
    init(_ time: RenderTime, rate: Double) {
        self.init()
        mSampleTime = Double(time.sampleTime)
        mRateScalar = 1
        mFlags = [.sampleTimeValid, .rateScalarValid]
        if let host = time.hostTime {
            mHostTime = UInt64(max(host.nanoseconds, 0))
            mFlags.insert(.hostTimeValid)
        }
    }
}
