import AudioCodecs
import AudioFiles
import AudioFormats
import AudioModel
public import CAudioToolbox
public import CoreAudioTypes

// Audio File Services; <AudioToolbox/AudioFile.h> declares and documents them.

/// The program's open audio files.
let openFiles = HandleTable<OpenAudioFile>()

// MARK: Opening

/// Implements `AudioFileOpenURL` for Swift and C.
///
/// - Parameter path: Called when the other arguments are valid.
func openAudioFile(
    _ permissions: AudioFilePermissions, _ hint: AudioFileTypeID,
    _ outAudioFile: UnsafeMutablePointer<AudioFileID?>?, path: () -> String?
) -> OSStatus {
    status { () throws(AudioFileError) in
        guard let outAudioFile else { throw .missingArgument }
        let permission: OpenAudioFile.Permission
        switch permissions {
        case .readPermission: permission = .read
        case .writePermission: permission = .write
        case .readWritePermission: permission = .readWrite
        default: throw .wrongArgument
        }
        guard let path = path() else { throw .noSuchFile }
        outAudioFile.pointee = openFiles.add(
            try OpenAudioFile(path: path, for: permission, hint: ContainerKind(hint: hint)))
    }
}

/// Implements `AudioFileCreateWithURL` for Swift and C.
///
/// - Parameter path: Called when the other arguments are valid.
func createAudioFile(
    _ type: AudioFileTypeID, _ format: UnsafePointer<AudioStreamBasicDescription>?,
    _ flags: AudioFileFlags, _ outAudioFile: UnsafeMutablePointer<AudioFileID?>?,
    path: () -> String?
) -> OSStatus {
    status { () throws(AudioFileError) in
        guard let outAudioFile, let format else { throw .missingArgument }
        guard let path = path() else { throw .noSuchFile }
        outAudioFile.pointee = openFiles.add(
            try OpenAudioFile(
                creating: path, FourCC(rawValue: type), StreamFormat(format.pointee),
                mayReplace: flags.contains(.eraseFile),
                isPageAligned: !flags.contains(.dontPageAlignAudioData)))
    }
}

extension ContainerKind {
    /// - Parameter type: The app's hint for bytes that do not identify their file type.
    /// - Returns: `nil` for file types that are always recognised.
    init?(hint type: AudioFileTypeID) {
        switch type {
        case kAudioFileMP3Type: self = .mp3
        case kAudioFileAAC_ADTSType: self = .adts
        default: return nil
        }
    }
}

/// The app's callbacks for `AudioFileOpenWithCallbacks` and `AudioFileInitializeWithCallbacks`.
struct FileCallbacks {
    // Optional client data, for programs that pass none.
    typealias Read =
        @Sendable @convention(c) (
            UnsafeMutableRawPointer?, Int64, UInt32, UnsafeMutableRawPointer,
            UnsafeMutablePointer<UInt32>
        ) -> OSStatus
    typealias Write =
        @Sendable @convention(c) (
            UnsafeMutableRawPointer?, Int64, UInt32, UnsafeRawPointer,
            UnsafeMutablePointer<UInt32>
        ) -> OSStatus
    typealias Size = @Sendable @convention(c) (UnsafeMutableRawPointer?) -> Int64
    typealias SetSize = @Sendable @convention(c) (UnsafeMutableRawPointer?, Int64) -> OSStatus

    var clientData: UnsafeMutableRawPointer?
    var read: Read?
    var write: Write?
    var size: Size?
    var setSize: SetSize?

    var canWrite: Bool { write != nil && setSize != nil }

    func bytes() throws(AudioFileError) -> CallbackBytes {
        guard let read, let size else { throw .missingArgument }
        // Passed back unchanged; its ownership is the app's.
        nonisolated(unsafe) let clientData = clientData
        let readBytes: CallbackBytes.Read = { offset, buffer in
            guard let start = buffer.baseAddress else { return .init(status: 0, byteCount: 0) }
            var count: UInt32 = 0
            let status = read(clientData, offset, UInt32(clamping: buffer.count), start, &count)
            return .init(status: status, byteCount: count)
        }
        guard let write, let setSize else {
            return CallbackBytes(byteCount: size(clientData), read: readBytes)
        }
        return CallbackBytes(
            byteCount: size(clientData), read: readBytes,
            write: { offset, bytes in
                guard let start = bytes.baseAddress else { return .init(status: 0, byteCount: 0) }
                var count: UInt32 = 0
                let status = write(clientData, offset, UInt32(clamping: bytes.count), start, &count)
                return .init(status: status, byteCount: count)
            },
            setSize: { setSize(clientData, $0) })
    }
}

