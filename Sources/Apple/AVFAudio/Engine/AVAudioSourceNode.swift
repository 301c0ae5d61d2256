import AudioEffects
import AudioGraph
import AudioModel
import AudioUnits
public import CoreAudioTypes
public import Foundation

/// A block that renders a source node's frames.
///
/// - Parameters:
///   - isSilence: Set to true when all frames are silence; the frames must be zero too.
///   - timestamp: The time of the first frame; without a sample time above a conversion of sample
///     rates.
///   - frameCount: The number of frames to render.
///   - outputData: Buffers with room for the frames. The block may replace the pointers to their
///     memory; new memory must stay valid until the next call.
/// - Returns: `noErr`; with any other status the frames are silence.
public typealias AVAudioSourceNodeRenderBlock = (
    _ isSilence: UnsafeMutablePointer<ObjCBool>, _ timestamp: UnsafePointer<AudioTimeStamp>,
    _ frameCount: AVAudioFrameCount, _ outputData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus

/// A node that plays what the app renders in a block.
///
/// The block is called on the thread that renders.
///
/// Ownership: that of `AVAudioNode`; what it adds is constant or an atomic.
open class AVAudioSourceNode: AVAudioNode, @unchecked Sendable {
    /// The format of the block's frames, where it is not the connection's.
    let blockFormat: AVAudioFormat?

    /// Makes a node with a block that renders in the format of the node's connection.
    public init(renderBlock block: @escaping AVAudioSourceNodeRenderBlock) {
        blockFormat = nil
        super.init(.source(BlockSource(block, format: nil)))
    }

    /// Makes a node with a block that renders in a format of its own, which is converted to that of
    /// the node's connection.
    ///
    /// Ends the program for a format that is not linear PCM.
    public init(format: AVAudioFormat, renderBlock block: @escaping AVAudioSourceNodeRenderBlock) {
        let layout = BufferListSamples(format.streamFormat)
        if layout == nil || !format.graphFormat.isValid {
            programmerError(
                "AVAudioSourceNode.init(format:renderBlock:)",
                "IsFormatSampleRateAndChannelCountValid(format)")
        }
        blockFormat = layout == nil ? nil : format
        super.init(.source(BlockSource(block, format: layout)))
    }

    override var kernelFormat: GraphFormat? { blockFormat?.graphFormat }
}

/// The kernel of a source node.
///
/// Ownership: the thread that renders; `prepare` is called while nothing renders.
private final class BlockSource: GraphSource, @unchecked Sendable {
    private let block: AVAudioSourceNodeRenderBlock
    private let format: BufferListSamples?
    private var layout: BufferListSamples?
    private var memory: BufferListMemory?
    private var list: UnsafeMutableAudioBufferListPointer?
    private var channelCount = 0

    /// - Parameter format: The format of the block's buffers; `nil` for planar floats.
    init(_ block: @escaping AVAudioSourceNodeRenderBlock, format: BufferListSamples?) {
        self.block = block
        self.format = format
    }

    deinit { list?.unsafeMutablePointer.deallocate() }

    func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {
        let layout = format ?? BufferListSamples(channelCount: channelCount)
        self.channelCount = channelCount
        self.layout = layout
        memory = BufferListMemory(layout, frameCount: maximumFrameCount)
        list?.unsafeMutablePointer.deallocate()
        list = AudioBufferList.allocate(maximumBuffers: layout.bufferCount)
    }

    func render(_ output: PlanarSamples, frameCount: Int, at time: RenderTime) -> Bool {
        guard let layout, let memory, let list, layout.channelCount == channelCount else {
            return silence(output, frameCount)
        }
        list.count = layout.bufferCount
        for index in 0..<layout.bufferCount {
            list[index] = AudioBuffer(
                mNumberChannels: layout.channelsPerBuffer,
                mDataByteSize: UInt32(frameCount * layout.bytesPerFrame), mData: memory[index])
        }
        var stamp = AudioTimeStamp(time)
        var isSilent = ObjCBool(false)
        let status = block(
            &isSilent, &stamp, AVAudioFrameCount(frameCount), list.unsafeMutablePointer)
        guard status == 0, layout.fits(list, frameCount: frameCount) else {
            return silence(output, frameCount)
        }
        layout.read(list, frameCount: frameCount, into: output)
        return isSilent.boolValue
    }

    private func silence(_ output: PlanarSamples, _ frameCount: Int) -> Bool {
        for channel in 0..<channelCount {
            output[channel].update(repeating: 0, count: frameCount)
        }
        return true
    }

    func reset() {}
}

extension AudioTimeStamp {
    /// The time that an app's block gets.
    init(_ time: RenderTime) {
        self.init()
        if !time.isConverted {
            mSampleTime = Double(time.sampleTime)
            mFlags.insert(.sampleTimeValid)
        }
        if let host = time.hostTime {
            mHostTime = UInt64(max(host.nanoseconds, 0))
            mFlags.insert(.hostTimeValid)
        }
    }
}
