public import CAudioToolbox
public import Foundation
import MIDISynthesis
import Synchronization

/// An instrument with one program of a sound bank on all channels.
///
/// Without a bank it is silent. Any thread.
///
/// Ownership: a mutex guards the parameters.
open class AVAudioUnitSampler: AVAudioUnitMIDIInstrument, @unchecked Sendable {
    private let parameters = Mutex(Parameters())

    private struct Parameters: Sendable {
        var pan: Float = 0
        var gain: Float = 0
        var tuning: Float = 0
    }

    /// Makes a sampler without a bank.
    public convenience init() {
        self.init(audioComponentDescription: UnitComponent.sampler.description)
    }

    public override init(audioComponentDescription description: AudioComponentDescription) {
        super.init(audioComponentDescription: description)
    }

    /// Loads a program of a sound bank.
    ///
    /// - Parameters:
    ///   - bankURL: A sound font (SF2).
    ///   - program: The program, 0…127.
    ///   - bankMSB: 0x79 for melodic banks, 0x78 for drums.
    ///   - bankLSB: The bank, 0…127.
    /// - Throws: −43 for a missing file, −10871 for one that is no bank, −10872 when the bank does
    ///   not have the program. What was loaded before is kept then.
    open func loadSoundBankInstrument(
        at bankURL: URL, program: UInt8, bankMSB: UInt8, bankLSB: UInt8
    ) throws {
        let isPercussion = bankMSB == SoundFontSynthesizer.percussionBank
        let isMelodic = bankMSB == SoundFontSynthesizer.melodicBank
        let bank =
            isPercussion ? SoundFontSynthesizer.drumBank : Int(isMelodic ? bankLSB : bankMSB)
        try load(bankURL, (bank, Int(program)), call: "loadSoundBankInstrument")
    }

    /// Loads an instrument: the first program of a sound font. Apple's presets and audio files are
    /// refused with −10870.
    open func loadInstrument(at instrumentURL: URL) throws {
        guard instrumentURL.pathExtension.lowercased() == "sf2" else {
            throw NSError.avfAudio(SoundBank.unknownFileType, failedCall: "loadInstrument")
        }
        try load(instrumentURL, (0, 0), call: "loadInstrument")
    }

    /// Refuses audio files with −10870: only sound banks can be played here.
    open func loadAudioFiles(at audioFiles: [URL]) throws {
        throw NSError.avfAudio(SoundBank.unknownFileType, failedCall: "loadAudioFiles")
    }

    private func load(_ url: URL, _ preset: (bank: Int, program: Int), call: String) throws {
        guard url.isFileURL, FileManager.default.fileExists(atPath: url.path) else {
            throw NSError.avfAudio(SoundBank.fileNotFound, failedCall: call)
        }
        do throws(Instrument.LoadingError) {
            try instrument.load(path: url.path, preset: preset)
        } catch {
            let code =
                switch error {
                case .noSynthesizer: SoundBank.failedInitialization
                case .invalidFile: SoundBank.invalidFile
                case .presetNotFound: SoundBank.instrumentNotFound
                }
            throw NSError.avfAudio(code, failedCall: call)
        }
    }

    /// The balance, −100 left … 100 right.
    open var stereoPan: Float {
        get { parameters.withLock { $0.pan } }
        set {
            let pan = newValue.isNaN ? 0 : min(max(newValue, -100), 100)
            parameters.withLock { $0.pan = pan }
            instrument.setPan(pan / 100)
        }
    }

    /// The gain in decibels, −90…12; 0 at first.
    open var overallGain: Float {
        get { parameters.withLock { $0.gain } }
        set {
            let gain = newValue.isNaN ? 0 : min(max(newValue, -90), 12)
            parameters.withLock { $0.gain = gain }
            instrument.setGain(gain <= -90 ? 0 : pow(10, gain / 20))
        }
    }

    /// The former name of `overallGain`.
    open var masterGain: Float {
        get { overallGain }
        set { overallGain = newValue }
    }

    /// The tuning in cents, −2400…2400; 0 at first.
    open var globalTuning: Float {
        get { parameters.withLock { $0.tuning } }
        set {
            let tuning = newValue.isNaN ? 0 : min(max(newValue, -2400), 2400)
            parameters.withLock { $0.tuning = tuning }
            instrument.setTuning(cents: Double(tuning))
        }
    }
}
