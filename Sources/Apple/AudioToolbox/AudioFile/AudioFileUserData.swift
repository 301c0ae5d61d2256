import AudioCodecs
import AudioFiles
import AudioFormats
import AudioModel
public import CAudioToolbox
public import CoreAudioTypes

// Chunks as user data; <AudioToolbox/AudioFile.h> declares and documents the functions.

@c @implementation
public func AudioFileCountUserData(
    _ inAudioFile: AudioFileID!, _ inUserDataID: UInt32,
    _ outNumberItems: UnsafeMutablePointer<UInt32>!
) -> OSStatus {
    status { () throws(AudioFileError) in
        let count = try readingParts(of: inAudioFile) { reader throws(AudioFileError) in
            reader.chunkCount(of: FourCC(rawValue: inUserDataID))
        }
        guard let outNumberItems else { throw .missingArgument }
        outNumberItems.pointee = UInt32(clamping: count)
    }
}

@c @implementation
public func AudioFileGetUserDataSize(
    _ inAudioFile: AudioFileID!, _ inUserDataID: UInt32, _ inIndex: UInt32,
    _ outUserDataSize: UnsafeMutablePointer<UInt32>!
) -> OSStatus {
    status { () throws(AudioFileError) in
        let size = try partSize(inAudioFile, inUserDataID, inIndex)
        guard let outUserDataSize else { throw .missingArgument }
        guard let size = UInt32(exactly: size) else { throw .wrongDataSize }
        outUserDataSize.pointee = size
    }
}

@c @implementation
public func AudioFileGetUserDataSize64(
    _ inAudioFile: AudioFileID!, _ inUserDataID: UInt32, _ inIndex: UInt32,
    _ outUserDataSize: UnsafeMutablePointer<UInt64>!
) -> OSStatus {
    status { () throws(AudioFileError) in
        let size = try partSize(inAudioFile, inUserDataID, inIndex)
        guard let outUserDataSize else { throw .missingArgument }
        outUserDataSize.pointee = UInt64(clamping: size)
    }
}

@c @implementation
public func AudioFileGetUserData(
    _ inAudioFile: AudioFileID!, _ inUserDataID: UInt32, _ inIndex: UInt32,
    _ ioUserDataSize: UnsafeMutablePointer<UInt32>!, _ outUserData: UnsafeMutableRawPointer!
) -> OSStatus {
    AudioFileGetUserDataAtOffset(inAudioFile, inUserDataID, inIndex, 0, ioUserDataSize, outUserData)
}

@c @implementation
public func AudioFileGetUserDataAtOffset(
    _ inAudioFile: AudioFileID!, _ inUserDataID: UInt32, _ inIndex: UInt32, _ inOffset: Int64,
    _ ioUserDataSize: UnsafeMutablePointer<UInt32>!, _ outUserData: UnsafeMutableRawPointer!
) -> OSStatus {
    status { () throws(AudioFileError) in
        let file = try file(inAudioFile)
        let count = try readingParts(of: inAudioFile) { reader throws(AudioFileError) -> Int? in
            guard let ioUserDataSize, let outUserData else { throw .missingArgument }
            guard inOffset >= 0 else { throw .wrongArgument }
            let buffer = UnsafeMutableRawBufferPointer(
                start: outUserData, count: Int(ioUserDataSize.pointee))
            return try file.translating { () throws(FormatError) in
                try reader.readChunk(
                    FourCC(rawValue: inUserDataID), at: Int(inIndex), from: inOffset, into: buffer)
            }
        }
        guard let count else { throw .noSuchPart }
        ioUserDataSize?.pointee = UInt32(count)
    }
}

@c @implementation
public func AudioFileSetUserData(
    _ inAudioFile: AudioFileID!, _ inUserDataID: UInt32, _ inIndex: UInt32,
    _ inUserDataSize: UInt32, _ inUserData: UnsafeRawPointer!
) -> OSStatus {
    status { () throws(AudioFileError) in
        let file = try file(inAudioFile)
        guard let inUserData else { throw .missingArgument }
        let bytes = UnsafeRawBufferPointer(start: inUserData, count: Int(inUserDataSize))
        try file.setPart(FourCC(rawValue: inUserDataID), at: Int(inIndex), to: Array(bytes))
    }
}

@c @implementation
public func AudioFileRemoveUserData(
    _ inAudioFile: AudioFileID!, _ inUserDataID: UInt32, _ inIndex: UInt32
) -> OSStatus {
    status { () throws(AudioFileError) in
        try file(inAudioFile).removePart(FourCC(rawValue: inUserDataID), at: Int(inIndex))
    }
}

private func readingParts<Answer>(
    of id: AudioFileID?, _ body: (AudioFileReader) throws(AudioFileError) -> Answer
) throws(AudioFileError) -> Answer {
    try file(id).reading { reader throws(AudioFileError) in
        guard !reader.chunkIDs.isEmpty else { throw .notSupported }
        return try body(reader)
    }
}

private func partSize(
    _ id: AudioFileID?, _ name: UInt32, _ index: UInt32
) throws(AudioFileError) -> Int64 {
    try readingParts(of: id) { reader throws(AudioFileError) in
        let size = reader.chunkByteCount(of: FourCC(rawValue: name), at: Int(index))
        guard let size else { throw .noSuchPart }
        return size
    }
}
