package import AudioFormats
package import AudioGraph
import AudioModel
import CAudioToolbox
package import CoreAudioTypes
package import SoundClient
import Synchronization

/// A region of a file to be played at a time.
package struct FileRegion: Sendable {
    /// The file, by the app's number.
    package var file: UInt
    /// When it starts, in frames since the player's start; `nil` for after the region before it.
    package var time: Int64?
    package var firstFrame: Int64
    /// `nil` for all up to the file's end.
    package var frameCount: Int64?
    /// `nil` for passes without end.
    package var passCount: Int?
    /// Called when the region has been read or dropped.
    package var completion: @Sendable (OSStatus) -> Void

    package init(
        file: UInt, time: Int64?, firstFrame: Int64, frameCount: Int64?, passCount: Int?,
        completion: @escaping @Sendable (OSStatus) -> Void
    ) {
        self.file = file
        self.time = time
        self.firstFrame = firstFrame
        self.frameCount = frameCount
        self.passCount = passCount
        self.completion = completion
    }
}

/// AUAudioFilePlayer: plays regions of files.
///
/// Ownership: that of `UnitCore`; a mutex guards the files, and the source synchronises itself.
package final class FilePlayerUnit: UnitCore, SchedulingUnit, @unchecked Sendable {
    private let source: FilePlayerSource
    private let fileList = Mutex<[(number: UInt, reader: AudioFileReader)]>([])

    package init(_ app: AppSound) {
        source = FilePlayerSource(app.environment)
        super.init(
            .audioFilePlayer, app, node: GraphNode(.source(source)), inputCount: 0,
            outputCount: 1, format: Self.usualFormat(of: app))
    }

    override func checkFormat(
        _ format: StreamFormat, _ scope: UnitScope, _ element: Int
    ) throws(UnitError) {
        try checkPlanarFloats(format)
    }

    override func willBeRendered(waits: Bool) { source.player.setWaitsForFiles(waits) }

    package override func reset() {
        source.reset()
        super.reset()
    }

    /// The files of which regions may be, by the app's numbers.
    package var files: [UInt] { fileList.withLock { $0.map(\.number) } }

    package func setFiles(_ files: [(number: UInt, reader: AudioFileReader)]) {
        fileList.withLock { $0 = files }
    }

    /// - Throws: `fileNotSpecified` for a file that is not among `files`.
    package func schedule(_ region: FileRegion) throws(UnitError) {
        let found = fileList.withLock { $0.first { $0.number == region.file }?.reader }
        guard let reader = found else { throw .fileNotSpecified }
        let range = RepeatedFileRange(
            reader, firstFrame: region.firstFrame, frameCount: region.frameCount,
            passCount: region.passCount)
        let completion = region.completion
        source.player.schedule(
            range, at: region.time.map { .playerTime($0) } ?? .next, callbackType: .dataConsumed
        ) { _ in
            completion(range.isUnreadable ? UnitError.invalidFile.status : 0)
        }
        source.serve()
    }

    /// Decodes frames ahead.
    ///
    /// - Parameter frameCount: 0 for the usual number.
    package func prime(frameCount: Int) {
        guard frameCount > 0 else { return source.player.decodeAhead() }
        source.player.decodeAhead(frameCount: frameCount)
    }

    package func start(at start: PlayerStart) { source.player.play(at: start) }

    package var playTime: Int64 {
        guard let timing = source.player.timing, timing.nodeTime >= timing.anchor else { return -1 }
        return timing.nodeTime - timing.anchor
    }
}

extension UnitError {
    /// A region is of a file that the unit was not told of.
    package static let fileNotSpecified = UnitError(status: kAudioUnitErr_FileNotSpecified)
    package static let unknownFileType = UnitError(status: kAudioUnitErr_UnknownFileType)
    package static let invalidFile = UnitError(status: kAudioUnitErr_InvalidFile)
    package static let instrumentNotFound = UnitError(status: kAudioUnitErr_InstrumentTypeNotFound)
    package static let fileNotFound = UnitError(status: kAudio_FileNotFoundError)
}
