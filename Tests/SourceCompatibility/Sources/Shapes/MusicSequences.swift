import AudioToolbox

/// A main-actor class that makes a sequence and reads it, as sources for Apple's SDK do.
@MainActor
final class SequenceBuilder {
    var sequence: MusicSequence?
    var track: MusicTrack?
    var player: MusicPlayer?
    var userEventCount = 0

    func build() {
        NewMusicSequence(&sequence)
        guard let sequence else { return expect(false, "NewMusicSequence makes none") }
        MusicSequenceNewTrack(sequence, &track)
        guard let track else { return expect(false, "MusicSequenceNewTrack makes none") }
        var note = MIDINoteMessage(
            channel: 0, note: 60, velocity: 64, releaseVelocity: 0, duration: 1.0)
        var status = MusicTrackNewMIDINoteEvent(track, 0, &note)
        expect(status == OSStatus(noErr), "MusicTrackNewMIDINoteEvent returns \(status)")
        status = MusicSequenceSetUserCallback(
            sequence,
            { clientData, _, _, _, _, _, _ in
                let builder = Unmanaged<SequenceBuilder>.fromOpaque(clientData!)
                    .takeUnretainedValue()
                builder.userEventCount += 1
            }, Unmanaged.passUnretained(self).toOpaque())
        expect(status == noErr, "MusicSequenceSetUserCallback returns \(status)")
        NewMusicPlayer(&player)
        MusicPlayerSetSequence(player!, sequence)
        var isPlaying: DarwinBoolean = true
        MusicPlayerIsPlaying(player!, &isPlaying)
        expect(!isPlaying.boolValue, "a new player does not play")
    }

    /// The data of a file, loaded again.
    func copy() {
        guard let sequence else { return }
        var data: Unmanaged<CFData>?
        var status = MusicSequenceFileCreateData(sequence, .midiType, .eraseFile, 480, &data)
        expect(status == noErr, "MusicSequenceFileCreateData returns \(status)")
        guard let bytes = data?.takeRetainedValue() else { return }
        var copy: MusicSequence?
        NewMusicSequence(&copy)
        status = MusicSequenceFileLoadData(copy!, bytes, .midiType, MusicSequenceLoadFlags())
        expect(status == noErr, "MusicSequenceFileLoadData returns \(status)")
        var count: UInt32 = 0
        MusicSequenceGetTrackCount(copy!, &count)
        expect(count == 1, "the copy has \(count) tracks")
        DisposeMusicSequence(copy!)
    }

    func read() {
        guard let track else { return }
        var iterator: MusicEventIterator?
        NewMusicEventIterator(track, &iterator)
        guard let iterator else { return expect(false, "no iterator") }
        var hasCurrent: DarwinBoolean = false
        MusicEventIteratorHasCurrentEvent(iterator, &hasCurrent)
        var keys: [UInt8] = []
        while hasCurrent.boolValue {
            var time: MusicTimeStamp = 0
            var type: MusicEventType = 0
            var data: UnsafeRawPointer?
            var size: UInt32 = 0
            MusicEventIteratorGetEventInfo(iterator, &time, &type, &data, &size)
            if type == kMusicEventType_MIDINoteMessage, let data {
                keys.append(data.bindMemory(to: MIDINoteMessage.self, capacity: 1).pointee.note)
            }
            MusicEventIteratorNextEvent(iterator)
            MusicEventIteratorHasCurrentEvent(iterator, &hasCurrent)
        }
        expect(keys == [60], "the keys are \(keys)")
        DisposeMusicEventIterator(iterator)
    }

    func dispose() {
        if let player { DisposeMusicPlayer(player) }
        if let sequence { DisposeMusicSequence(sequence) }
    }
}

@MainActor
func tryMusicSequences() {
    let builder = SequenceBuilder()
    builder.build()
    builder.copy()
    builder.read()
    builder.dispose()
}
