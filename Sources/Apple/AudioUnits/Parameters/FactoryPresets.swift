package import AudioEffects
import AudioGraph
import CAudioToolbox

/// A kernel with presets of its own: of its unit in C, in version 3 and in an engine.
package protocol FactoryPresets: AnyObject, Sendable {
    /// The presets, by their numbers.
    var factoryPresets: [UnitPresetName] { get }

    /// Sets the parameters as a preset says.
    ///
    /// - Returns: Whether there is one of that number.
    func loadFactoryPreset(_ number: Int) -> Bool
}

extension Reverb: FactoryPresets {
    package var factoryPresets: [UnitPresetName] {
        ReverbPreset.allCases.map { UnitPresetName(number: Int32($0.rawValue), name: $0.name) }
    }

    package func loadFactoryPreset(_ number: Int) -> Bool {
        guard let found = ReverbPreset(rawValue: number) else { return false }
        preset = found
        return true
    }
}

extension Distortion: FactoryPresets {
    package var factoryPresets: [UnitPresetName] {
        DistortionPreset.allCases.map { UnitPresetName(number: Int32($0.rawValue), name: $0.name) }
    }

    package func loadFactoryPreset(_ number: Int) -> Bool {
        guard let found = DistortionPreset(rawValue: number) else { return false }
        preset = found
        return true
    }
}

extension ReverbPreset {
    /// The name for people.
    fileprivate var name: String {
        switch self {
        case .smallRoom: "Small Room"
        case .mediumRoom: "Medium Room"
        case .largeRoom: "Large Room"
        case .mediumHall: "Medium Hall"
        case .largeHall: "Large Hall"
        case .plate: "Plate"
        case .mediumChamber: "Medium Chamber"
        case .largeChamber: "Large Chamber"
        case .cathedral: "Cathedral"
        case .largeRoom2: "Large Room 2"
        case .mediumHall2: "Medium Hall 2"
        case .mediumHall3: "Medium Hall 3"
        case .largeHall2: "Large Hall 2"
        }
    }
}

extension DistortionPreset {
    /// The name for people.
    fileprivate var name: String {
        switch self {
        case .drumsBitBrush: "Drums Bit Brush"
        case .drumsBufferBeats: "Drums Buffer Beats"
        case .drumsLoFi: "Drums Lo-Fi"
        case .multiBrokenSpeaker: "Multi Broken Speaker"
        case .multiCellphoneConcert: "Multi Cellphone Concert"
        case .multiDecimated1: "Multi Decimated 1"
        case .multiDecimated2: "Multi Decimated 2"
        case .multiDecimated3: "Multi Decimated 3"
        case .multiDecimated4: "Multi Decimated 4"
        case .multiDistortedFunk: "Multi Distorted Funk"
        case .multiDistortedCubed: "Multi Distorted Cubed"
        case .multiDistortedSquared: "Multi Distorted Squared"
        case .multiEcho1: "Multi Echo 1"
        case .multiEcho2: "Multi Echo 2"
        case .multiEchoTight1: "Multi Echo Tight 1"
        case .multiEchoTight2: "Multi Echo Tight 2"
        case .multiEverythingIsBroken: "Multi Everything Is Broken"
        case .speechAlienChatter: "Speech Alien Chatter"
        case .speechCosmicInterference: "Speech Cosmic Interference"
        case .speechGoldenPi: "Speech Golden Pi"
        case .speechRadioTower: "Speech Radio Tower"
        case .speechWaves: "Speech Waves"
        }
    }
}

extension UnitCore {
    /// The presets of the unit's kernel; empty for a unit without any.
    package var factoryPresets: [UnitPresetName] { presetKernel?.factoryPresets ?? [] }

    /// The kernel, where it has presets of its own.
    private var presetKernel: (any FactoryPresets)? {
        guard case .effect(let kernel) = node.kind else { return nil }
        return kernel as? any FactoryPresets
    }

    /// Chooses a preset: one of the unit's own is loaded, for one of the user's only the name kept.
    ///
    /// - Parameter name: The name of the user's preset.
    /// - Throws: `invalidPropertyValue` for a number, not negative, of no preset.
    package func choosePreset(_ number: Int32, name: String) throws(UnitError) {
        guard number >= 0 else {
            return notePreset(UnitPresetName(number: number, name: name))
        }
        guard let kernel = presetKernel, kernel.loadFactoryPreset(Int(number)) else {
            throw .invalidPropertyValue
        }
        noteFactoryPreset(Int(number))
    }

    /// Notes that the kernel has loaded one of its presets.
    package func noteFactoryPreset(_ number: Int) {
        let found = factoryPresets.first { $0.number == Int32(clamping: number) }
        if let found { notePreset(found) }
    }

    private func notePreset(_ preset: UnitPresetName) {
        presentPreset = preset
        listeners.notify(kAudioUnitProperty_PresentPreset, .global, 0)
    }
}