/// Implements `AudioFileOpenWithCallbacks` for Swift and C.
func openAudioFile(
    _ functions: FileCallbacks, _ hint: AudioFileTypeID,
    _ outAudioFile: UnsafeMutablePointer<AudioFileID?>?
) -> OSStatus {
    status { () throws(AudioFileError) in
        guard let outAudioFile else { throw .missingArgument }
        let bytes = try functions.bytes()
        let kind = ContainerKind(hint: hint)
        outAudioFile.pointee = openFiles.add(
            functions.canWrite
                ? try OpenAudioFile(writable: bytes, hint: kind)
                : try OpenAudioFile(bytes, hint: kind))
    }
}

/// Implements `AudioFileInitializeWithCallbacks` for Swift and C.
func createAudioFile(
    _ functions: FileCallbacks, _ type: AudioFileTypeID,
    _ format: UnsafePointer<AudioStreamBasicDescription>?, _ flags: AudioFileFlags,
    _ outAudioFile: UnsafeMutablePointer<AudioFileID?>?
) -> OSStatus {
    status { () throws(AudioFileError) in
        guard let outAudioFile, let format, functions.canWrite else { throw .missingArgument }
        outAudioFile.pointee = openFiles.add(
            try OpenAudioFile(
                creating: try functions.bytes(), FourCC(rawValue: type),
                StreamFormat(format.pointee),
                isPageAligned: !flags.contains(.dontPageAlignAudioData)))
    }
}

@c @implementation
public func AudioFileClose(_ inAudioFile: AudioFileID!) -> OSStatus {
    status { () throws(AudioFileError) in
        guard let inAudioFile else { throw .missingArgument }
        guard let file = openFiles.remove(inAudioFile) else { throw .notOpen }
        // Calls under way finish first.
        try file.close()
    }
}

@c @implementation
public func AudioFileOptimize(_ inAudioFile: AudioFileID!) -> OSStatus {
    status { () throws(AudioFileError) in try file(inAudioFile).optimize() }
}

func file(_ id: AudioFileID?) throws(AudioFileError) -> OpenAudioFile {
    guard let id else { throw .missingArgument }
    guard let file = openFiles[id] else { throw .notOpen }
    return file
}

// MARK: Reading

@c @implementation
public func AudioFileReadBytes(
    _ inAudioFile: AudioFileID!, _ inUseCache: Bool, _ inStartingByte: Int64,
    _ ioNumBytes: UnsafeMutablePointer<UInt32>!, _ outBuffer: UnsafeMutableRawPointer!
) -> OSStatus {
    status { () throws(AudioFileError) in
        let file = try file(inAudioFile)
        guard let ioNumBytes, let outBuffer else { throw .missingArgument }
        let wanted = Int(ioNumBytes.pointee)
        let count = try file.readBytes(
            at: inStartingByte,
            into: UnsafeMutableRawBufferPointer(start: outBuffer, count: wanted))
        ioNumBytes.pointee = UInt32(count)
        guard count == wanted else { throw .endOfFile }
    }
}

// Packets beyond the end are no error: logs of programs on phones show a read there that returned
// no packets and no error.

@c @implementation
public func AudioFileReadPacketData(
    _ inAudioFile: AudioFileID!, _ inUseCache: Bool,
    _ ioNumBytes: UnsafeMutablePointer<UInt32>!,
    _ outPacketDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>!,
    _ inStartingPacket: Int64, _ ioNumPackets: UnsafeMutablePointer<UInt32>!,
    _ outBuffer: UnsafeMutableRawPointer!
) -> OSStatus {
    // Apple's published sample of the reader asks for at least one byte and one packet.
    if let ioNumBytes, let ioNumPackets, ioNumBytes.pointee == 0 || ioNumPackets.pointee == 0 {
        return status { () throws(AudioFileError) in
            _ = try file(inAudioFile)
            throw .wrongArgument
        }
    }
    return readPackets(
        inAudioFile, inStartingPacket, ioNumPackets, outPacketDescriptions, into: outBuffer,
        byteCount: ioNumBytes?.pointee, ioNumBytes)
}

