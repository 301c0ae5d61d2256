import AudioCodecs
import AudioConversion
import AudioFormats
import AudioModel
import AudioToolbox
import ChannelLayouts
public import CoreMedia
public import Foundation
import MediaExport
import SoundClient
import SoundRuntime
import Synchronization

/// Writes a media file from sample buffers: of sound, in one track.
///
/// A writer writes once. Any thread; samples are encoded by the thread that appends them, and the file
/// is completed on a work queue.
///
/// Ownership: locks guard the file, which one thread uses at a time, and the rest.
open class AVAssetWriter: NSObject, @unchecked Sendable {
    /// How far a writer is.
    public enum Status: Int, Sendable {
        /// It has not started.
        case unknown = 0
        /// Samples can be appended.
        case writing = 1
        /// The file is complete.
        case completed = 2
        /// No more samples can be appended; `error` says why.
        case failed = 3
        /// The app has cancelled it, and there is no file.
        case cancelled = 4
    }

    private struct State {
        var run = FileRun<Status>()
        var inputs: [AVAssetWriterInput] = []
        var metadata: [AVMetadataItem] = []
        var isOptimized = false
        var fragmentInterval = CMTime.invalid
        var isFinishing = false
        /// The session's start and end in seconds; `nil` before its start.
        var sessionStart: CMTime?
        var sessionEnd: CMTime?
    }

    /// The file. It keeps nothing of the samples, which are not sendable, that it is given.
    private struct Writing {
        nonisolated(unsafe) var file: MediaFileWriter?
    }

    /// Where the file is written.
    public let outputURL: URL
    /// The type of the file.
    public let outputFileType: AVFileType
    private let state = Mutex(State())
    private let writing = Mutex(Writing())
    private let queue: any WorkQueue

    /// Makes a writer. It creates nothing yet.
    ///
    /// - Throws: `AVError.fileFormatNotRecognized` for a type that is not written; for what is no
    ///   file's address `AVError.unknown`.
    public init(url outputURL: URL, fileType outputFileType: AVFileType) throws {
        guard outputURL.isFileURL else {
            throw AVError.make(.unknown, "The address is none of a file.")
        }
        guard outputFileType.writtenKind != nil else {
            throw AVError.make(.fileFormatNotRecognized, "Files of this type are not written.")
        }
        self.outputURL = outputURL
        self.outputFileType = outputFileType
        let app = CurrentApp.simulated ?? currentApp(isForSound: false)
        queue = app.environment.makeWorkQueue(label: "sori.writer")
        super.init()
    }

    /// Makes a writer. It creates nothing yet.
    ///
    /// - Throws: As `init(url:fileType:)`.
    public convenience init(outputURL: URL, fileType outputFileType: AVFileType) throws {
        try self.init(url: outputURL, fileType: outputFileType)
    }

    /// How far the writer is.
    open var status: Status { state.withLock { $0.run.status } }
    /// Why the writer has failed; `nil` unless it has.
    open var error: (any Error)? { state.withLock { $0.run.error } }
    /// The inputs.
    open var inputs: [AVAssetWriterInput] { state.withLock { $0.inputs } }
    /// The media that the type of file holds: sound.
    open var availableMediaTypes: [AVMediaType] { [.audio] }

    /// What the file says besides its sound. To set it after the start is a fault.
    open var metadata: [AVMetadataItem] {
        get { state.withLock { $0.metadata } }
        set { change("AVAssetWriter.metadata") { $0.metadata = newValue } }
    }

    /// Whether what describes the sound comes before it. To set it after the start is a fault.
    open var shouldOptimizeForNetworkUse: Bool {
        get { state.withLock { $0.isOptimized } }
        set { change("AVAssetWriter.shouldOptimizeForNetworkUse") { $0.isOptimized = newValue } }
    }

    /// How often a file is made readable while it is written: where this is a number, files of MPEG-4
    /// every half a second and of Core Audio Format always, whatever its value. To set it after the
    /// start is a fault.
    open var movieFragmentInterval: CMTime {
        get { state.withLock { $0.fragmentInterval } }
        set { change("AVAssetWriter.movieFragmentInterval") { $0.fragmentInterval = newValue } }
    }

