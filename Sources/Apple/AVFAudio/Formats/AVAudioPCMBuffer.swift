import AudioModel
import AudioToolbox
public import CoreAudioTypes
public import Foundation

/// Frames of linear PCM in memory.
///
/// One thread at a time.
open class AVAudioPCMBuffer: AVAudioBuffer {
    /// The number of frames that the buffer has room for.
    public let frameCapacity: AVAudioFrameCount
    private let memory: Memory
    private var length: AVAudioFrameCount = 0
    private let channelPointers: UnsafeMutablePointer<UnsafeMutableRawPointer>

    /// The owner of the audio's memory.
    private enum Memory {
        case own(UnsafeMutableRawPointer)
        /// An app's memory; `list` is a copy of its list.
        case borrowed(
            list: UnsafeMutablePointer<AudioBufferList>,
            deallocator: ((UnsafePointer<AudioBufferList>) -> Void)?)
    }

    /// Makes an empty buffer of zeroed memory. Its frame length is zero.
    ///
    /// Ends the program for a format other than linear PCM.
    ///
    /// - Parameter frameCapacity: The number of frames to make room for.
    /// - Returns: `nil` for a format without bytes or channels, for more than 4 GiB in one of its
    ///   buffers, and when there is not enough memory.
    public init?(pcmFormat format: AVAudioFormat, frameCapacity: AVAudioFrameCount) {
        guard Self.isPCM(format, "AVAudioPCMBuffer.init(pcmFormat:frameCapacity:)") else {
            return nil
        }
        let bytesPerFrame = format.streamFormat.bytesPerFrame
        let bufferCount = Self.bufferCount(format)
        let (byteCount, overflow) = frameCapacity.multipliedReportingOverflow(by: bytesPerFrame)
        guard bytesPerFrame > 0, bufferCount > 0, !overflow else { return nil }
        // One channel directly follows the other, as apps that index beyond the first rely on.
        // There is memory even without frames.
        let stride = Int(byteCount)
        guard let bytes = calloc(1, max(bufferCount * stride, 1)) else { return nil }
        self.frameCapacity = frameCapacity
        memory = .own(bytes)
        let buffers = (0..<bufferCount).map {
            AudioBuffer(
                mNumberChannels: format.streamFormat.interleavedChannelCount,
                mDataByteSize: byteCount, mData: bytes + $0 * stride)
        }
        channelPointers = Self.channelPointers(format, buffers)
        super.init(format, buffers)
        frameLength = 0
    }

