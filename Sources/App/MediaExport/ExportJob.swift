import AudioCodecs
package import AudioFormats
package import AudioModel
package import SoundClient
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What an export reads, and the file it writes.
package struct ExportPlan: Sendable {
    /// What is read.
    package enum Input: Sendable {
        /// The packets of a file as they are.
        case packets(FileSound)
        /// Timelines, summed and encoded.
        case mix([SoundTimeline])
    }

    package var input: Input
    /// The part, in seconds; `nil` for all of it.
    package var range: Range<Double>?
    package var path: String
    package var kind: ContainerKind
    /// The format of a mix's frames before they are encoded, and how; for packets nothing is needed.
    package var encoding: Encoding?
    package var tags = FileTags()
    /// Whether what describes the sound comes before it.
    package var isOptimized = false

    /// How a mix is encoded.
    package struct Encoding: Sendable {
        /// Linear PCM at the rate and with the channels of the file.
        package var frames: StreamFormat
        package var output: MediaFileWriter.Output

        package init(frames: StreamFormat, output: MediaFileWriter.Output) {
            self.frames = frames
            self.output = output
        }
    }

    package init(_ input: Input, to path: String, kind: ContainerKind) {
        self.input = input
        self.path = path
        self.kind = kind
    }
}

/// Writes a file from media on a work queue of its own, piece by piece. Any thread.
///
/// A job that fails or is cancelled leaves no file, unless there was one before.
package final class ExportJob: Sendable {
    private let plan: ExportPlan
    private let queue: any WorkQueue
    private let completion: @Sendable (Result<Void, MediaExportError>) -> Void
    private let state = Mutex(State())
    private let work = Work()

    private struct State {
        var isStarted = false
        var isCancelled = false
        var progress = 0.0
    }

    /// What is read and written.
    ///
    /// Ownership: used on the job's queue only.
    private final class Work: @unchecked Sendable {
        var pieces: (any ExportPieces)?
    }

    /// Pieces of 8192 frames between looks at whether the job was cancelled.
    private static let piecesPerStep = 8

    /// - Parameter completion: Called once, on the job's queue.
    package init(
        _ plan: ExportPlan, for app: AppSound,
        completion: @escaping @Sendable (Result<Void, MediaExportError>) -> Void
    ) {
        self.plan = plan
        self.completion = completion
        queue = app.environment.makeWorkQueue(label: "sori.export")
    }

    /// Begins; later calls do nothing.
    package func start() {
        let isFirst = state.withLock { state in
            defer { state.isStarted = true }
            return !state.isStarted
        }
        if isFirst { queue.async { [self] in begin() } }
    }

    /// Ends the job as soon as possible; the completion is called with `cancelled`, unless the file is
    /// complete before.
    package func cancel() {
        state.withLock { $0.isCancelled = true }
    }

    /// The share that is done: 0…1.
    package var progress: Double { state.withLock { $0.progress } }

    private var isCancelled: Bool { state.withLock { $0.isCancelled } }

    private func begin() {
        guard !isCancelled else { return completion(.failure(.cancelled)) }
        do throws(MediaExportError) {
            work.pieces =
                switch plan.input {
                case .packets(let source): try PacketExport(source, plan)
                case .mix(let timelines): try MixExport(timelines, plan)
                }
        } catch {
            return completion(.failure(error))
        }
        step()
    }

    private func step() {
        guard let pieces = work.pieces else { return }
        guard !isCancelled else { return end(.failure(.cancelled)) }
        do throws(MediaExportError) {
            for _ in 0..<Self.piecesPerStep {
                guard try pieces.writeNext() else {
                    try pieces.finish()
                    state.withLock { $0.progress = 1 }
                    return end(.success(()))
                }
            }
        } catch {
            return end(.failure(error))
        }
        let progress = pieces.progress
        state.withLock { $0.progress = max($0.progress, min(progress, 1)) }
        queue.async { [self] in step() }
    }

    private func end(_ result: Result<Void, MediaExportError>) {
        work.pieces = nil
        if case .failure = result { unlink(plan.path) }
        completion(result)
    }
}

