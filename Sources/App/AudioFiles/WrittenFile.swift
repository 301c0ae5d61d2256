import AudioCodecs
import AudioFormats
import AudioModel
import Foundation

/// A file that is written and can be read meanwhile. Any thread may use it; one call at a time
/// runs, the others wait.
///
/// A call from one of the app's own callbacks, during a call for the same file, is refused: it
/// would re-enter the writer.
///
/// Ownership: `lock` guards all mutable state.
final class WrittenFile: @unchecked Sendable {
    typealias Storage = ByteSource & ByteSink

    private let lock = NSRecursiveLock()
    // The fields below are used with the lock held.
    private var isBusy = false
    private var isClosed = false
    private let storage: any Storage
    private let writer: AudioFileWriter
    /// A reader of the file's current contents; `nil` after a change.
    private var reader: AudioFileReader?
    /// Whether the header on disk is out of date.
    private var isBehind: Bool
    private var defersSizes = true
    /// Whether the file was created rather than opened.
    private let isNew: Bool

    /// Creates a file.
    init(
        _ storage: any Storage, kind: ContainerKind, format: StreamFormat, isPageAligned: Bool,
        isEmptyUntilUpdated: Bool = false
    ) throws(AudioFileError) {
        self.storage = storage
        do throws(FormatError) {
            writer = try AudioFileWriter(storage, kind: kind, format: format)
        } catch {
            throw AudioFileError(writing: error)
        }
        writer.properties.isPageAligned = isPageAligned
        writer.properties.isEmptyUntilUpdated = isEmptyUntilUpdated
        isBehind = true
        isNew = true
        // Writes the header at once: a file without audio is valid, and errors show early.
        _ = try alone { file throws(AudioFileError) in try file.currentReader() }
    }

    /// Continues an existing file.
    init(continuing reader: AudioFileReader, in storage: any Storage) throws(AudioFileError) {
        self.storage = storage
        do throws(FormatError) {
            writer = try AudioFileWriter(continuing: reader, in: storage)
        } catch {
            guard case .badField = error.reason else { throw AudioFileError(error) }
            throw .notSupported
        }
        self.reader = reader
        isBehind = false
        isNew = false
    }

    private func alone<Answer>(
        _ body: (WrittenFile) throws(AudioFileError) -> Answer
    ) throws(AudioFileError) -> Answer {
        lock.lock()
        defer { lock.unlock() }
        guard !isClosed else { throw .notOpen }
        guard !isBusy else { throw .notSupported }
        isBusy = true
        defer { isBusy = false }
        return try body(self)
    }

    private func trying<Answer>(
        _ body: () throws(FormatError) -> Answer
    ) throws(AudioFileError) -> Answer {
        do throws(FormatError) { return try body() } catch {
            throw AudioFileError(error, from: storage, isWriting: true)
        }
    }

    // MARK: Reading

    /// Brings the header up to date and gives access to a reader.
    func reading<Answer>(
        _ body: (AudioFileReader) throws(AudioFileError) -> Answer
    ) throws(AudioFileError) -> Answer {
        try alone { file throws(AudioFileError) in try body(file.currentReader()) }
    }

    private func currentReader() throws(AudioFileError) -> AudioFileReader {
        if let reader { return reader }
        let current = try trying { () throws(FormatError) in
            do throws(FormatError) {
                try bringUpToDate()
                return try AudioFileReader(storage)
            } catch {
                // A file without packets, or one that waits for its magic cookie, cannot be parsed
                // yet.
                let isWaiting = error.reason == .missing("magic cookie")
                guard writer.packetCount == 0, isWaiting || error.reason == .empty else {
                    throw error
                }
                return try AudioFileReader(empty: writer)
            }
        }
        reader = current
        return current
    }

    private func bringUpToDate() throws(FormatError) {
        guard isBehind else { return }
        try writer.update()
        isBehind = false
    }

    // MARK: Writing

    /// Whether there is audio, or was at opening, which fixes the header.
    private var isSettled: Bool { !isNew || writer.dataByteCount > 0 }

    /// Changes the file through its writer.
    private func changing<Answer>(
        _ body: (AudioFileWriter) throws(AudioFileError) -> Answer
    ) throws(AudioFileError) -> Answer {
        try alone { file throws(AudioFileError) in
            let byteCount = file.writer.dataByteCount
            let answer: Answer
            do throws(AudioFileError) {
                answer = try body(file.writer)
            } catch {
                // Some packets can have been written before the error.
                if file.writer.dataByteCount != byteCount { file.takeChange() }
                throw error
            }
            file.takeChange()
            try file.keepWhole()
            return answer
        }
    }

    /// Completes the file after a change when the app does not defer size updates.
    private func keepWhole() throws(AudioFileError) {
        guard !defersSizes else { return }
        guard writer.dataByteCount > 0 else {
            // A file that waits for its magic cookie cannot be completed yet.
            _ = try currentReader()
            return
        }
        try trying { () throws(FormatError) in try writer.updateInSteps() }
        isBehind = writer.isOpenEnded
    }

    /// Marks the reader and the header on disk as out of date.
    private func takeChange() {
        reader = nil
        isBehind = true
    }

