package import Foundation
import MIDISynthesis

/// What an instrument plays.
package enum InstrumentFile: Sendable {
    /// A program of a sound font, by the numbers of General MIDI 2.
    case program(UInt8, bankMSB: UInt8, bankLSB: UInt8, URL)
    /// A sound font with all its programs.
    case soundBank(URL)
    /// A preset (aupreset) with the zones of its audio files.
    case preset(URL)
    /// Audio files, each as a zone.
    case sounds([URL])
    /// One audio file.
    case sound(URL)

    /// The instrument in a file, by the ending of its name.
    ///
    /// - Throws: `unknownFileType` for kinds of files that are not read.
    package init(ofFile url: URL) throws(UnitError) {
        switch url.pathExtension.lowercased() {
        case "sf2", "sf3": self = .program(0, bankMSB: 0, bankLSB: 0, url)
        case "aupreset": self = .preset(url)
        case "exs", "dls", "": throw .unknownFileType
        default: self = .sound(url)
        }
    }
}

extension InstrumentSource {
    /// Loads an instrument in place of the one before, which is kept after an error.
    ///
    /// - Throws: `fileNotFound`, `invalidFile`, `unknownFileType`, `instrumentNotFound`,
    ///   `invalidPropertyValue`, and `failedInitialization` without FluidSynth.
    package func load(_ file: InstrumentFile) throws(UnitError) {
        switch file {
        case .program(let program, let bankMSB, let bankLSB, let url):
            let isPercussion = bankMSB == SoundFontSynthesizer.percussionBank
            let isMelodic = bankMSB == SoundFontSynthesizer.melodicBank
            let bank =
                isPercussion ? SoundFontSynthesizer.drumBank : Int(isMelodic ? bankLSB : bankMSB)
            try load(url, preset: (bank, Int(program)))
            change { $0.content = .program(program, bankMSB: bankMSB, bankLSB: bankLSB, url) }
        case .soundBank(let url):
            try load(url, preset: nil)
            change { ($0.bank, $0.content) = (url, .soundBank(url)) }
        case .preset(let url): try load(SamplerPreset(url).readZones())
        case .sounds(let urls): try load(SamplerZones(urls, otherwise: .invalidFile))
        case .sound(let url): try load(SamplerZones([url], otherwise: .unknownFileType))
        }
    }

    /// Loads the instrument of a preset; without effect for a preset that has none.
    ///
    /// - Throws: As `load(_:)`.
    func load(preset list: [String: Any]) throws(UnitError) {
        if let bank = InstrumentContent.bank(of: list) { return try load(bank) }
        guard list[InstrumentContent.Key.instrument] != nil else { return }
        try load(SamplerPreset(list, in: nil).readZones())
    }

    private func load(_ zones: SamplerZones) throws(UnitError) {
        try load(.memory(SoundFontWriter(zones.zones).bytes), preset: (0, 0))
        change { $0.content = zones.content }
    }

    private func load(_ url: URL, preset: (bank: Int, program: Int)?) throws(UnitError) {
        guard url.isFileURL, FileManager.default.fileExists(atPath: url.path) else {
            throw .fileNotFound
        }
        try load(.file(path: url.path), preset: preset)
    }

    private func load(
        _ source: Instrument.Source, preset: (bank: Int, program: Int)?
    ) throws(UnitError) {
        do throws(Instrument.LoadingError) {
            try instrument.load(source, preset: preset)
        } catch {
            switch error {
            case .noSynthesizer: throw .failedInitialization
            case .invalidFile: throw .invalidFile
            case .presetNotFound: throw .instrumentNotFound
            }
        }
    }
}
