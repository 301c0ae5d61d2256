import AVFoundation

// Speech, MIDI players, samplers and sequencers, as apps write them.

/// A controller that speaks, in the shape of a view controller.
final class Narrator: NSObject, AVSpeechSynthesizerDelegate {
    let synthesizer = AVSpeechSynthesizer()
    private(set) var ranges: [NSRange] = []

    override init() {
        super.init()
        synthesizer.delegate = self
    }

    func say(_ text: String) {
        let utterance = AVSpeechUtterance(string: text)
        utterance.voice = AVSpeechSynthesisVoice(language: "en-US")
        utterance.rate = AVSpeechUtteranceDefaultSpeechRate * 0.9
        utterance.pitchMultiplier = 1.1
        utterance.volume = 0.8
        utterance.preUtteranceDelay = 0.1
        utterance.postUtteranceDelay = 0.1
        if synthesizer.isSpeaking { synthesizer.stopSpeaking(at: AVSpeechBoundary.immediate) }
        synthesizer.speak(utterance)
        if synthesizer.isPaused { synthesizer.continueSpeaking() }
        synthesizer.pauseSpeaking(at: .word)
        synthesizer.stopSpeaking(at: .immediate)
    }

    func speechSynthesizer(
        _ synthesizer: AVSpeechSynthesizer, didFinish utterance: AVSpeechUtterance
    ) {
        ranges = []
    }

    func speechSynthesizer(
        _ synthesizer: AVSpeechSynthesizer, willSpeakRangeOfSpeechString characterRange: NSRange,
        utterance: AVSpeechUtterance
    ) {
        ranges.append(characterRange)
    }
}

/// An app's instrument.
final class Keyboard {
    let engine = AVAudioEngine()
    let sampler = AVAudioUnitSampler()
    lazy var sequencer = AVAudioSequencer(audioEngine: engine)
    var player: AVMIDIPlayer?

    func open(bank: URL, music: URL) throws {
        engine.attach(sampler)
        engine.connect(sampler, to: engine.mainMixerNode, format: nil)
        try sampler.loadSoundBankInstrument(
            at: bank, program: 0, bankMSB: UInt8(0x79), bankLSB: 0)
        sampler.overallGain = -6
        sampler.stereoPan = 10
        sampler.volume = 0.5
        try sequencer.load(from: music, options: .smf_ChannelsToTracks)
        for track in sequencer.tracks {
            track.destinationAudioUnit = sampler
            track.isLoopingEnabled = true
            track.numberOfLoops = AVMusicTrackLoopCount.forever.rawValue
            track.loopRange = AVMakeBeatRange(0, 4)
        }
        sequencer.prepareToPlay()
        try sequencer.start()
        player = try AVMIDIPlayer(contentsOf: music, soundBankURL: bank)
        player?.play {}
        player?.play(nil)
    }

    func press(_ instrument: AVAudioUnitMIDIInstrument) {
        instrument.startNote(60, withVelocity: 64, onChannel: 0)
        instrument.sendController(7, withValue: 100, onChannel: 0)
        instrument.sendPitchBend(8192, onChannel: 0)
        instrument.stopNote(60, onChannel: 0)
    }
}

/// An app's pattern editor.
final class PatternEditor {
    let sequencer: AVAudioSequencer

    init(_ engine: AVAudioEngine) {
        sequencer = AVAudioSequencer(audioEngine: engine)
    }

    func compose() {
        let track = sequencer.createAndAppendTrack()
        for step in 0..<16 {
            track.addEvent(
                AVMIDINoteEvent(channel: 9, key: 42, velocity: 100, duration: 0.1),
                at: AVMusicTimeStamp(step) / 4)
        }
        track.addEvent(
            AVMIDIControlChangeEvent(channel: 9, messageType: .volume, value: 90), at: 0)
        track.addEvent(AVMIDIProgramChangeEvent(channel: 0, programNumber: 4), at: 0)
        track.addEvent(AVMusicUserEvent(data: Data([1])), at: 1)
        sequencer.tempoTrack.addEvent(AVExtendedTempoEvent(tempo: 96), at: 0)
        track.enumerateEvents(in: AVMakeBeatRange(0, AVMusicTimeStampEndOfTrack)) {
            event, timeStamp, removeEvent in
            if event is AVMusicUserEvent { removeEvent.pointee = true }
            timeStamp.pointee += 0.5
        }
        track.moveEvents(in: AVMakeBeatRange(0, 1), by: 0.5)
        track.clearEvents(in: AVMakeBeatRange(3, 1))
        track.cutEvents(in: AVMakeBeatRange(2, 1))
        let other = sequencer.createAndAppendTrack()
        other.copyEvents(in: AVMakeBeatRange(0, 2), from: track, insertAt: 0)
        other.copyAndMergeEvents(in: AVMakeBeatRange(0, 2), from: track, mergeAt: 2)
        sequencer.setUserCallback { track, data, timeStamp in
            print(track.lengthInBeats, data.count, timeStamp)
        }
        sequencer.setUserCallback(nil)
        sequencer.reverseEvents()
        var error: NSError?
        expect(sequencer.hostTime(forBeats: 0, error: &error) == 0, "not playing")
        expect(error != nil, "an error")
        expect(sequencer.userInfo[AVAudioSequencer.InfoDictionaryKey.title.rawValue] == nil, "")
    }
}

func trySpeechAndMIDI() {
    let voices = AVSpeechSynthesisVoice.speechVoices().map(\.language)
    expect(voices.isEmpty == (AVSpeechSynthesisVoice(language: "en-US") == nil), "voices")
    expect(AVSpeechUtterance(string: "a").rate == 0.5, "the default rate")
    expect(AVSpeechUtterance(ssmlRepresentation: "<speak>a</speak>") != nil, "markup")
    let missing = URL(fileURLWithPath: "/nowhere")
    expect((try? Keyboard().open(bank: missing, music: missing)) == nil, "a missing bank")
    let sequencer = AVAudioSequencer()
    expect(sequencer.seconds(forBeats: 4) == 2, "the default tempo")
}
