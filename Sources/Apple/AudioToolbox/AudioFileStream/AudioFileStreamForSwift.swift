public import AudioCallbacks
public import CAudioToolbox
public import CoreAudioTypes
import Foundation

// The functions of <AudioToolbox/AudioFileStream.h> with other types in Swift than in C, as on
// Apple's systems.

/// Opens a stream parser.
///
/// - Parameters:
///   - inClientData: Passed to the callbacks unchanged.
///   - inFileTypeHint: MP3 or ADTS, for streams that start in the middle and cannot be recognised.
///   - outAudioFileStream: Receives the stream's handle; unchanged on failure.
@available(swift, introduced: 6)
@preconcurrency
@discardableResult
public func AudioFileStreamOpen(
    _ inClientData: UnsafeMutableRawPointer?,
    _ inPropertyListenerProc: AudioFileStream_PropertyListenerProc?,
    _ inPacketsProc: AudioFileStream_PacketsProc?, _ inFileTypeHint: AudioFileTypeID,
    _ outAudioFileStream: UnsafeMutablePointer<AudioFileStreamID?>?
) -> OSStatus {
    // Optional and non-optional pointers, and pointers to different types, are the same to C.
    openAudioFileStream(
        inClientData,
        inPropertyListenerProc.map { unsafeBitCast($0, to: StreamPropertyListener.self) },
        inPacketsProc.map { unsafeBitCast($0, to: StreamPacketsReceiver.self) }, inFileTypeHint,
        outAudioFileStream)
}

/// Gets the size of a property in bytes, and whether it can be set: never.
///
/// - Returns: `'more'` for a value that is not known yet, `'unk?'` for one that the stream does not
///   have, `'pty?'` for an unknown property.
@discardableResult
public func AudioFileStreamGetPropertyInfo(
    _ inAudioFileStream: AudioFileStreamID?, _ inPropertyID: AudioFileStreamPropertyID,
    _ outPropertyDataSize: UnsafeMutablePointer<UInt32>?,
    _ outWritable: UnsafeMutablePointer<DarwinBoolean>?
) -> OSStatus {
    status { () throws(AudioFileStreamError) in
        let size = try streamPropertySize(inPropertyID, of: try audioStream(inAudioFileStream))
        outPropertyDataSize?.pointee = UInt32(clamping: size)
        outWritable?.pointee = false
    }
}
