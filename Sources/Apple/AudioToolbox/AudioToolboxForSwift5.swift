import AudioCallbacks
public import AudioCallbacksSwift5
public import CAudioToolbox
public import CoreAudioTypes
public import CoreFoundationTypes
public import Foundation

// The functions of files, converters, system sounds and sessions for clients in language modes
// before Swift 6; see AudioQueueForSwift5.swift.

/// Opens an audio file through the app's callbacks.
@available(swift, obsoleted: 6)
@_silgen_name("sori_swift5_AudioFileOpenWithCallbacks")
@discardableResult
public func AudioFileOpenWithCallbacks(
    _ inClientData: UnsafeMutableRawPointer?,
    _ inReadFunc: AudioCallbacksSwift5.AudioFile_ReadProc?,
    _ inWriteFunc: AudioCallbacksSwift5.AudioFile_WriteProc?,
    _ inGetSizeFunc: AudioCallbacksSwift5.AudioFile_GetSizeProc?,
    _ inSetSizeFunc: AudioCallbacksSwift5.AudioFile_SetSizeProc?,
    _ inFileTypeHint: AudioFileTypeID, _ outAudioFile: UnsafeMutablePointer<AudioFileID?>?
) -> OSStatus {
    AudioFileOpenWithCallbacks(
        inClientData,
        unsafeBitCast(inReadFunc, to: AudioCallbacks.AudioFile_ReadProc?.self),
        unsafeBitCast(inWriteFunc, to: AudioCallbacks.AudioFile_WriteProc?.self),
        unsafeBitCast(inGetSizeFunc, to: AudioCallbacks.AudioFile_GetSizeProc?.self),
        unsafeBitCast(inSetSizeFunc, to: AudioCallbacks.AudioFile_SetSizeProc?.self),
        inFileTypeHint, outAudioFile)
}

/// Creates an audio file through the app's callbacks.
@available(swift, obsoleted: 6)
@_silgen_name("sori_swift5_AudioFileInitializeWithCallbacks")
@discardableResult
public func AudioFileInitializeWithCallbacks(
    _ inClientData: UnsafeMutableRawPointer?,
    _ inReadFunc: AudioCallbacksSwift5.AudioFile_ReadProc?,
    _ inWriteFunc: AudioCallbacksSwift5.AudioFile_WriteProc?,
    _ inGetSizeFunc: AudioCallbacksSwift5.AudioFile_GetSizeProc?,
    _ inSetSizeFunc: AudioCallbacksSwift5.AudioFile_SetSizeProc?,
    _ inFileType: AudioFileTypeID, _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
    _ inFlags: AudioFileFlags, _ outAudioFile: UnsafeMutablePointer<AudioFileID?>?
) -> OSStatus {
    AudioFileInitializeWithCallbacks(
        inClientData,
        unsafeBitCast(inReadFunc, to: AudioCallbacks.AudioFile_ReadProc?.self),
        unsafeBitCast(inWriteFunc, to: AudioCallbacks.AudioFile_WriteProc?.self),
        unsafeBitCast(inGetSizeFunc, to: AudioCallbacks.AudioFile_GetSizeProc?.self),
        unsafeBitCast(inSetSizeFunc, to: AudioCallbacks.AudioFile_SetSizeProc?.self),
        inFileType, inFormat, inFlags, outAudioFile)
}

/// Opens a stream parser.
@available(swift, obsoleted: 6)
@_silgen_name("sori_swift5_AudioFileStreamOpen")
@discardableResult
public func AudioFileStreamOpen(
    _ inClientData: UnsafeMutableRawPointer?,
    _ inPropertyListenerProc: AudioCallbacksSwift5.AudioFileStream_PropertyListenerProc?,
    _ inPacketsProc: AudioCallbacksSwift5.AudioFileStream_PacketsProc?,
    _ inFileTypeHint: AudioFileTypeID,
    _ outAudioFileStream: UnsafeMutablePointer<AudioFileStreamID?>?
) -> OSStatus {
    AudioFileStreamOpen(
        inClientData,
        unsafeBitCast(
            inPropertyListenerProc, to: AudioCallbacks.AudioFileStream_PropertyListenerProc?.self),
        unsafeBitCast(inPacketsProc, to: AudioCallbacks.AudioFileStream_PacketsProc?.self),
        inFileTypeHint, outAudioFileStream)
}

