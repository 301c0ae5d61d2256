public import AudioCallbacks
import CAudioToolbox
import CoreAudioTypes
import CoreFoundation
import Foundation

// C entry points of the functions of <AudioToolbox/MusicPlayer.h> that take Core Foundation types,
// callbacks or Booleans. `@usableFromInline` keeps their symbols in a shared library.

@c(MusicPlayerIsPlaying)
@usableFromInline
func isPlayingForC(_ inPlayer: OpaquePointer?, _ outIsPlaying: UnsafeMutablePointer<Bool>?) -> Int32
{
    musicStatus { () throws(MusicError) in
        guard let outIsPlaying else { throw .invalidArgument }
        outIsPlaying.pointee = try player(inPlayer).isPlaying
    }
}

@c(MusicSequenceFileLoad)
@usableFromInline
func loadFileForC(
    _ inSequence: OpaquePointer?, _ inFileRef: UnsafeRawPointer?, _ inFileTypeHint: UInt32,
    _ inFlags: UInt32
) -> Int32 {
    musicStatus { () throws(MusicError) in
        guard let inFileRef else { throw .invalidArgument }
        try loadMusicFile(
            inSequence, filePath(ofCFURL: inFileRef), fileType(inFileTypeHint),
            MusicSequenceLoadFlags(rawValue: inFlags))
    }
}

@c(MusicSequenceFileLoadData)
@usableFromInline
func loadDataForC(
    _ inSequence: OpaquePointer?, _ inData: UnsafeRawPointer?, _ inFileTypeHint: UInt32,
    _ inFlags: UInt32
) -> Int32 {
    musicStatus { () throws(MusicError) in
        guard let inData else { throw .invalidArgument }
        let data = Unmanaged<CoreFoundation.CFData>.fromOpaque(inData).takeUnretainedValue()
        guard CFGetTypeID(data) == CFDataGetTypeID() else { throw .invalidArgument }
        let count = CFDataGetLength(data)
        let bytes = CFDataGetBytePtr(data).map {
            Array(UnsafeBufferPointer(start: $0, count: count))
        }
        try loadMusic(
            sequence(inSequence), bytes ?? [], fileType(inFileTypeHint),
            MusicSequenceLoadFlags(rawValue: inFlags))
    }
}

@c(MusicSequenceFileCreate)
@usableFromInline
func createFileForC(
    _ inSequence: OpaquePointer?, _ inFileRef: UnsafeRawPointer?, _ inFileType: UInt32,
    _ inFlags: UInt32, _ inResolution: Int16
) -> Int32 {
    musicStatus { () throws(MusicError) in
        guard let inFileRef else { throw .invalidArgument }
        try createMusicFile(
            inSequence, filePath(ofCFURL: inFileRef), fileType(inFileType),
            MusicSequenceFileFlags(rawValue: inFlags), inResolution)
    }
}

@c(MusicSequenceFileCreateData)
@usableFromInline
func createDataForC(
    _ inSequence: OpaquePointer?, _ inFileType: UInt32, _ inFlags: UInt32, _ inResolution: Int16,
    _ outData: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> Int32 {
    musicStatus { () throws(MusicError) in
        guard let outData else { throw .invalidArgument }
        let bytes = try musicFile(inSequence, fileType(inFileType), inResolution)
        outData.pointee = CFDataCreate(nil, bytes, bytes.count).map {
            UnsafeRawPointer(Unmanaged.passRetained($0).toOpaque())
        }
    }
}

@c(MusicSequenceSetUserCallback)
@usableFromInline
func setUserCallbackForC(
    _ inSequence: OpaquePointer?, _ inCallback: MusicSequenceUserCallback?,
    _ inClientData: UnsafeMutableRawPointer?
) -> Int32 {
    setUserCallback(inSequence, inCallback, inClientData)
}

@c(MusicSequenceGetInfoDictionary)
@usableFromInline
func informationForC(_ inSequence: OpaquePointer?) -> UnsafeRawPointer? {
    musicInformation(inSequence).map {
        UnsafeRawPointer(Unmanaged.passRetained($0).toOpaque())
    }
}

@c(MusicEventIteratorHasPreviousEvent)
@usableFromInline
func hasPreviousEventForC(
    _ inIterator: OpaquePointer?, _ outHasPrevEvent: UnsafeMutablePointer<Bool>?
) -> Int32 {
    musicStatus { () throws(MusicError) in
        guard let outHasPrevEvent else { throw .invalidArgument }
        outHasPrevEvent.pointee = try iterator(inIterator).hasPrevious
    }
}

@c(MusicEventIteratorHasNextEvent)
@usableFromInline
func hasNextEventForC(
    _ inIterator: OpaquePointer?, _ outHasNextEvent: UnsafeMutablePointer<Bool>?
) -> Int32 {
    musicStatus { () throws(MusicError) in
        guard let outHasNextEvent else { throw .invalidArgument }
        outHasNextEvent.pointee = try iterator(inIterator).hasNext
    }
}

@c(MusicEventIteratorHasCurrentEvent)
@usableFromInline
func hasCurrentEventForC(
    _ inIterator: OpaquePointer?, _ outHasCurEvent: UnsafeMutablePointer<Bool>?
) -> Int32 {
    musicStatus { () throws(MusicError) in
        guard let outHasCurEvent else { throw .invalidArgument }
        outHasCurEvent.pointee = try iterator(inIterator).hasCurrent
    }
}

/// A type of C's, which may be any number.
private func fileType(_ number: UInt32) throws(MusicError) -> MusicSequenceFileTypeID {
    guard let type = MusicSequenceFileTypeID(rawValue: number) else { throw .invalidSequenceType }
    return type
}
