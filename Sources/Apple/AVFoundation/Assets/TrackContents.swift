import AVFAudio
import AudioFormats
import AudioModel
import AudioToolbox
import ChannelLayouts
import CoreMedia
import MediaSources

/// What is known of a track.
struct TrackContents: Sendable {
    var id: CMPersistentTrackID
    var mediaType: AVMediaType
    var formatDescriptions: [CMFormatDescription] = []
    var timeRange = CMTimeRange.invalid
    var naturalTimeScale: CMTimeScale = 0
    var estimatedDataRate: Float = 0
    var totalSampleDataLength: Int64 = 0
    var isEnabled = true
    var isPlayable = false
    var language: String?
    var segments: [AVAssetTrackSegment] = []
    /// The track among the sound tracks of its file; `nil` for other media.
    var soundIndex: Int?

    init(id: CMPersistentTrackID, mediaType: AVMediaType) {
        self.id = id
        self.mediaType = mediaType
    }

    /// The tracks of a file: those that an MPEG-4 file lists, else one of sound.
    static func list(of file: AudioFileReader) throws(FormatError) -> [TrackContents] {
        let stored = try file.storedTracks()
        guard stored.contains(where: { $0.soundIndex != nil }) else {
            var track = TrackContents(id: 1, mediaType: .audio)
            try track.takeSound(file)
            track.soundIndex = 0
            return [track]
        }
        var tracks: [TrackContents] = []
        for stored in stored {
            var track = TrackContents(stored)
            if let index = stored.soundIndex {
                let reader = index == 0 ? file : try? file.reader(ofSoundTrack: index)
                if let reader { try track.takeSound(reader) }
            }
            tracks.append(track)
        }
        return tracks
    }

    /// The track of what a server sends.
    init(_ stream: MediaContents) {
        self.init(id: 1, mediaType: .audio)
        let format = AVAudioFormat(stream.format, layout: stream.channelLayout, magicCookie: nil)
        formatDescriptions = [format.formatDescription]
        naturalTimeScale = CMTimeScale(clamping: Int64(stream.format.sampleRate.rounded()))
        let duration =
            stream.isLive
            ? nil : stream.frameCount.map { CMTime(frames: $0, rate: stream.format.sampleRate) }
        timeRange = CMTimeRange(start: .zero, duration: duration ?? .indefinite)
        segments = [AVAssetTrackSegment(CMTimeMapping(source: timeRange, target: timeRange))]
        isPlayable = true
        soundIndex = 0
    }

    /// A track that an MPEG-4 file lists.
    init(_ stored: StoredTrack) {
        self.init(
            id: CMPersistentTrackID(clamping: stored.id),
            mediaType: AVMediaType(stored.handler.description))
        let rate = CMTimeScale(clamping: stored.timescale)
        naturalTimeScale = rate
        isEnabled = stored.isEnabled
        language = stored.languageTag
        soundIndex = stored.soundIndex
        totalSampleDataLength = stored.byteCount
        let whole = CMTime(value: stored.duration, timescale: max(rate, 1))
        timeRange = CMTimeRange(start: .zero, duration: whole)
        if whole.seconds > 0 {
            estimatedDataRate = Float(Double(stored.byteCount) * 8 / whole.seconds)
        }
        takeEdits(stored)
        guard soundIndex == nil, let coding = stored.coding else { return }
        if mediaType == .video,
            let description = try? CMFormatDescription(
                videoCodecType: CMFormatDescription.MediaSubType(rawValue: coding.rawValue),
                width: stored.width, height: stored.height)
        {
            formatDescriptions = [description]
        }
    }

    /// Takes the parts of the movie that the track fills.
    private mutating func takeEdits(_ stored: StoredTrack) {
        guard stored.movieTimescale > 0, stored.timescale > 0, !stored.edits.isEmpty else {
            segments = [AVAssetTrackSegment(CMTimeMapping(source: timeRange, target: timeRange))]
            return
        }
        var position = CMTime.zero
        let movieScale = CMTimeScale(clamping: stored.movieTimescale)
        for edit in stored.edits {
            let duration = CMTime(value: edit.duration, timescale: movieScale)
            let target = CMTimeRange(start: position, duration: duration)
            let source = edit.start.map {
                CMTimeRange(
                    start: CMTime(value: $0, timescale: CMTimeScale(clamping: stored.timescale)),
                    duration: duration)
            }
            segments.append(
                AVAssetTrackSegment(CMTimeMapping(source: source ?? .invalid, target: target)))
            position = target.end
        }
        let start = segments.first { !$0.isEmpty }?.timeMapping.target.start ?? .zero
        timeRange = CMTimeRange(start: start, end: position)
    }

    /// Takes the format and the length of a sound track, as it is decoded.
    private mutating func takeSound(_ file: AudioFileReader) throws(FormatError) {
        let rate = file.format.sampleRate
        let format = AVAudioFormat(
            file.format, layout: file.channelLayout, magicCookie: file.magicCookie)
        formatDescriptions = [format.formatDescription]
        naturalTimeScale = CMTimeScale(clamping: Int64(rate.rounded()))
        let duration = CMTime(frames: try file.frameCount(), rate: rate)
        let isWithin = timeRange.start.isNumeric && timeRange.start > .zero
        if !isWithin {
            timeRange = CMTimeRange(start: .zero, duration: duration)
            segments = [AVAssetTrackSegment(CMTimeMapping(source: timeRange, target: timeRange))]
        }
        totalSampleDataLength = try file.dataByteCount()
        estimatedDataRate =
            duration.seconds > 0 ? Float(Double(totalSampleDataLength) * 8 / duration.seconds) : 0
        isPlayable = (try? FrameReader(file)) != nil
    }
}
