public import AudioCallbacks
public import CAudioToolbox
public import CoreAudioTypes
public import Foundation

// The functions of <AudioToolbox/MusicPlayer.h> that C declares with Core Foundation types,
// callbacks or Booleans, with the types that Swift sees on Apple's systems.

/// Gets whether the player plays; `true` past the end too, until it is stopped.
@discardableResult
public func MusicPlayerIsPlaying(
    _ inPlayer: MusicPlayer, _ outIsPlaying: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        outIsPlaying.pointee = DarwinBoolean(try player(inPlayer).isPlaying)
    }
}

/// Loads a file: its tracks are appended, its tempos replace those of the sequence.
///
/// - Parameter inFileRef: A file URL; a URL without a scheme is taken as a path.
/// - Returns: −43 for a missing file, −10846 for one that is no Standard MIDI File.
@discardableResult
public func MusicSequenceFileLoad(
    _ inSequence: MusicSequence, _ inFileRef: CFURL, _ inFileTypeHint: MusicSequenceFileTypeID,
    _ inFlags: MusicSequenceLoadFlags
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        try loadMusicFile(inSequence, filePath(of: inFileRef), inFileTypeHint, inFlags)
    }
}

/// Loads the bytes of a file, as `MusicSequenceFileLoad` does.
@discardableResult
public func MusicSequenceFileLoadData(
    _ inSequence: MusicSequence, _ inData: CFData, _ inFileTypeHint: MusicSequenceFileTypeID,
    _ inFlags: MusicSequenceLoadFlags
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        try loadMusic(sequence(inSequence), Array(inData as Data), inFileTypeHint, inFlags)
    }
}

/// Writes a file, without loops, offsets and mutes.
///
/// - Parameters:
///   - inFileRef: A file URL; a URL without a scheme is taken as a path.
///   - inResolution: Ticks in a beat, or for a sequence in seconds one of
///     `MusicSequenceSetSMPTEResolution`; 0 for the sequence's own, or 25 frames of 40 ticks.
/// - Returns: −54 for an existing file that is not to be erased and for one that cannot be
///   written, −10846 for a type that cannot be written and for a sequence in samples.
@discardableResult
public func MusicSequenceFileCreate(
    _ inSequence: MusicSequence, _ inFileRef: CFURL, _ inFileType: MusicSequenceFileTypeID,
    _ inFlags: MusicSequenceFileFlags, _ inResolution: Int16
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        try createMusicFile(
            inSequence, filePath(of: inFileRef), inFileType, inFlags, inResolution)
    }
}

/// Makes the bytes of a file, as `MusicSequenceFileCreate` does. The caller releases them.
@discardableResult
public func MusicSequenceFileCreateData(
    _ inSequence: MusicSequence, _ inFileType: MusicSequenceFileTypeID,
    _ inFlags: MusicSequenceFileFlags, _ inResolution: Int16,
    _ outData: UnsafeMutablePointer<Unmanaged<CFData>?>
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        let bytes = try musicFile(inSequence, inFileType, inResolution)
        outData.pointee = Unmanaged.passRetained(NSData(data: Data(bytes)))
    }
}

/// Sets the callback of a sequence's user events; `nil` for none.
///
/// It runs on an internal thread, when the event is about to be heard.
@available(swift, introduced: 6)
@preconcurrency
@discardableResult
public func MusicSequenceSetUserCallback(
    _ inSequence: MusicSequence, _ inCallback: MusicSequenceUserCallback?,
    _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
    setUserCallback(inSequence, inCallback, inClientData)
}

/// Gets information by the keys `kAFInfoDictionary_…`: title, copyright, tempo, time and key
/// signature, approximate duration. Empty for an invalid handle.
public func MusicSequenceGetInfoDictionary(_ inSequence: MusicSequence) -> CFDictionary {
    musicInformation(inSequence) ?? NSDictionary()
}

/// Gets whether there is an event before.
@discardableResult
public func MusicEventIteratorHasPreviousEvent(
    _ inIterator: MusicEventIterator, _ outHasPrevEvent: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        outHasPrevEvent.pointee = DarwinBoolean(try iterator(inIterator).hasPrevious)
    }
}

/// Gets whether there is an event behind this one.
@discardableResult
public func MusicEventIteratorHasNextEvent(
    _ inIterator: MusicEventIterator, _ outHasNextEvent: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        outHasNextEvent.pointee = DarwinBoolean(try iterator(inIterator).hasNext)
    }
}

/// Gets whether the iterator is at an event.
@discardableResult
public func MusicEventIteratorHasCurrentEvent(
    _ inIterator: MusicEventIterator, _ outHasCurEvent: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        outHasCurEvent.pointee = DarwinBoolean(try iterator(inIterator).hasCurrent)
    }
}

// MARK: Shared by Swift and C

func setUserCallback(
    _ handle: MusicSequence?, _ callback: MusicSequenceUserCallback?,
    _ clientData: UnsafeMutableRawPointer?
) -> OSStatus {
    musicStatus { () throws(MusicError) in
        try sequence(handle).setCallback(
            callback.map {
                MusicSequenceObject.UserCallback(
                    procedure: $0, clientData: UInt(bitPattern: clientData))
            })
    }
}
