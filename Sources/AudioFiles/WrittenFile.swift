import AudioFormats
import AudioModel
import Foundation

/// A file that is written, and can be read meanwhile. Any thread may use it: one call at a time is
/// let in, the others wait.
///
/// A call that comes from one of the app's own functions, while it does the file's work, is refused:
/// waiting for itself it would never come to an end.
final class WrittenFile: @unchecked Sendable {
    typealias Storage = ByteSource & ByteSink

    private let lock = NSRecursiveLock()
    // All that follows is only touched with the lock held.
    private var isBusy = false
    private var isClosed = false
    private let storage: any Storage
    private let writer: AudioFileWriter
    /// Of the file as it is now; nil after a change.
    private var reader: AudioFileReader?
    /// Whether the file's head has yet to be written.
    private var isBehind: Bool
    private var defersSizes = true
    /// The number of a new file's packets can still be none.
    private let isNew: Bool

    /// Makes a file.
    init(
        _ storage: any Storage, kind: ContainerKind, format: StreamFormat, isPageAligned: Bool
    ) throws(AudioFileError) {
        self.storage = storage
        do throws(FormatError) {
            writer = try AudioFileWriter(storage, kind: kind, format: format)
        } catch {
            throw AudioFileError(writing: error)
        }
        writer.properties.isPageAligned = isPageAligned
        isBehind = true
        isNew = true
        // A file without audio is a file, too; and what cannot be written shows at once.
        _ = try alone { file throws(AudioFileError) in try file.currentReader() }
    }

    /// Goes on with a file.
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
            if storage is CallbackBytes {
                switch error.reason {
                case .cannotRead(let status), .cannotWrite(let status):
                    throw status == 0 ? .failedWithoutReason : .appFailed(status: status)
                default: break
                }
            }
            throw AudioFileError(writing: error)
        }
    }

    // MARK: Reading

    /// Brings the file up to date, and reads it.
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
                // A stream without packets is no file yet; nor is one that waits for its cookie.
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

    /// Whether there is audio, or was when the file was opened: then its head is settled.
    private var isSettled: Bool { !isNew || writer.dataByteCount > 0 }

    /// Changes the file by a call of its writer.
    private func changing<Answer>(
        _ body: (AudioFileWriter) throws(AudioFileError) -> Answer
    ) throws(AudioFileError) -> Answer {
        try alone { file throws(AudioFileError) in
            let byteCount = file.writer.dataByteCount
            let answer: Answer
            do throws(AudioFileError) {
                answer = try body(file.writer)
            } catch {
                // Some packets can have been written before one could not be.
                if file.writer.dataByteCount != byteCount { file.takeChange() }
                throw error
            }
            file.takeChange()
            try file.keepWhole()
            return answer
        }
    }

    /// Has the file whole after every change, where the app wants it so.
    private func keepWhole() throws(AudioFileError) {
        guard !defersSizes else { return }
        guard writer.dataByteCount > 0 else {
            // Only a file that waits for its cookie cannot be.
            _ = try currentReader()
            return
        }
        try trying { () throws(FormatError) in try writer.updateInSteps() }
        isBehind = writer.isOpenEnded
    }

    /// What was known of the file, and its head, are of before.
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

    /// Before any is written.
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
                // A file whose bytes the app keeps cannot always be read back to be moved.
                guard case .badField = error.reason else {
                    return try self.trying { () throws(FormatError) in throw error }
                }
                throw .notSupported
            }
        }
    }

    /// Writes what is left. Calls after this find no file, whether it went well or not.
    func close() throws(AudioFileError) {
        try alone { file throws(AudioFileError) in
            defer { file.isClosed = true }
            guard file.isBehind || file.writer.isOpenEnded else { return }
            try file.trying { () throws(FormatError) in try file.writer.updateWithinRoom() }
        }
    }

    // MARK: Properties

    /// What decides about which properties can be set.
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
            // A file whose list of packets stands behind them is whole at any moment only in
            // fragments; one that was begun without them stays as it is.
            if !file.isSettled { file.writer.properties.isFragmented = !defersSizes }
            if !defersSizes { _ = try file.currentReader() }
        }
    }

    /// Changes what stands before the audio.
    func changeHead(
        _ change: (AudioFileWriter) throws(FormatError) -> Void
    ) throws(AudioFileError) {
        try changing { writer throws(AudioFileError) in
            guard !self.isSettled else { throw .tooLate }
            try self.trying { () throws(FormatError) in try change(writer) }
        }
    }

    /// Changes what stands before the audio while there is room for it: some encoders know their
    /// magic cookie only in the end.
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

    /// Changes what can be changed until the file is closed.
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

    /// Puts a chunk in the place of another, behind the others, or takes it away.
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
