import AudioUnits
public import CAudioToolbox
public import Foundation
import MIDISynthesis

/// An instrument with one program of a sound bank on all channels.
///
/// Without a bank it is silent. Any thread.
///
/// Ownership: immutable; the kernel guards the parameters.
open class AVAudioUnitSampler: AVAudioUnitMIDIInstrument, @unchecked Sendable {
    /// Makes a sampler without a bank.
    public convenience init() {
        self.init(audioComponentDescription: UnitComponent.sampler.description)
    }

    /// Makes a sampler without a bank, from the description of its audio unit.
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
        try load("loadSoundBankInstrument") { () throws(UnitError) in
            .program(program, bankMSB: bankMSB, bankLSB: bankLSB, bankURL)
        }
    }

    /// Loads a preset (aupreset) as `loadInstrument(at:)` does.
    open override func loadPreset(at url: URL) throws { try loadInstrument(at: url) }

    /// Loads an instrument: the first program of a sound font, an audio file, or a preset (aupreset)
    /// with the zones of its audio files.
    ///
    /// - Throws: −43 for a missing file, −10871 for one that cannot be read, −10870 for other kinds
    ///   of files, such as EXS24 instruments.
    open func loadInstrument(at instrumentURL: URL) throws {
        try load("loadInstrument") { () throws(UnitError) in
            try InstrumentFile(ofFile: instrumentURL)
        }
    }

    /// Loads audio files, each as a zone of one instrument.
    ///
    /// A file plays at its own pitch at the key that it contains (the chunks `smpl`, `inst`, `INST`)
    /// or that its name ends with, as in `Piano C#3`. Zones reach halfway to the next ones. Files
    /// without a key get one key each, from 60 on; a single one gets all keys, with its own pitch at
    /// 60.
    ///
    /// - Throws: −43 for a missing file, −10871 for one that is no audio file. What was loaded
    ///   before is kept then.
    open func loadAudioFiles(at audioFiles: [URL]) throws {
        try load("loadAudioFiles") { () throws(UnitError) in .sounds(audioFiles) }
    }

    private func load(
        _ call: String, _ file: () throws(UnitError) -> InstrumentFile
    ) throws {
        do throws(UnitError) {
            try source.load(try file())
        } catch {
            throw NSError.avfAudio(error.status, failedCall: call)
        }
    }

    /// The balance, −100 left … 100 right.
    open var stereoPan: Float {
        get { source.values.stereoPan }
        set { change { $0.stereoPan = newValue.isNaN ? 0 : min(max(newValue, -100), 100) } }
    }

    /// The gain in decibels, −90…12; 0 at first.
    open var overallGain: Float {
        get { source.values.gain }
        set {
            let gain = newValue.isNaN ? 0 : newValue
            change { $0.gain = min(max(gain, InstrumentValues.silentGain), 12) }
        }
    }

    /// The former name of `overallGain`.
    open var masterGain: Float {
        get { overallGain }
        set { overallGain = newValue }
    }

    /// The tuning in cents, −2400…2400; 0 at first. The unit has it as whole semitones and the cents
    /// beside them.
    open var globalTuning: Float {
        get { source.values.tuning }
        set { change { $0.tuning = newValue.isNaN ? 0 : min(max(newValue, -2400), 2400) } }
    }

    private func change(_ change: (inout InstrumentValues) -> Void) { source.change(change) }
}
