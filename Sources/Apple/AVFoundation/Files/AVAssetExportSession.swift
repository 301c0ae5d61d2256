import AudioFormats
public import AVFAudio
public import CoreMedia
public import Foundation
public import KeyValueObserving
import MediaExport
import SoundClient
import SoundRuntime
import Synchronization

/// Writes the sound of an asset into a file, by a preset: encoded, or as it is. Any thread.
///
/// A session exports once, on a work queue of its own. Its `status`, `progress` and `error` can be
/// observed.
///
/// Ownership: immutable, but for what a lock guards.
open class AVAssetExportSession: NSObject, @unchecked Sendable {
    /// How far a session is.
    public enum Status: Int, Sendable {
        /// It has not started.
        case unknown = 0
        /// It has started, and nothing is written yet.
        case waiting = 1
        case exporting = 2
        /// The file is complete.
        case completed = 3
        /// There is no file; `error` says why.
        case failed = 4
        /// The app has cancelled it, and there is no file.
        case cancelled = 5
    }

    struct Values {
        var status = Status.unknown
        var error: (any Error)?
        var outputURL: URL?
        var outputFileType: AVFileType?
        var timeRange = CMTimeRange.everything
        var metadata: [AVMetadataItem]?
        var audioMix: AVAudioMix?
        var algorithm = AVAudioTimePitchAlgorithm.spectral
        var isOptimized = false
        var fileLengthLimit: Int64 = 0
        var job: ExportJob?
        var isCancelled = false
        var progress: Float = 0
    }

    /// The asset.
    public let asset: AVAsset
    /// The preset.
    public let presetName: String
    /// The observers of `status`, `progress` and `error`.
    public let keyValueObservers = KeyValueObservers()
    let preset: ExportPreset
    let state = Mutex(Values())
    let app = CurrentApp.simulated ?? currentApp(isForSound: false)

    /// Makes a session.
    ///
    /// - Returns: `nil` for a preset that there is not.
    public init?(asset: AVAsset, presetName: String) {
        guard let preset = ExportPreset(name: presetName) else { return nil }
        self.preset = preset
        self.asset = asset
        self.presetName = presetName
        super.init()
    }

    // MARK: Presets and types

    /// The names of all presets.
    open class func allExportPresets() -> [String] { ExportPreset.allCases.map(\.name) }

    /// The names of the presets that can export an asset; blocks while it is loaded.
    open class func exportPresets(compatibleWith asset: AVAsset) -> [String] {
        ExportPreset.allCases.filter { Self.canExport(asset, $0) }.map(\.name)
    }

    private class func canExport(_ asset: AVAsset, _ preset: ExportPreset) -> Bool {
        guard (try? asset.soundTracksToRead()) != nil else { return false }
        return (try? preset.fileTypes(of: asset).isEmpty == false) ?? false
    }

    /// Whether a preset can export an asset to a type of file; `nil` for any type.
    ///
    /// - Parameter handler: Called on a work queue.
    @preconcurrency
    open class func determineCompatibility(
        ofExportPreset presetName: String, with asset: AVAsset, outputFileType: AVFileType?,
        completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        let work = AssetWork.of(asset.loader.app)
        work.next().async {
            handler(isCompatible(presetName, asset, outputFileType))
        }
    }

    /// Whether a preset can export an asset to a type of file; `nil` for any type.
    nonisolated(nonsending) open class func compatibility(
        ofExportPreset presetName: String, with asset: AVAsset, outputFileType: AVFileType?
    ) async -> Bool {
        await waitForCall { done in
            determineCompatibility(
                ofExportPreset: presetName, with: asset, outputFileType: outputFileType,
                completionHandler: done)
        }
    }

    private static func isCompatible(
        _ name: String, _ asset: AVAsset, _ type: AVFileType?
    ) -> Bool {
        guard let preset = ExportPreset(name: name), canExport(asset, preset) else { return false }
        guard let type else { return true }
        return (try? preset.fileTypes(of: asset).contains(type)) ?? false
    }

    /// The types of files that the asset can be exported to; blocks while it is loaded.
    open var supportedFileTypes: [AVFileType] { (try? preset.fileTypes(of: asset)) ?? [] }

    /// The types of files that the asset can be exported to.
    ///
    /// - Parameter handler: Called on a work queue.
    @preconcurrency
    open func determineCompatibleFileTypes(
        completionHandler handler: @escaping @Sendable ([AVFileType]) -> Void
    ) {
        AssetWork.of(app).next().async { [self] in handler(supportedFileTypes) }
    }

    /// The types of files that the asset can be exported to.
    open var compatibleFileTypes: [AVFileType] {
        get async {
            await waitForCall { done in determineCompatibleFileTypes(completionHandler: done) }
        }
    }