    func writeBytes(
        at offset: Int64, _ bytes: UnsafeRawBufferPointer
    ) throws(AudioFileError) {
        try changing { writer throws(AudioFileError) in
            guard !writer.format.isVariableBitRate else { throw .notSupported }
            guard (0...writer.dataByteCount).contains(offset) else { throw .positionOutOfRange }
            try self.trying { () throws(FormatError) in try writer.writeBytes(at: offset, bytes) }
        }
    }

    func writePackets(
        startingAt index: Int64, count: Int, from bytes: UnsafeRawBufferPointer,
        descriptions: UnsafeBufferPointer<PacketDescription>?
    ) throws(AudioFileError) {
        try changing { writer throws(AudioFileError) in
            guard (0...writer.packetCount).contains(index) else { throw .packetOutOfRange }
            if writer.format.isVariableBitRate {
                guard count > 0 else { return }
                guard index == writer.packetCount else { throw .packetOutOfRange }
                guard let descriptions else { throw .missingArgument }
                try Self.check(descriptions, in: bytes.count)
            } else {
                let (byteCount, overflow) = count.multipliedReportingOverflow(
                    by: Int(writer.format.bytesPerPacket))
                guard !overflow, byteCount <= bytes.count else { throw .wrongArgument }
            }
            try self.trying { () throws(FormatError) in
                try writer.writePackets(
                    startingAt: index, count: count, from: bytes, descriptions: descriptions)
            }
        }
    }

    /// Checks all byte ranges before anything is written.
    private static func check(
        _ descriptions: UnsafeBufferPointer<PacketDescription>, in byteCount: Int
    ) throws(AudioFileError) {
        for packet in descriptions {
            let (end, overflow) = packet.startOffset.addingReportingOverflow(
                Int64(packet.byteCount))
            guard packet.startOffset >= 0, !overflow, end <= byteCount else {
                throw .wrongArgument
            }
        }
    }

    func optimize() throws(AudioFileError) {
        try changing { writer throws(AudioFileError) in
            do throws(FormatError) { try writer.optimize() } catch {
                // An app's storage cannot always be read back to move the audio.
                guard case .badField = error.reason else {
                    return try self.trying { () throws(FormatError) in throw error }
                }
                throw .notSupported
            }
        }
    }

    /// Writes the rest of the header. The file is closed even after an error.
    func close() throws(AudioFileError) {
        try alone { file throws(AudioFileError) in
            defer { file.isClosed = true }
            guard file.isBehind || file.writer.isOpenEnded else { return }
            try file.trying { () throws(FormatError) in try file.writer.updateWithinRoom() }
        }
    }

    // MARK: Properties

    /// State that decides which properties can be set.
    func state() throws(AudioFileError) -> WritingState {
        try alone { file throws(AudioFileError) in
            WritingState(
                kind: file.writer.kind, format: file.writer.format, isNew: file.isNew,
                isSettled: file.isSettled,
                defersSizes: file.defersSizes, hasPacketTable: file.writer.hasPacketTable,
                packetCount: file.writer.packetCount)
        }
    }

    func setDefersSizes(_ defersSizes: Bool) throws(AudioFileError) {
        try alone { file throws(AudioFileError) in
            file.defersSizes = defersSizes
            // With a packet index behind the audio, a file is complete at every moment only when it
            // is fragmented; a file that was begun otherwise stays so.
            if !file.isSettled { file.writer.properties.isFragmented = !defersSizes }
            if !defersSizes { _ = try file.currentReader() }
        }
    }

    /// Changes the header. Throws `tooLate` once there is audio.
    func changeHead(
        _ change: (AudioFileWriter) throws(FormatError) -> Void
    ) throws(AudioFileError) {
        try changing { writer throws(AudioFileError) in
            guard !self.isSettled else { throw .tooLate }
            try self.trying { () throws(FormatError) in try change(writer) }
        }
    }

    /// Changes the header in place while there is room: some encoders know their magic cookie only
    /// at the end.
    func changeHeadInPlace(
        _ change: (inout WritingProperties) -> Void
    ) throws(AudioFileError) {
        try changing { writer throws(AudioFileError) in
            guard self.isNew else { throw .tooLate }
            let before = writer.properties
            change(&writer.properties)
            let fits = try self.trying { () throws(FormatError) in try writer.headFits() }
            guard fits else {
                writer.properties = before
                throw .tooLate
            }
        }
    }

    /// Changes properties that can change until the file is closed.
    func change(
        _ change: (AudioFileWriter) throws(AudioFileError) -> Void
    ) throws(AudioFileError) {
        try changing(change)
    }

    func truncate(toByteCount byteCount: Int64) throws(AudioFileError) {
        try changing { writer throws(AudioFileError) in
            try self.trying { () throws(FormatError) in
                try writer.truncate(toByteCount: byteCount)
            }
        }
    }

    /// Replaces, appends or removes a chunk.
    func replaceChunk(
        _ id: FourCC, at index: Int, with bytes: [UInt8]?
    ) throws(AudioFileError) {
        try alone { file throws(AudioFileError) in
            let writer = file.writer
            guard writer.hasChunks, !AudioFileWriter.isStructure(id) else { throw .notSupported }
            let count = try file.currentReader().chunkCount(of: id)
            guard index <= count, bytes != nil || index < count else { throw .noSuchPart }
            guard writer.replaceChunk(id, at: index, of: count, with: bytes) else {
                throw .notSupported
            }
            file.takeChange()
            if !file.defersSizes { _ = try file.currentReader() }
        }
    }
}