    /// Makes a buffer of an app's memory, which is not copied and must outlive it. All of it counts
    /// as audio.
    ///
    /// Ends the program for a format other than linear PCM.
    ///
    /// - Parameters:
    ///   - bufferList: One buffer for an interleaved format, otherwise one for each channel, of
    ///     equal sizes.
    ///   - deallocator: Is called once, when the buffer is released, with a list equal to
    ///     `bufferList`.
    /// - Returns: `nil` for a list that does not fit the format; the deallocator is not called then.
    public init?(
        pcmFormat format: AVAudioFormat,
        bufferListNoCopy bufferList: UnsafePointer<AudioBufferList>,
        deallocator: ((UnsafePointer<AudioBufferList>) -> Void)? = nil
    ) {
        let call = "AVAudioPCMBuffer.init(pcmFormat:bufferListNoCopy:deallocator:)"
        guard Self.isPCM(format, call) else { return nil }
        let given = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: bufferList))
        let bytesPerFrame = format.streamFormat.bytesPerFrame
        guard bytesPerFrame > 0, given.count > 0, given.count == Self.bufferCount(format),
            let byteCount = given.first?.mDataByteSize, byteCount > 0,
            given.allSatisfy({ $0.mDataByteSize == byteCount && $0.mData != nil })
        else { return nil }
        let buffers = Array(given)
        frameCapacity = byteCount / bytesPerFrame
        memory = .borrowed(
            list: Self.list(of: buffers).unsafeMutablePointer, deallocator: deallocator)
        channelPointers = Self.channelPointers(format, buffers)
        super.init(format, buffers)
        frameLength = frameCapacity
    }

    deinit {
        channelPointers.deallocate()
        switch memory {
        case .own(let bytes): free(bytes)
        case .borrowed(let list, let deallocator):
            deallocator?(list)
            list.deallocate()
        }
    }

    private static func isPCM(_ format: AVAudioFormat, _ call: String) -> Bool {
        if format.streamFormat.id == .linearPCM { return true }
        programmerError(call, "isPCMFormat")
        return false
    }

    private static func bufferCount(_ format: AVAudioFormat) -> Int {
        format.channelCount == 0 ? 0 : format.isInterleaved ? 1 : Int(format.channelCount)
    }

    /// The memory of the first sample of each channel.
    private static func channelPointers(
        _ format: AVAudioFormat, _ buffers: [AudioBuffer]
    ) -> UnsafeMutablePointer<UnsafeMutableRawPointer> {
        let channelCount = Int(format.channelCount)
        let pointers = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(
            capacity: channelCount)
        let bytesPerSample = Int(format.streamFormat.bytesPerFrame) / channelCount
        for channel in 0..<channelCount {
            let start =
                buffers.count == channelCount
                ? buffers[channel].mData! : buffers[0].mData! + channel * bytesPerSample
            (pointers + channel).initialize(to: start)
        }
        return pointers
    }

    // MARK: Length

    /// The number of frames of audio in the buffer, from its start.
    ///
    /// Setting more than the capacity ends the program.
    open var frameLength: AVAudioFrameCount {
        get { length }
        set {
            guard newValue <= frameCapacity else {
                return programmerError(
                    "AVAudioPCMBuffer.frameLength", "length <= _imp->_frameCapacity")
            }
            length = newValue
            setFilledByteCount(newValue * format.streamFormat.bytesPerFrame)
        }
    }

    /// The distance between consecutive samples of a channel, in samples.
    open var stride: Int { format.isInterleaved ? Int(format.channelCount) : 1 }

    /// The buffers, with the sizes in bytes of their memory, which each access restores. After
    /// writing to it, set the frame length.
    open override var mutableAudioBufferList: UnsafeMutablePointer<AudioBufferList> {
        restoreWholeList(frameCapacity * format.streamFormat.bytesPerFrame)
        return super.mutableAudioBufferList
    }

    // MARK: Samples

    /// The first sample of each channel; the next ones follow at a distance of `stride`. `nil` for
    /// a sample type other than 32-bit floats.
    open var floatChannelData: UnsafePointer<UnsafeMutablePointer<Float>>? {
        channelData(.pcmFormatFloat32)
    }

    /// The first sample of each channel; the next ones follow at a distance of `stride`. `nil` for
    /// a sample type other than 16-bit integers.
    open var int16ChannelData: UnsafePointer<UnsafeMutablePointer<Int16>>? {
        channelData(.pcmFormatInt16)
    }

    /// The first sample of each channel; the next ones follow at a distance of `stride`. `nil` for
    /// a sample type other than 32-bit integers.
    open var int32ChannelData: UnsafePointer<UnsafeMutablePointer<Int32>>? {
        channelData(.pcmFormatInt32)
    }

    private func channelData<Sample>(
        _ common: AVAudioCommonFormat
    ) -> UnsafePointer<UnsafeMutablePointer<Sample>>? {
        guard format.commonFormat == common else { return nil }
        return UnsafeRawPointer(channelPointers)
            .assumingMemoryBound(to: UnsafeMutablePointer<Sample>.self)
    }

    /// Copies the buffer with its audio; the copy has memory of its own and the same capacity.
    ///
    /// Ends the program when there is not enough memory.
    open override func copy(with zone: NSZone? = nil) -> Any {
        guard let copy = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: frameCapacity) else {
            programmerError("AVAudioPCMBuffer.copy(with:)", "memory != nullptr")
            return self
        }
        copy.frameLength = length
        for (target, source) in zip(copy.filledList, filledList) {
            guard let to = target.mData, let from = source.mData else { continue }
            to.copyMemory(from: from, byteCount: Int(target.mDataByteSize))
        }
        return copy
    }
}