    private func change(_ call: String, _ body: (inout State) -> Void) {
        let isDone = state.withLock { state in
            if !state.run.hasStarted { body(&state) }
            return !state.run.hasStarted
        }
        if !isDone { fault(call, "the writer has started") }
    }

    // MARK: Inputs

    /// Whether samples can be encoded with settings.
    open func canApply(
        outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType
    ) -> Bool {
        guard mediaType == .audio else { return false }
        guard let outputSettings else { return true }
        return InputEncoding(outputSettings)?.output(outputFileType) != nil
    }

    /// Whether an input can be added: the first one of sound, with settings that the type of file
    /// allows; MPEG-4 needs a format hint for samples that pass as they are.
    open func canAdd(_ input: AVAssetWriterInput) -> Bool {
        guard !hasStarted, !input.hasWriter, !input.hasWrongSettings, inputs.isEmpty else {
            return false
        }
        if let encoding = input.encoding { return encoding.output(outputFileType) != nil }
        guard let format = input.sourceFormatHint?.streamFormat else {
            return outputFileType != .m4a && outputFileType != .mp4
        }
        return outputFileType.holds(format)
    }

    /// Adds an input; one that cannot be added is a fault.
    open func add(_ input: AVAssetWriterInput) {
        let call = "AVAssetWriter.add(_:)"
        guard !hasStarted else { return fault(call, "the writer has started") }
        guard canAdd(input), input.take(self) else {
            return fault(call, "the input does not suit the writer and its type of file")
        }
        state.withLock { $0.inputs.append(input) }
    }

    // MARK: Writing

    /// Begins to write. A second call is a fault.
    ///
    /// - Returns: `false` where that fails, as for a file that exists; `error` says why.
    open func startWriting() -> Bool {
        let (isFirst, inputs) = state.withLock { state in
            (state.run.start(), state.inputs)
        }
        guard isFirst else {
            fault("AVAssetWriter.startWriting()", "a writer writes once")
            return false
        }
        do {
            guard !FileManager.default.fileExists(atPath: outputURL.path) else {
                throw MediaExportError.alreadyThere
            }
            if let output = inputs.first?.encoding?.output(outputFileType) {
                try writing.withLock { $0.file = try makeFile(output) }
            }
        } catch {
            fail(error)
            return false
        }
        let isWriting = state.withLock { $0.run.run() }
        for input in inputs { input.pump() }
        return isWriting
    }

    /// Creates the file.
    private func makeFile(_ output: MediaFileWriter.Output) throws -> MediaFileWriter? {
        guard let kind = outputFileType.writtenKind else { return nil }
        let file = try MediaFileWriter(path: outputURL.path, kind: kind, output)
        let settings = state.withLock { $0 }
        file.tags = FileTags(settings.metadata)
        if settings.isOptimized { file.reserve(seconds: Self.reservedSeconds) }
        if settings.fragmentInterval.isNumeric { file.keepReadable() }
        return file
    }

    /// For how long a file of unknown length has room for what describes it.
    private static let reservedSeconds = 3600.0

    /// Begins the session: samples of this time are at the beginning of the file, and those before are
    /// left out. Before `startWriting()`, and a second time, that is a fault.
    open func startSession(atSourceTime startTime: CMTime) {
        let problem = state.withLock { state -> String? in
            guard state.run.status == .writing || state.run.status == .failed else {
                return "the writer does not write"
            }
            guard state.sessionStart == nil else { return "the session has started" }
            guard startTime.isNumeric else { return "the time is not numeric" }
            state.sessionStart = startTime
            return nil
        }
        if let problem { fault("AVAssetWriter.startSession(atSourceTime:)", problem) }
    }

    /// Ends the session: what comes later is left out, and silence fills what is missing until then.
    open func endSession(atSourceTime endTime: CMTime) {
        let problem = state.withLock { state -> String? in
            guard let start = state.sessionStart else { return "the session has not started" }
            guard endTime.isNumeric, endTime >= start, state.sessionEnd == nil else {
                return "the time is before the start, or the session has ended"
            }
            state.sessionEnd = endTime
            return nil
        }
        if let problem { fault("AVAssetWriter.endSession(atSourceTime:)", problem) }
    }

