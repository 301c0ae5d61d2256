import AudioEffects
import AudioGraph
public import CoreAudioTypes
import Foundation

/// A block that receives the frames of a sink node.
///
/// - Parameters:
///   - timestamp: The time of the first frame.
///   - frameCount: The number of frames.
///   - inputData: The frames, valid during the call only.
/// - Returns: A status code, which is ignored.
public typealias AVAudioSinkNodeReceiverBlock = (
    _ timestamp: UnsafePointer<AudioTimeStamp>, _ frameCount: AVAudioFrameCount,
    _ inputData: UnsafePointer<AudioBufferList>
) -> OSStatus

/// A node at the end of an input chain: the app receives the sound of the input in a block.
///
/// The block is called on the thread that renders. Formats are not converted.
///
/// Ownership: that of `AVAudioNode`; what it adds is constant or an atomic.
open class AVAudioSinkNode: AVAudioNode, @unchecked Sendable {
    /// Makes a node that calls a block with what it receives.
    public init(receiverBlock block: @escaping AVAudioSinkNodeReceiverBlock) {
        super.init(.sink(BlockSink(block)))
    }
}

/// The kernel of a sink node.
///
/// Ownership: the thread that renders; `prepare` is called while nothing renders.
private final class BlockSink: GraphSink, @unchecked Sendable {
    private let block: AVAudioSinkNodeReceiverBlock
    private var list: UnsafeMutableAudioBufferListPointer?
    private var channelCount = 0

    init(_ block: @escaping AVAudioSinkNodeReceiverBlock) { self.block = block }

    deinit { list?.unsafeMutablePointer.deallocate() }

    func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {
        self.channelCount = channelCount
        list?.unsafeMutablePointer.deallocate()
        list = AudioBufferList.allocate(maximumBuffers: channelCount)
    }

    func receive(_ input: PlanarSamples, frameCount: Int, at time: RenderTime) {
        guard let list else { return }
        list.count = channelCount
        for channel in 0..<channelCount {
            list[channel] = AudioBuffer(
                mNumberChannels: 1,
                mDataByteSize: UInt32(frameCount * MemoryLayout<Float>.stride),
                mData: UnsafeMutableRawPointer(input[channel]))
        }
        var stamp = AudioTimeStamp(time)
        _ = block(&stamp, AVAudioFrameCount(frameCount), list.unsafePointer)
    }
}
