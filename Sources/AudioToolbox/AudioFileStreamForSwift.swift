import AudioCallbacks
import CAudioToolbox
import CoreAudioTypes
import Foundation

// The functions of <AudioToolbox/AudioFileStream.h> that Swift on Apple's systems sees with other
// types than C.

/// Begins a stream.
///
/// - Parameters:
///   - inClientData: Given to the functions as it is.
///   - inFileTypeHint: For streams whose first bytes do not tell their kind, as when they come from
///     the middle of a broadcast: MP3 or ADTS.
///   - outAudioFileStream: Becomes the stream; left alone on failure.
@available(swift, introduced: 6)
@preconcurrency
@discardableResult
public func AudioFileStreamOpen(
    _ inClientData: UnsafeMutableRawPointer?,
    _ inPropertyListenerProc: AudioFileStream_PropertyListenerProc?,
    _ inPacketsProc: AudioFileStream_PacketsProc?, _ inFileTypeHint: AudioFileTypeID,
    _ outAudioFileStream: UnsafeMutablePointer<AudioFileStreamID?>?
) -> OSStatus {
    // A pointer and an optional one are the same to C, and so are pointers to anything.
    openAudioFileStream(
        inClientData,
        inPropertyListenerProc.map { unsafeBitCast($0, to: StreamPropertyListener.self) },
        inPacketsProc.map { unsafeBitCast($0, to: StreamPacketsReceiver.self) }, inFileTypeHint,
        outAudioFileStream)
}

/// The size of a property, and whether it can be set: never.
///
/// - Returns: `'more'` for what is not known yet, `'unk?'` for what the stream does not have,
///   `'pty?'` for what no stream has.
@discardableResult
public func AudioFileStreamGetPropertyInfo(
    _ inAudioFileStream: AudioFileStreamID?, _ inPropertyID: AudioFileStreamPropertyID,
    _ outPropertyDataSize: UnsafeMutablePointer<UInt32>?,
    _ outWritable: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
    streamStatus { () throws(AudioFileStreamError) in
        let size = try streamPropertySize(inPropertyID, of: try audioStream(inAudioFileStream))
        outPropertyDataSize?.pointee = UInt32(clamping: size)
        outWritable?.pointee = false
    }
}