    /// Completes the file on a work queue. Unless the writer writes, that is a fault.
    ///
    /// - Parameter handler: Called on a work queue, when the status is `completed` or `failed`.
    @preconcurrency
    open func finishWriting(completionHandler handler: @escaping @Sendable () -> Void) {
        guard beginToFinish() else {
            queue.async { handler() }
            return
        }
        queue.async { [self] in
            finish()
            handler()
        }
    }

    /// Completes the file. Unless the writer writes, that is a fault.
    nonisolated(nonsending) open func finishWriting() async {
        _ = await waitForCall { (done: @escaping @Sendable (Bool) -> Void) in
            finishWriting { done(true) }
        }
    }

    /// Completes the file on the calling thread.
    ///
    /// - Returns: Whether that has succeeded.
    @available(*, noasync, message: "Use the asynchronous form.")
    open func finishWriting() -> Bool {
        guard beginToFinish() else { return false }
        finish()
        return status == .completed
    }

    private func beginToFinish() -> Bool {
        let (canFinish, status, inputs) = state.withLock { state in
            let canFinish = state.run.status == .writing && !state.isFinishing
            if canFinish { state.isFinishing = true }
            return (canFinish, state.run.status, state.inputs)
        }
        for input in inputs { input.end() }
        if !canFinish, status != .failed {
            fault("AVAssetWriter.finishWriting()", "the writer does not write")
        }
        return canFinish
    }

    private func finish() {
        writing.withLock { writing in
            guard isWriting else { return }
            let (start, end) = state.withLock { ($0.sessionStart, $0.sessionEnd) }
            do {
                guard let file = writing.file else {
                    throw AVError.make(.unknown, "There were no samples.")
                }
                if let start, let end { try file.fill(until: (end - start).seconds) }
                try file.finish()
                // A writer that was cancelled meanwhile removes its file.
                guard state.withLock({ $0.run.complete() }) else { return }
            } catch {
                fail(error)
            }
            writing.file = nil
        }
    }

    /// Ends writing and removes the file.
    open func cancelWriting() {
        let (wasWriting, inputs) = state.withLock { state in
            (state.run.cancel(), state.inputs)
        }
        for input in inputs { input.end() }
        guard wasWriting else { return }
        writing.withLock { writing in
            if writing.file != nil { unlink(outputURL.path) }
            writing.file = nil
        }
    }

    // MARK: For inputs

    var hasStarted: Bool { state.withLock { $0.run.hasStarted } }
    var isWriting: Bool { state.withLock { $0.run.status == .writing } }

    private func fail(_ error: any Error) {
        let error = AVError.make(any: error)
        let inputs = state.withLock { state -> [AVAssetWriterInput] in
            state.run.fail(error) ? state.inputs : []
        }
        for input in inputs { input.end() }
    }

    func append(_ buffer: CMSampleBuffer, of input: AVAssetWriterInput) -> Bool {
        let (status, start, end) = state.withLock {
            ($0.run.status, $0.sessionStart, $0.sessionEnd)
        }
        guard status == .writing else {
            if status == .unknown {
                fault("AVAssetWriterInput.append(_:)", "the writer has not started")
            }
            return false
        }
        guard let start else {
            fault("AVAssetWriterInput.append(_:)", "the writer's session has not started")
            return false
        }
        return writing.withLock { writing in
            guard isWriting else { return false }
            do {
                if writing.file == nil {
                    writing.file = try makeFile(try passingOutput(buffer))
                }
                guard let file = writing.file else { return false }
                try file.append(buffer, from: start, to: end)
                return true
            } catch {
                fail(error)
                return false
            }
        }
    }

    /// What is written where samples pass as they are.
    private func passingOutput(_ buffer: CMSampleBuffer) throws -> MediaFileWriter.Output {
        let description = inputs.first?.sourceFormatHint ?? buffer.formatDescription
        guard let description, let given = description.streamFormat,
            let format = outputFileType.storedFormat(given)
        else { throw MediaExportError.unsupportedOutput }
        let layout = description.layoutForApps
        if format.id == .linearPCM { return .encoded(format, ConversionOptions(), layout) }
        return .packets(
            format, magicCookie: description.magicCookie.map { Array($0) }, layout)
    }
}
