public import CoreAudioTypes
import Foundation

/// A buffer of PCM audio that does not change, so that tasks can share it.
///
/// Ownership: nothing writes to the buffer after `init`.
public struct AVReadOnlyAudioPCMBuffer: @unchecked Sendable {
    private let buffer: AVAudioPCMBuffer

    /// Makes a buffer with the frames of another one, which may be changed afterwards.
    public init(copying buffer: AVAudioPCMBuffer) {
        self.buffer = buffer.copy() as? AVAudioPCMBuffer ?? buffer
    }

    /// Makes a buffer of another one's memory, which must not be changed any more.
    public init(unsafeRetaining buffer: sending AVAudioPCMBuffer) {
        self.buffer = buffer
    }

    /// Makes a buffer and fills it.
    ///
    /// - Parameters:
    ///   - format: The format of the frames.
    ///   - frameCapacity: The number of frames.
    ///   - initializingWith: Gets the buffers, of silence, and their sizes; the smallest size that it
    ///     leaves gives the number of frames.
    /// - Throws: An error when no such buffer exists, and what `initializingWith` throws.
    public init(
        format: AVAudioFormat, frameCapacity: Int,
        initializingWith: (UnsafeMutablePointer<AudioBufferList>) throws -> Void
    ) throws {
        let isPCM = format.streamDescription.pointee.mFormatID == kAudioFormatLinearPCM
        guard isPCM, let capacity = AVAudioFrameCount(exactly: frameCapacity),
            let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: capacity)
        else {
            throw NSError.avfAudio(
                AudioUnitStatus.badParam,
                failedCall: "AVReadOnlyAudioPCMBuffer.init(format:frameCapacity:initializingWith:)")
        }
        let list = buffer.mutableAudioBufferList
        try initializingWith(list)
        let bytesPerFrame = max(format.streamDescription.pointee.mBytesPerFrame, 1)
        let byteCount = UnsafeMutableAudioBufferListPointer(list).map(\.mDataByteSize).min() ?? 0
        buffer.frameLength = min(byteCount / bytesPerFrame, capacity)
        self.buffer = buffer
    }

    /// The format of the frames.
    public var format: AVAudioFormat { buffer.format }

    /// The number of valid frames.
    public var frameLength: Int { Int(buffer.frameLength) }

    /// The number of frames that there is room for.
    public var frameCapacity: Int { Int(buffer.frameCapacity) }

    /// Gives access to the buffers during a call; they must not be written to.
    public func withUnsafeAudioBufferList<R>(
        _ body: (UnsafePointer<AudioBufferList>) throws -> R
    ) rethrows -> R {
        try buffer.withUnsafeAudioBufferList(body)
    }
}

extension AVAudioPCMBuffer {
    /// Gives access to the buffers during a call.
    public func withUnsafeAudioBufferList<R>(
        _ body: (UnsafePointer<AudioBufferList>) throws -> R
    ) rethrows -> R {
        try withExtendedLifetime(self) { try body(audioBufferList) }
    }
}
