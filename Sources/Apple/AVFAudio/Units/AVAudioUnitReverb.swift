import AudioEffects
import AudioUnits

/// The rooms of a reverb.
public enum AVAudioUnitReverbPreset: Int, Sendable {
    /// A small room.
    case smallRoom = 0
    /// A room of medium size.
    case mediumRoom = 1
    /// A large room.
    case largeRoom = 2
    /// A hall of medium size.
    case mediumHall = 3
    /// A large hall.
    case largeHall = 4
    /// A metal plate.
    case plate = 5
    /// An echo chamber of medium size.
    case mediumChamber = 6
    /// A large echo chamber.
    case largeChamber = 7
    /// A cathedral.
    case cathedral = 8
    /// A large room, longer and darker.
    case largeRoom2 = 9
    /// A hall of medium size, longer and brighter.
    case mediumHall2 = 10
    /// A hall of medium size, shorter and darker.
    case mediumHall3 = 11
    /// A large hall, longer.
    case largeHall2 = 12
}

/// A reverb.
///
/// It starts with `.mediumHall` and without reverberation in the output. Any thread.
///
/// Ownership: immutable; the kernel guards its parameters.
open class AVAudioUnitReverb: AVAudioUnitEffect, @unchecked Sendable {
    private let kernel: Reverb

    /// Makes a reverb.
    public init() {
        kernel = Reverb()
        super.init(kernel, .reverb)
    }

    /// Changes the room.
    open func loadFactoryPreset(_ preset: AVAudioUnitReverbPreset) {
        kernel.preset = ReverbPreset(rawValue: preset.rawValue) ?? .mediumHall
        didLoadFactoryPreset(preset.rawValue)
    }

    /// The part of the reverberation in the output, in percent, 0…100; 0 at first. Values out of
    /// range are limited.
    open var wetDryMix: Float {
        get { kernel.wetDryMix }
        set { kernel.wetDryMix = newValue }
    }
}
