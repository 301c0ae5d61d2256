import AudioCodecs
import AudioFormats
import AudioModel
import CoreMedia
import Foundation
import MediaExport

/// The sound of a track: what readers, exports and compositions read.
struct TrackSound {
    /// The parts, one after the other from the beginning of the asset.
    var timeline: SoundTimeline
    /// The file where the track is all of it; `nil` for compositions of other parts.
    var source: FileSound?

    /// The rate of tracks without any sound.
    static let rateOfSilence = 44_100.0

    /// The rate of the first sound; `nil` for silence alone.
    var sampleRate: Double? { timeline.firstFormat?.sampleRate }
    /// The most channels of a sound.
    var channelCount: Int {
        max(
            timeline.segments.compactMap { $0.source?.format.channelCount }.max().map { Int($0) }
                ?? 1, 1)
    }
}

extension AVAssetTrack {
    /// The sound of the track.
    ///
    /// - Throws: Why it cannot be read.
    func sound() throws -> TrackSound {
        guard mediaType == .audio else {
            throw AVError.make(.operationNotSupportedForAsset, "The track has no sound.")
        }
        if let track = self as? AVCompositionTrack { return track.compositionSound() }
        guard let asset else {
            throw AVError.make(.operationNotSupportedForAsset, "The asset is gone.")
        }
        var file = try asset.soundFile()
        if let index = contents.soundIndex, index > 0 {
            do { file = try file.reader(ofSoundTrack: index) } catch {
                throw AVError.make(any: error)
            }
        }
        return TrackSound(
            timeline: try SoundTimeline(wholeOf: file), source: FileSound(file))
    }
}

extension AVAsset {
    /// Whether the asset is in a file, or made of such.
    var isLocal: Bool { (self as? AVURLAsset)?.url.isFileURL ?? true }

    /// The asset's file.
    ///
    /// - Throws: Why it cannot be read, as an app sees it.
    func soundFile() throws -> AudioFileReader {
        do { return try openFile() } catch { throw AVError.make(any: error) }
    }

    /// The asset's file, for a sound track of it.
    ///
    /// - Throws: The error of the file.
    func reopenedFile(soundTrack index: Int) throws(FormatError) -> AudioFileReader {
        let file: AudioFileReader
        do { file = try openFile() } catch {
            throw error as? FormatError ?? FormatError(.missing("audio"))
        }
        return index == 0 ? file : try file.reader(ofSoundTrack: index)
    }
}
