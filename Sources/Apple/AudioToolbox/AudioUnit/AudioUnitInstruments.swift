import AudioUnits
import CAudioToolbox
import CoreAudioTypes
import CoreFoundation
import Foundation

// Properties of instruments.

extension UnitCore {
    /// The size of a property of instruments in bytes; `nil` for another property.
    func sizeOfInstrument(_ property: AudioUnitPropertyID) throws(UnitError) -> Int? {
        switch property {
        case kAUSamplerProperty_LoadInstrument:
            _ = try instrument(.sampler)
            return MemoryLayout<AUSamplerInstrumentData>.size
        case kAUSamplerProperty_LoadPresetFromBank:
            _ = try instrument(.sampler)
            return MemoryLayout<AUSamplerBankPresetData>.size
        case kAUSamplerProperty_LoadAudioFiles:
            _ = try instrument(.sampler)
            return MemoryLayout<UnsafeRawPointer>.size
        default: return nil
        }
    }

    /// The value of a property of instruments; `nil` for another property.
    func valueOfInstrument(_ property: AudioUnitPropertyID) throws(UnitError) -> PropertyValue? {
        switch property {
        case kMusicDeviceProperty_InstrumentCount:
            guard let unit = self as? InstrumentUnit else { throw .invalidProperty }
            return .of(UInt32(unit.component == .sampler ? 1 : 0))
        case kMusicDeviceProperty_SoundBankURL:
            guard let bank = try instrument(.midiSynth).bank else { throw .fileNotSpecified }
            return .object(bank as NSURL)
        case kAUMIDISynthProperty_EnablePreload:
            return .of(try instrument(.midiSynth).keptNumber(property))
        default: return nil
        }
    }

    /// Sets a property of instruments.
    ///
    /// - Returns: Whether the property is one of them.
    func setInstrument(
        _ property: AudioUnitPropertyID, _ data: UnsafeRawBufferPointer
    ) throws(UnitError) -> Bool {
        switch property {
        case kAUSamplerProperty_LoadInstrument:
            let unit = try instrument(.sampler)
            let value: AUSamplerInstrumentData = try data.value()
            try unit.load(value.file)
        case kAUSamplerProperty_LoadPresetFromBank:
            let unit = try instrument(.sampler)
            let value: AUSamplerBankPresetData = try data.value()
            guard let bank = value.bankURL else { throw .missingArgument }
            try unit.load(
                .program(
                    value.presetID, bankMSB: value.bankMSB, bankLSB: value.bankLSB,
                    bank.takeUnretainedValue() as URL))
        case kAUSamplerProperty_LoadAudioFiles:
            let unit = try instrument(.sampler)
            let list = try data.object()
            let files = Unmanaged<NSArray>.fromOpaque(list).takeUnretainedValue()
            try unit.load(.sounds(files.compactMap { ($0 as? NSURL) as URL? ?? $0 as? URL }))
        case kMusicDeviceProperty_SoundBankURL:
            let unit = try instrument(.midiSynth)
            let bank = try data.object()
            let url = Unmanaged<NSURL>.fromOpaque(bank).takeUnretainedValue()
            try unit.load(.soundBank(url as URL))
            listeners.notify(property, .global, 0)
        case kAUMIDISynthProperty_EnablePreload:
            try instrument(.midiSynth).keepNumber(data.value(), of: property)
        case kMusicDeviceProperty_InstrumentCount:
            guard self is InstrumentUnit else { throw .invalidProperty }
            throw .notWritable
        default: return false
        }
        return true
    }

    /// - Throws: `invalidProperty` for other units than instruments of this kind.
    private func instrument(_ component: UnitComponent) throws(UnitError) -> InstrumentUnit {
        guard let unit = self as? InstrumentUnit, unit.component == component else {
            throw .invalidProperty
        }
        return unit
    }
}

extension AUSamplerInstrumentData {
    /// The instrument that is named.
    fileprivate var file: InstrumentFile {
        get throws(UnitError) {
            guard let fileURL else { throw .missingArgument }
            let url = fileURL.takeUnretainedValue() as URL
            switch Int(instrumentType) {
            case kInstrumentType_SF2Preset:
                guard url.pathExtension.lowercased() != "dls" else { throw .unknownFileType }
                return .program(presetID, bankMSB: bankMSB, bankLSB: bankLSB, url)
            case kInstrumentType_AUPreset: return .preset(url)
            case kInstrumentType_Audiofile: return .sound(url)
            default: throw .unknownFileType
            }
        }
    }
}