    // MARK: Settings; they hold when they are set before the start

    /// Where the file is written.
    open var outputURL: URL? {
        get { state.withLock { $0.outputURL } }
        set { change { $0.outputURL = newValue } }
    }

    /// The type of the file: of `supportedFileTypes`. Another one is a fault.
    open var outputFileType: AVFileType? {
        get { state.withLock { $0.outputFileType } }
        set {
            if let newValue,
                newValue.writtenKind == nil
                    || (preset == .appleM4A && newValue != .m4a)
            {
                return fault(
                    "AVAssetExportSession.outputFileType", "the preset does not write this type",
                    of: app)
            }
            change { $0.outputFileType = newValue }
        }
    }

    /// The part of the asset; all of it at first.
    open var timeRange: CMTimeRange {
        get { state.withLock { $0.timeRange } }
        set { change { $0.timeRange = newValue } }
    }

    /// What the file says besides its sound; `nil` for what the asset's file says.
    open var metadata: [AVMetadataItem]? {
        get { state.withLock { $0.metadata } }
        set { change { $0.metadata = newValue } }
    }

    /// The volumes of the tracks over time. What is passed as it is, keeps its volume.
    open var audioMix: AVAudioMix? {
        get { state.withLock { $0.audioMix } }
        set { change { $0.audioMix = newValue?.frozen() } }
    }

    /// How parts of a composition sound that are played faster or slower.
    open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
        get { state.withLock { $0.algorithm } }
        set { change { $0.algorithm = newValue } }
    }

    /// Whether what describes the sound comes before it.
    open var shouldOptimizeForNetworkUse: Bool {
        get { state.withLock { $0.isOptimized } }
        set { change { $0.isOptimized = newValue } }
    }

    /// The most bytes of the file; 0 for no limit. Without effect.
    open var fileLengthLimit: Int64 {
        get { state.withLock { $0.fileLengthLimit } }
        set { change { $0.fileLengthLimit = newValue } }
    }

    /// The duration of the part that is exported; blocks while the asset is loaded.
    open var maxDuration: CMTime {
        let all = CMTimeRange(start: .zero, duration: asset.duration)
        return CMTimeRangeGetIntersection(timeRange, otherRange: all).duration
    }

    /// The bytes of the file, roughly; 0 where they cannot be told. Blocks while the asset is loaded.
    open var estimatedOutputFileLength: Int64 {
        let seconds = maxDuration.seconds
        guard seconds.isFinite, seconds > 0 else { return 0 }
        let tracks = asset.tracks.filter { $0.mediaType == .audio && $0.isEnabled }
        let rate =
            preset == .passthrough
            ? Double(tracks.first?.estimatedDataRate ?? 0)
            : Double(ExportPreset.bitRatePerChannel * 2)
        return Int64(min(seconds * rate / 8, 0x1p62))
    }

    private func change(_ body: (inout Values) -> Void) {
        state.withLock { state in
            if state.status == .unknown { body(&state) }
        }
    }

    // MARK: State

    /// How far the session is.
    open var status: Status { state.withLock { $0.status } }
    /// Why the session has failed; `nil` unless it has.
    open var error: (any Error)? { state.withLock { $0.error } }
    /// The share that is done: 0…1.
    open var progress: Float {
        state.withLock { state in
            state.job.map { max(state.progress, Float($0.progress)) } ?? state.progress
        }
    }

    // MARK: Exporting

    /// Exports. Without an address or a type, and a second time, that is a fault.
    ///
    /// - Parameter handler: Called on a work queue, when the status is `completed`, `failed` or
    ///   `cancelled`.
    @preconcurrency
    open func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
        let call = "AVAssetExportSession.exportAsynchronously(completionHandler:)"
        let problem = state.withLock { state -> String? in
            guard state.status == .unknown || state.isCancelled else {
                return "a session exports once"
            }
            guard state.outputURL?.isFileURL == true else { return "there is no address of a file" }
            guard state.outputFileType != nil else { return "there is no type of file" }
            return nil
        }
        if let problem { return fault(call, problem, of: app) }
        begin(handler)
    }

    /// Ends the export and removes the file.
    open func cancelExport() {
        let (job, isNew) = state.withLock { state in
            state.isCancelled = true
            let isNew = state.status == .unknown
            if isNew { state.status = .cancelled }
            return (state.job, isNew)
        }
        job?.cancel()
        if isNew { didSet(\.status, to: .cancelled) }
    }
}

extension AVAssetExportSession: KeyValueObservable {}

extension KeyValueObservable where Self: AVAssetExportSession {
    /// The properties of a session that can be observed, in an order that stays.
    public static var notifyingKeyPaths: [AnyKeyPath] {
        [\Self.status, \Self.error, \Self.progress]
    }
}
