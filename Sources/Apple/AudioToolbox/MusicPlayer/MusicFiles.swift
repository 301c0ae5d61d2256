import CAudioToolbox
import Foundation
import MIDISynthesis

// Files of sequences, for Swift and C.

/// The largest music file that is read, in bytes.
private let fileBytesMax = 64 << 20

/// Loads the file at a path; `nil` for a URL that is none.
func loadMusicFile(
    _ handle: MusicSequence?, _ path: String?, _ type: MusicSequenceFileTypeID,
    _ flags: MusicSequenceLoadFlags
) throws(MusicError) {
    let sequence = try sequence(handle)
    guard let path, FileManager.default.fileExists(atPath: path) else { throw .fileNotFound }
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let size = (attributes?[.size] as? NSNumber)?.intValue ?? 0
    guard attributes?[.type] as? FileAttributeType == .typeRegular, size <= fileBytesMax,
        let data = try? Data(contentsOf: URL(fileURLWithPath: path))
    else { throw .invalidSequenceType }
    try loadMusic(sequence, Array(data), type, flags)
}

/// Loads the bytes of a file.
func loadMusic(
    _ sequence: MusicSequenceObject, _ bytes: [UInt8], _ type: MusicSequenceFileTypeID,
    _ flags: MusicSequenceLoadFlags
) throws(MusicError) {
    guard type == .anyType || type == .midiType, let file = try? MIDIFile(bytes: bytes) else {
        throw .invalidSequenceType
    }
    sequence.load(file, splitsChannels: flags.contains(.smf_ChannelsToTracks))
}

/// Writes a file to a path; `nil` for a URL that is none.
func createMusicFile(
    _ handle: MusicSequence?, _ path: String?, _ type: MusicSequenceFileTypeID,
    _ flags: MusicSequenceFileFlags, _ resolution: Int16
) throws(MusicError) {
    let bytes = try musicFile(handle, type, resolution)
    guard let path else { throw .notWritable }
    guard flags.contains(.eraseFile) || !FileManager.default.fileExists(atPath: path) else {
        throw .notWritable
    }
    do {
        try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
        throw .notWritable
    }
}

/// The bytes of a file.
func musicFile(
    _ handle: MusicSequence?, _ type: MusicSequenceFileTypeID, _ resolution: Int16
) throws(MusicError) -> [UInt8] {
    let sequence = try sequence(handle)
    guard type == .midiType else { throw .invalidSequenceType }
    return try sequence.file(resolution: resolution)
}

/// Information about the music by the keys of `kAFInfoDictionary_…`; `nil` for an invalid handle.
func musicInformation(_ handle: MusicSequence?) -> NSDictionary? {
    guard let sequence = try? sequence(handle) else { return nil }
    let information = SequenceInformation(sequence.playable(sequence.contents))
    let texts = [
        (kAFInfoDictionary_Title, information.title),
        (kAFInfoDictionary_Copyright, information.copyright),
        (kAFInfoDictionary_TimeSignature, information.timeSignature),
        (kAFInfoDictionary_KeySignature, information.keySignature),
        (kAFInfoDictionary_Tempo, information.tempo),
    ]
    let result = NSMutableDictionary()
    for case (let key, let text?) in texts { result[key as NSString] = text as NSString }
    if let seconds = information.seconds {
        result[kAFInfoDictionary_ApproximateDurationInSeconds as NSString] = NSNumber(
            value: seconds)
    }
    return result
}
