import AudioToolbox
import Foundation

/// A tune that a graph plays: a Standard MIDI File, or a scale.
@MainActor
final class Tune {
    private let sequence: MusicSequence
    private let player: MusicPlayer

    /// - Parameter file: The file; `nil` for a scale of eight notes.
    init(_ file: URL?, _ graph: Graph) throws {
        var (sequence, player) = (MusicSequence?.none, MusicPlayer?.none)
        try AudioError.check("NewMusicSequence", NewMusicSequence(&sequence))
        try AudioError.check("NewMusicPlayer", NewMusicPlayer(&player))
        guard let sequence, let player else {
            throw AudioError(call: "NewMusicSequence", status: -1)
        }
        (self.sequence, self.player) = (sequence, player)
        if let file {
            try AudioError.check(
                "MusicSequenceFileLoad",
                MusicSequenceFileLoad(sequence, file as CFURL, .midiType, []))
        } else {
            try addScale()
        }
        // The first music device of the graph plays tracks without a node of their own.
        try AudioError.check(
            "MusicSequenceSetAUGraph", MusicSequenceSetAUGraph(sequence, graph.graph))
        try AudioError.check("MusicPlayerSetSequence", MusicPlayerSetSequence(player, sequence))
    }

    isolated deinit {
        DisposeMusicPlayer(player)
        DisposeMusicSequence(sequence)
    }

    private func addScale() throws {
        var track: MusicTrack?
        try AudioError.check("MusicSequenceNewTrack", MusicSequenceNewTrack(sequence, &track))
        guard let track else { return }
        for (index, key) in [60, 62, 64, 65, 67, 69, 71, 72].enumerated() {
            var note = MIDINoteMessage(
                channel: 0, note: UInt8(key), velocity: 100, releaseVelocity: 0, duration: 0.5)
            try AudioError.check(
                "MusicTrackNewMIDINoteEvent",
                MusicTrackNewMIDINoteEvent(track, MusicTimeStamp(index), &note))
        }
    }

    /// Plays from the start.
    func start() throws {
        MusicPlayerStop(player)
        MusicPlayerSetTime(player, 0)
        try AudioError.check("MusicPlayerStart", MusicPlayerStart(player))
    }

    func stop() { MusicPlayerStop(player) }

    /// Whether it plays, and has not come to its end.
    var isPlaying: Bool {
        var (isPlaying, time) = (DarwinBoolean(false), MusicTimeStamp(0))
        guard MusicPlayerIsPlaying(player, &isPlaying) == noErr, isPlaying.boolValue else {
            return false
        }
        return MusicPlayerGetTime(player, &time) == noErr && time < length
    }

    /// The end of the longest track, in beats.
    private var length: MusicTimeStamp {
        var count: UInt32 = 0
        MusicSequenceGetTrackCount(sequence, &count)
        return (0..<count).reduce(0) { longest, index in
            var (track, length) = (MusicTrack?.none, MusicTimeStamp(0))
            var size = UInt32(MemoryLayout.size(ofValue: length))
            guard MusicSequenceGetIndTrack(sequence, index, &track) == noErr, let track else {
                return longest
            }
            MusicTrackGetProperty(track, kSequenceTrackProperty_TrackLength, &length, &size)
            return max(longest, length)
        }
    }
}