@c @implementation
public func AudioFileReadPackets(
    _ inAudioFile: AudioFileID!, _ inUseCache: Bool,
    _ outNumBytes: UnsafeMutablePointer<UInt32>!,
    _ outPacketDescriptions: UnsafeMutablePointer<AudioStreamPacketDescription>!,
    _ inStartingPacket: Int64, _ ioNumPackets: UnsafeMutablePointer<UInt32>!,
    _ outBuffer: UnsafeMutableRawPointer!
) -> OSStatus {
    // The caller's buffer holds that many packets of the largest size.
    readPackets(
        inAudioFile, inStartingPacket, ioNumPackets, outPacketDescriptions, into: outBuffer,
        byteCount: nil, outNumBytes)
}

private func readPackets(
    _ id: AudioFileID?, _ start: Int64, _ ioNumPackets: UnsafeMutablePointer<UInt32>?,
    _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?,
    into buffer: UnsafeMutableRawPointer?, byteCount: UInt32?,
    _ outNumBytes: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
    status { () throws(AudioFileError) in
        let file = try file(id)
        guard let outNumBytes, let ioNumPackets, let buffer else { throw .missingArgument }
        let count = Int(ioNumPackets.pointee)
        // The two structures have the same layout.
        let descriptions = descriptions.map {
            UnsafeMutableBufferPointer(
                start: UnsafeMutableRawPointer($0).assumingMemoryBound(to: PacketDescription.self),
                count: count)
        }
        let read: PacketRead
        do throws(AudioFileError) {
            read = try file.readPackets(
                startingAt: start, count: count, into: buffer,
                byteCount: byteCount.map { Int($0) }, descriptions: descriptions)
        } catch {
            // The first packet is larger than the buffer.
            if error == .wrongArgument { (outNumBytes.pointee, ioNumPackets.pointee) = (0, 0) }
            throw error
        }
        outNumBytes.pointee = UInt32(read.byteCount)
        ioNumPackets.pointee = UInt32(read.packetCount)
    }
}

// MARK: Writing

@c @implementation
public func AudioFileWriteBytes(
    _ inAudioFile: AudioFileID!, _ inUseCache: Bool, _ inStartingByte: Int64,
    _ ioNumBytes: UnsafeMutablePointer<UInt32>!, _ inBuffer: UnsafeRawPointer!
) -> OSStatus {
    status { () throws(AudioFileError) in
        let file = try file(inAudioFile)
        guard let ioNumBytes, let inBuffer else { throw .missingData }
        // Writes all bytes or throws.
        try file.writeBytes(
            at: inStartingByte,
            UnsafeRawBufferPointer(start: inBuffer, count: Int(ioNumBytes.pointee)))
    }
}

@c @implementation
public func AudioFileWritePackets(
    _ inAudioFile: AudioFileID!, _ inUseCache: Bool, _ inNumBytes: UInt32,
    _ inPacketDescriptions: UnsafePointer<AudioStreamPacketDescription>!,
    _ inStartingPacket: Int64, _ ioNumPackets: UnsafeMutablePointer<UInt32>!,
    _ inBuffer: UnsafeRawPointer!
) -> OSStatus {
    status { () throws(AudioFileError) in
        let file = try file(inAudioFile)
        guard let ioNumPackets, let inBuffer else { throw .missingData }
        let count = Int(ioNumPackets.pointee)
        // The two structures have the same layout.
        let descriptions = inPacketDescriptions.map {
            UnsafeBufferPointer(
                start: UnsafeRawPointer($0).assumingMemoryBound(to: PacketDescription.self),
                count: count)
        }
        // Writes all packets or throws.
        try file.writePackets(
            startingAt: inStartingPacket, count: count,
            from: UnsafeRawBufferPointer(start: inBuffer, count: Int(inNumBytes)),
            descriptions: descriptions)
    }
}