/// Converts packets that the callback supplies.
@available(swift, obsoleted: 6)
@_silgen_name("sori_swift5_AudioConverterFillComplexBuffer")
@discardableResult
public func AudioConverterFillComplexBuffer(
    _ inAudioConverter: AudioConverterRef?,
    _ inInputDataProc: AudioCallbacksSwift5.AudioConverterComplexInputDataProc?,
    _ inInputDataProcUserData: UnsafeMutableRawPointer?,
    _ ioOutputDataPacketSize: UnsafeMutablePointer<UInt32>?,
    _ outOutputData: UnsafeMutablePointer<AudioBufferList>?,
    _ outPacketDescription: UnsafeMutablePointer<AudioStreamPacketDescription>?
) -> OSStatus {
    AudioConverterFillComplexBuffer(
        inAudioConverter,
        unsafeBitCast(inInputDataProc, to: AudioCallbacks.AudioConverterComplexInputDataProc?.self),
        inInputDataProcUserData, ioOutputDataPacketSize, outOutputData, outPacketDescription)
}

/// Adds a completion that is called each time a system sound has ended.
@available(swift, obsoleted: 6)
@_silgen_name("sori_swift5_AudioServicesAddSystemSoundCompletion")
@discardableResult
public func AudioServicesAddSystemSoundCompletion(
    _ inSystemSoundID: SystemSoundID, _ inRunLoop: CFRunLoop?, _ inRunLoopMode: CFString?,
    _ inCompletionRoutine: @escaping AudioCallbacksSwift5.AudioServicesSystemSoundCompletionProc,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    AudioServicesAddSystemSoundCompletion(
        inSystemSoundID, inRunLoop, inRunLoopMode,
        unsafeBitCast(
            inCompletionRoutine, to: AudioCallbacks.AudioServicesSystemSoundCompletionProc.self),
        inClientData)
}

/// Initialises the app's audio session.
@available(swift, obsoleted: 6)
@_silgen_name("sori_swift5_AudioSessionInitialize")
@discardableResult
public func AudioSessionInitialize(
    _ inRunLoop: CFRunLoop?, _ inRunLoopMode: CFString?,
    _ inInterruptionListener: AudioCallbacksSwift5.AudioSessionInterruptionListener?,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    AudioSessionInitialize(
        inRunLoop, inRunLoopMode,
        unsafeBitCast(
            inInterruptionListener, to: AudioCallbacks.AudioSessionInterruptionListener?.self),
        inClientData)
}

/// Adds a listener that is called after each change of the session's property.
@available(swift, obsoleted: 6)
@_silgen_name("sori_swift5_AudioSessionAddPropertyListener")
@discardableResult
public func AudioSessionAddPropertyListener(
    _ inID: AudioSessionPropertyID,
    _ inProc: @escaping AudioCallbacksSwift5.AudioSessionPropertyListener,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    AudioSessionAddPropertyListener(
        inID, unsafeBitCast(inProc, to: AudioCallbacks.AudioSessionPropertyListener.self),
        inClientData)
}

/// Removes a listener that was added with the same client data.
@available(swift, obsoleted: 6)
@_silgen_name("sori_swift5_AudioSessionRemovePropertyListenerWithUserData")
@discardableResult
public func AudioSessionRemovePropertyListenerWithUserData(
    _ inID: AudioSessionPropertyID,
    _ inProc: @escaping AudioCallbacksSwift5.AudioSessionPropertyListener,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    AudioSessionRemovePropertyListenerWithUserData(
        inID, unsafeBitCast(inProc, to: AudioCallbacks.AudioSessionPropertyListener.self),
        inClientData)
}

/// Sets the callback of a sequence's user events.
@available(swift, obsoleted: 6)
@_silgen_name("sori_swift5_MusicSequenceSetUserCallback")
@discardableResult
public func MusicSequenceSetUserCallback(
    _ inSequence: MusicSequence, _ inCallback: AudioCallbacksSwift5.MusicSequenceUserCallback?,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    MusicSequenceSetUserCallback(
        inSequence,
        unsafeBitCast(inCallback, to: AudioCallbacks.MusicSequenceUserCallback?.self),
        inClientData)
}
