import AVFAudio
import AudioToolbox
public import Foundation

/// A synthesizer as a graph of audio units: an instrument, if wanted a reverb, a mixer, and RemoteIO.
///
/// The reverb comes and goes while the graph runs. The category is playback; a call stops the graph, and
/// it starts again after the call.
@MainActor
public final class Synthesizer {
    private let graph: Graph
    private let instrument: AUNode
    private let mixer: AUNode
    private var reverb: AUNode?
    private var tune: Tune?
    private var observer: (any NSObjectProtocol)?

    /// The output of the reverb beside the dry sound, in percent.
    private static let reverbMix: AudioUnitParameterValue = 45

    /// The gain of the plucked string in decibels, with which a chord of four notes is at full scale.
    private static let stringGain: AudioUnitParameterValue = 6

    /// - Parameter soundBank: A sound font with the programs of General MIDI; `nil` for a plucked string.
    public init(soundBank: URL? = nil) throws {
        try AVAudioSession.sharedInstance().setCategory(.playback)
        graph = try Graph()
        let output = try graph.add(kAudioUnitType_Output, kAudioUnitSubType_RemoteIO)
        mixer = try graph.add(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
        let subType = soundBank == nil ? kAudioUnitSubType_Sampler : kAudioUnitSubType_MIDISynth
        instrument = try graph.add(kAudioUnitType_MusicDevice, subType)
        try graph.connect(mixer, to: output)
        try graph.connect(instrument, to: mixer)
        if let soundBank { try load(soundBank: soundBank) } else { try loadString() }
        try graph.initialize()
        observer = NotificationCenter.default.addObserver(
            forName: AVAudioSession.interruptionNotification, object: nil, queue: .main
        ) { [weak self] notification in
            let type = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
            MainActor.assumeIsolated { self?.handleInterruption(type) }
        }
    }

    isolated deinit {
        if let observer { NotificationCenter.default.removeObserver(observer) }
        stop()
    }

    // MARK: The instrument

    private func load(soundBank: URL) throws {
        let file = soundBank as CFURL
        var bank = Unmanaged.passUnretained(file)
        try AudioError.check(
            "SoundBankURL",
            AudioUnitSetProperty(
                try graph.unit(instrument), kMusicDeviceProperty_SoundBankURL,
                kAudioUnitScope_Global, 0, &bank, UInt32(MemoryLayout.size(ofValue: bank))))
        withExtendedLifetime(file) {}
    }

    private func loadString() throws {
        // A sampler takes the end of a name, such as C4, for the key of the sound.
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "\(UUID().uuidString)-string.caf")
        defer { try? FileManager.default.removeItem(at: url) }
        try PluckedString.write(to: url)
        let file = url as CFURL
        var data = AUSamplerInstrumentData(
            fileURL: Unmanaged.passUnretained(file),
            instrumentType: UInt8(kInstrumentType_Audiofile),
            bankMSB: UInt8(kAUSampler_DefaultMelodicBankMSB),
            bankLSB: UInt8(kAUSampler_DefaultBankLSB), presetID: 0)
        try AudioError.check(
            "LoadInstrument",
            AudioUnitSetProperty(
                try graph.unit(instrument), kAUSamplerProperty_LoadInstrument,
                kAudioUnitScope_Global, 0, &data, UInt32(MemoryLayout.size(ofValue: data))))
        withExtendedLifetime(file) {}
        try AudioError.check(
            "Gain",
            AudioUnitSetParameter(
                try graph.unit(instrument), AudioUnitParameterID(kAUSamplerParam_Gain),
                kAudioUnitScope_Global, 0, Self.stringGain, 0))
    }

    // MARK: Playing

    /// Whether the graph runs; not during a call.
    public var isRunning: Bool { graph.isRunning }

    public func start() throws {
        try AVAudioSession.sharedInstance().setActive(true)
        try graph.start()
    }

    public func stop() {
        tune?.stop()
        graph.stop()
    }

    /// Starts a note of a key, 0…127; 60 is the middle C.
    public func press(_ key: UInt8) { send(0x90, key, 100) }

    /// Ends the note of a key.
    public func release(_ key: UInt8) { send(0x80, key, 0) }

    private func send(_ status: UInt32, _ key: UInt8, _ velocity: UInt32) {
        guard let unit = try? graph.unit(instrument) else { return }
        MusicDeviceMIDIEvent(unit, status, UInt32(key), velocity, 0)
    }

    /// Plays a Standard MIDI File, or a scale, in place of what it plays.
    public func play(_ file: URL? = nil) throws {
        tune?.stop()
        let tune = try Tune(file, graph)
        self.tune = tune
        try tune.start()
    }

    /// Whether a file or a scale is being played.
    public var isPlayingTune: Bool { tune?.isPlaying ?? false }

    // MARK: The reverb

    /// Whether there is a reverb between the instrument and the mixer.
    public var hasReverb: Bool { reverb != nil }

    /// Adds the reverb or removes it. Nothing of it is heard before the update, which makes one change of
    /// all; notes that sound go on.
    public func setReverb(_ isWanted: Bool) throws {
        guard isWanted != hasReverb else { return }
        try graph.disconnect(mixer)
        if isWanted {
            let node = try graph.add(kAudioUnitType_Effect, kAudioUnitSubType_Reverb2)
            AudioUnitSetParameter(
                try graph.unit(node), AudioUnitParameterID(kReverb2Param_DryWetMix),
                kAudioUnitScope_Global, 0, Self.reverbMix, 0)
            try graph.connect(instrument, to: node)
            try graph.connect(node, to: mixer)
            reverb = node
        } else if let node = reverb {
            try graph.remove(node)
            try graph.connect(instrument, to: mixer)
            reverb = nil
        }
        try graph.update()
    }

    // MARK: Calls and alarms

    private func handleInterruption(_ type: UInt?) {
        switch type.flatMap(AVAudioSession.InterruptionType.init(rawValue:)) {
        case .began: break  // The system has stopped RemoteIO, and with it the graph and the tune.
        case .ended: try? start()
        default: break
        }
    }
}
