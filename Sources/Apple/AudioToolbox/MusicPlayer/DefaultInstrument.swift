import AudioModel
import AudioUnits
import CAudioToolbox
import Foundation
import MIDISynthesis
import SoundClient

/// The instrument of tracks that nothing else plays: a sine tone, the same on all machines.
enum DefaultInstrument {
    /// The tone as a sound font.
    static let soundFont: [UInt8] = {
        // A cycle of the A of 440 Hz is a whole number of frames.
        let tone = (0..<cycleFrames * cycleCount).map { frame in
            Float(0.5 * sin(2 * .pi * Double(frame % cycleFrames) / Double(cycleFrames)))
        }
        var zone = SoundFontWriter.Zone(
            channels: [tone], sampleRate: 440 * Double(cycleFrames), rootKey: 69)
        zone.loop = cycleFrames..<cycleFrames * (cycleCount - 1)
        return SoundFontWriter([zone]).bytes
    }()

    private static let cycleFrames = 100
    private static let cycleCount = 20
}

extension UnitGraphObject {
    /// Makes the graph that plays sequences without one: the default instrument, through RemoteIO.
    ///
    /// - Throws: `failedInitialization` without a synthesiser.
    static func ofDefaultInstrument(_ app: AppSound) throws(UnitError) -> UnitGraphObject {
        let graph = UnitGraphObject(app)
        var name = AudioComponentDescription()
        name.componentManufacturer = UInt32(kAudioUnitManufacturer_Apple)
        name.componentType = UInt32(kAudioUnitType_Output)
        name.componentSubType = UInt32(kAudioUnitSubType_RemoteIO)
        let output = try graph.add(name)
        name.componentType = UInt32(kAudioUnitType_MusicDevice)
        name.componentSubType = UInt32(kAudioUnitSubType_Sampler)
        let sampler = try graph.add(name)
        try graph.open()
        let handle = graph.nodes.first { $0.number == sampler }?.unit
        guard let unit = audioUnits[handle] as? InstrumentUnit else {
            throw .failedInitialization
        }
        do {
            try unit.instrument.load(.memory(DefaultInstrument.soundFont), preset: (0, 0))
        } catch {
            throw .failedInitialization
        }
        try unit.playAtKnownRate()
        try graph.connect(sampler, output: 0, to: output, input: 0)
        return graph
    }
}

extension InstrumentUnit {
    /// Has the unit play at another rate than the device's, where that cannot be rendered.
    fileprivate func playAtKnownRate() throws(UnitError) {
        var format = try format(.output, 0)
        guard !SoundFontSynthesizer.sampleRates.contains(format.sampleRate) else { return }
        format.sampleRate = 48_000
        try setFormat(format, .output, 0)
    }
}
