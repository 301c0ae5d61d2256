import AudioEffects
import AudioGraph
public import AudioToolbox
import AudioUnits
import CAudioToolbox
import CoreAudioTypes
import Synchronization

/// The two kinds of manual rendering.
public enum AVAudioEngineManualRenderingMode: Int, Sendable {
    /// On request, as fast as the machine allows, on the caller's thread.
    case offline = 0
    /// In a block that neither allocates nor waits.
    case realtime = 1
}

/// The result of a request to render.
public enum AVAudioEngineManualRenderingStatus: Int, Sendable {
    /// The request failed.
    case error = -1
    /// All frames were rendered.
    case success = 0
    /// The input block had too few frames; other sources were rendered.
    case insufficientDataFromInputNode = 1
    /// Another thread changes the graph; try again later.
    case cannotDoInCurrentContext = 2
}

/// The errors of manual rendering.
public enum AVAudioEngineManualRenderingError: OSStatus, Sendable {
    /// The call does not belong to the present mode.
    case invalidMode = -80800
    /// The engine is not stopped.
    case initialized = -80801
    /// The engine does not run.
    case notRunning = -80802
}

/// The status codes of audio units that an engine's errors have.
enum AudioUnitStatus {
    static let formatNotSupported = kAudioUnitErr_FormatNotSupported
    static let tooManyFrames = kAudioUnitErr_TooManyFramesToProcess
    static let badParam = kAudio_ParamError
}

/// A block that renders frames to buffers.
///
/// - Parameters:
///   - numberOfFrames: At most `manualRenderingMaximumFrameCount`.
///   - outBuffer: Buffers of the rendering format with room for the frames. Where they have no memory,
///     the engine's own is used; it is valid until the next call.
///   - outError: Set to a status code when the result is `.error`.
public typealias AVAudioEngineManualRenderingBlock = (
    _ numberOfFrames: AVAudioFrameCount, _ outBuffer: UnsafeMutablePointer<AudioBufferList>,
    _ outError: UnsafeMutablePointer<OSStatus>?
) -> AVAudioEngineManualRenderingStatus

/// A block that supplies the input of manual rendering.
///
/// - Parameter inNumberOfFrames: The number of frames needed.
/// - Returns: Buffers of the input's format, valid until the block is called again; `nil` for no
///   input.
public typealias AVAudioIONodeInputBlock = (
    _ inNumberOfFrames: AVAudioFrameCount
) -> UnsafePointer<AudioBufferList>?

/// An engine's manual rendering, from the time it is enabled until it is disabled.
///
/// Ownership: constants and atomics; the thread that has the renderer's turn uses the memory.
final class ManualRendering: @unchecked Sendable {
    let mode: AVAudioEngineManualRenderingMode
    let format: AVAudioFormat
    let maximumFrameCount: Int
    let renderer: GraphRenderer
    /// Whether the engine runs.
    let isRunning = Atomic<Bool>(false)
    /// Whether the nodes of the realtime mode are served at regular times.
    let isServed = Atomic<Bool>(false)
    /// The number of frames rendered since the start or the last reset.
    let sampleTime = Atomic<Int64>(0)
    /// The number of calls of the input block that gave too few frames.
    let insufficiencies: Atomic<Int>
    /// The format of the input, once the app has set it.
    var inputFormat: AVAudioFormat? { lockedInputFormat.withLock { $0 } }
    private let lockedInputFormat = Mutex<AVAudioFormat?>(nil)
    private let layout: BufferListSamples
    private let samples: PlanarBuffer
    private let memory: BufferListMemory

    /// - Returns: `nil` for a format that cannot be rendered to.
    init?(_ mode: AVAudioEngineManualRenderingMode, _ format: AVAudioFormat, _ maximum: Int) {
        guard let layout = BufferListSamples(format.streamFormat), format.graphFormat.isValid,
            maximum > 0
        else {
            return nil
        }
        self.mode = mode
        self.format = format
        self.layout = layout
        maximumFrameCount = maximum
        insufficiencies = Atomic(0)
        // What is rendered on request begins and ends exactly where the app changes the graph.
        renderer = GraphRenderer(format: format.graphFormat, fadeFrames: 0)
        samples = PlanarBuffer(channelCount: layout.channelCount, capacity: maximum)
        memory = BufferListMemory(layout, frameCount: maximum)
    }

    func setInputFormat(_ format: AVAudioFormat?) { lockedInputFormat.withLock { $0 = format } }

    /// The largest block.
    static let frameCountMax = 1 << 20

    /// Renders frames to the buffers of a list.
    ///
    /// - Returns: The status, with a status code for `.error`.
    func render(
        _ frameCount: Int, to list: UnsafeMutableAudioBufferListPointer
    ) -> (AVAudioEngineManualRenderingStatus, OSStatus) {
        guard isRunning.load(ordering: .acquiring) else {
            return (.error, AVAudioEngineManualRenderingError.notRunning.rawValue)
        }
        guard frameCount <= maximumFrameCount else {
            return (.error, AudioUnitStatus.tooManyFrames)
        }
        guard layout.fits(list, frameCount: frameCount, allowsNull: mode == .realtime) else {
            return (.error, AudioUnitStatus.badParam)
        }
        let missedBefore = insufficiencies.load(ordering: .relaxed)
        let time = sampleTime.load(ordering: .relaxed)
        switch renderer.render(
            samples.samples, frameCount: frameCount, sampleTime: time, hostTime: nil)
        {
        case .busy: return (.cannotDoInCurrentContext, 0)
        case .rendered, .silence: break
        }
        for index in 0..<layout.bufferCount {
            if list[index].mData == nil { list[index].mData = memory[index] }
            list[index].mDataByteSize = UInt32(frameCount * layout.bytesPerFrame)
        }
        layout.write(samples.samples, frameCount: frameCount, to: list)
        sampleTime.store(time + Int64(frameCount), ordering: .relaxed)
        let isShort = insufficiencies.load(ordering: .relaxed) != missedBefore
        return (isShort ? .insufficientDataFromInputNode : .success, 0)
    }
}

/// The manual rendering that an engine has enabled, for a thread that may not wait.
final class PresentManualRendering: Sendable {
    struct Known {
        var manual: ManualRendering?
        /// The one before: a thread that still renders it does not free it.
        fileprivate var last: ManualRendering?
    }

    private let known = Mutex(Known())

    /// Any thread.
    func change(to manual: ManualRendering?) {
        known.withLock { $0 = Known(manual: manual, last: $0.manual ?? $0.last) }
    }

    /// What is enabled; `nil` while another thread changes or reads it. It never waits.
    var whileUnchanged: Known? { known.withLockIfAvailable { $0 } }
}
