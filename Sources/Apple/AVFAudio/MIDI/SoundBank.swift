import CAudioToolbox
import Foundation
import MIDISynthesis

/// Loads sound banks and music files, with Apple's errors.
enum SoundBank {
    /// `fnfErr`: there is no such file.
    static let fileNotFound = kAudio_FileNotFoundError
    /// `kAudioUnitErr_FileNotSpecified`: no bank was given.
    static let fileNotSpecified = kAudioUnitErr_FileNotSpecified
    /// `kAudioUnitErr_InvalidFile`: the file is no sound bank.
    static let invalidFile = kAudioUnitErr_InvalidFile
    /// `kAudioToolboxErr_InvalidSequenceType`: the data is no Standard MIDI File.
    static let invalidSequence = kAudioToolboxErr_InvalidSequenceType
    /// `kAudioUnitErr_FailedInitialization`: FluidSynth is missing or does not take the sample rate.
    static let failedInitialization = kAudioUnitErr_FailedInitialization

    /// The largest music file that is read, in bytes.
    private static let fileBytesMax = 64 << 20

    /// Makes a synthesiser with a bank.
    static func synthesizer(_ bank: URL?, sampleRate: Double) throws -> SoundFontSynthesizer {
        let call = "AVMIDIPlayer: loading the sound bank"
        guard let bank, bank.isFileURL else {
            throw NSError.avfAudio(fileNotSpecified, failedCall: call)
        }
        guard FileManager.default.fileExists(atPath: bank.path) else {
            throw NSError.avfAudio(fileNotFound, failedCall: call)
        }
        guard let synthesizer = SoundFontSynthesizer(sampleRate: sampleRate) else {
            throw NSError.avfAudio(failedInitialization, failedCall: call)
        }
        guard synthesizer.loadSoundFont(path: bank.path) else {
            throw NSError.avfAudio(invalidFile, failedCall: call)
        }
        return synthesizer
    }

    /// Reads a music file.
    static func music(contentsOf url: URL) throws -> MIDIFile {
        let call = "loading the music sequence"
        guard url.isFileURL, FileManager.default.fileExists(atPath: url.path) else {
            throw NSError.avfAudio(fileNotFound, failedCall: call)
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        let size = (attributes[.size] as? NSNumber)?.intValue ?? 0
        guard attributes[.type] as? FileAttributeType == .typeRegular, size <= fileBytesMax else {
            throw NSError.avfAudio(invalidSequence, failedCall: call)
        }
        return try music(Data(contentsOf: url))
    }

    /// Reads a music file's bytes.
    static func music(_ data: Data) throws -> MIDIFile {
        do throws(MIDIFileError) {
            return try MIDIFile(bytes: Array(data))
        } catch {
            throw NSError.avfAudio(invalidSequence, failedCall: "loading the music sequence")
        }
    }
}