/// The pieces of an export. One thread at a time.
private protocol ExportPieces: AnyObject {
    /// The share that is done.
    var progress: Double { get }
    /// Reads and writes a piece.
    ///
    /// - Returns: `false` at the end.
    func writeNext() throws(MediaExportError) -> Bool
    func finish() throws(MediaExportError)
}

private final class PacketExport: ExportPieces {
    private let packets: StoredPackets
    private let writer: MediaFileWriter

    init(_ source: FileSound, _ plan: ExportPlan) throws(MediaExportError) {
        let output: MediaFileWriter.Output
        do throws(FormatError) {
            let file = try source.open()
            packets = try StoredPackets(file, range: plan.range)
            output =
                plan.encoding?.output
                ?? .packets(
                    file.format, magicCookie: file.cookieForCopy, file.channelLayoutForCopy)
        } catch {
            throw .reading(error)
        }
        writer = try MediaFileWriter(path: plan.path, kind: plan.kind, output)
        writer.tags = plan.tags
        if plan.isOptimized {
            writer.reserve(seconds: Double(packets.frames.count) / packets.format.sampleRate)
        }
    }

    var progress: Double {
        Double(packets.frame - packets.frames.lowerBound) / Double(max(packets.frames.count, 1))
    }

    func writeNext() throws(MediaExportError) -> Bool {
        let piece: PacketPiece?
        do throws(FormatError) { piece = try packets.nextPiece() } catch { throw .reading(error) }
        guard let piece else { return false }
        guard packets.format.id == .linearPCM else {
            try writer.append(piece)
            return true
        }
        // Linear PCM may have another byte order in the file.
        let first = piece.firstFrame - packets.frames.lowerBound
        let count = Int(piece.frameCount)
        let result = piece.bytes.withUnsafeBytes { bytes in
            Result { () throws(MediaExportError) in
                try writer.append(
                    [bytes], frameCount: count, format: packets.format, layout: nil,
                    at: Double(first) / packets.format.sampleRate)
            }
        }
        try result.get()
        return true
    }

    func finish() throws(MediaExportError) { try writer.finish() }
}

private final class MixExport: ExportPieces {
    private let rendering: MixRendering
    private let writer: MediaFileWriter

    init(_ timelines: [SoundTimeline], _ plan: ExportPlan) throws(MediaExportError) {
        guard let encoding = plan.encoding else { throw .unsupportedOutput }
        do throws(FormatError) {
            rendering = try MixRendering(timelines, as: encoding.frames, range: plan.range)
        } catch {
            throw .reading(error)
        }
        writer = try MediaFileWriter(path: plan.path, kind: plan.kind, encoding.output)
        writer.tags = plan.tags
        if plan.isOptimized {
            writer.reserve(seconds: Double(rendering.range.count) / encoding.frames.sampleRate)
        }
    }

    var progress: Double {
        Double(rendering.frame - rendering.range.lowerBound) / Double(max(rendering.range.count, 1))
    }

    func writeNext() throws(MediaExportError) -> Bool {
        let piece: RenderedFrames?
        do throws(FormatError) {
            piece = try rendering.next(MixRendering.pieceFramesMax)
        } catch {
            throw .reading(error)
        }
        guard let piece else { return false }
        let first = piece.firstFrame - rendering.range.lowerBound
        let result = piece.bytes.withUnsafeBytes { bytes in
            Result { () throws(MediaExportError) in
                try writer.append(
                    [bytes], frameCount: piece.frameCount, format: rendering.format, layout: nil,
                    at: Double(first) / rendering.format.sampleRate)
            }
        }
        try result.get()
        return true
    }

    func finish() throws(MediaExportError) { try writer.finish() }
}
