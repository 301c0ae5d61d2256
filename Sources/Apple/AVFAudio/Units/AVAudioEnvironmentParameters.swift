import AudioEffects
public import Foundation

/// The formulas by which sound decreases with its distance.
public enum AVAudioEnvironmentDistanceAttenuationModel: Int, Sendable {
    /// (distance / reference) to the power of −roll-off.
    case exponential = 1
    /// reference / (reference + roll-off × (distance − reference)).
    case inverse = 2
    /// 1 − roll-off × (distance − reference) / (maximum − reference).
    case linear = 3
}

/// How the sound of an environment's sources decreases with their distance.
///
/// A formula without a value, as with equal distances, attenuates nothing. Negative numbers count as
/// 0, NaN is ignored. Any thread.
///
/// Ownership: immutable; the kernel guards its settings.
open class AVAudioEnvironmentDistanceAttenuationParameters: NSObject, @unchecked Sendable {
    private let environment: SpatialEnvironment

    init(_ environment: SpatialEnvironment) {
        self.environment = environment
    }

    /// The formula; `.inverse` at first.
    open var distanceAttenuationModel: AVAudioEnvironmentDistanceAttenuationModel {
        get {
            let formula = environment.settings.distance.formula
            return AVAudioEnvironmentDistanceAttenuationModel(rawValue: formula.rawValue)
                ?? .inverse
        }
        set {
            let formula = DistanceModel.Formula(rawValue: newValue.rawValue) ?? .inverse
            environment.change { $0.distance.formula = formula }
        }
    }

    /// The distance in metres up to which nothing is attenuated; 1 at first.
    open var referenceDistance: Float {
        get { environment.settings.distance.reference }
        set { set(newValue, \.reference) }
    }

    /// The distance in metres beyond which nothing more is attenuated, for `.linear` only; 100,000
    /// at first.
    open var maximumDistance: Float {
        get { environment.settings.distance.maximum }
        set { set(newValue, \.maximum) }
    }

    /// The strength of the attenuation; 1 at first.
    open var rolloffFactor: Float {
        get { environment.settings.distance.rolloff }
        set { set(newValue, \.rolloff) }
    }

    private func set(_ value: Float, _ path: WritableKeyPath<DistanceModel, Float>) {
        guard !value.isNaN else { return }
        environment.change { $0.distance[keyPath: path] = max(value, 0) }
    }
}

/// The reverberation of an environment.
///
/// Its input is the part of each source that `AVAudio3DMixing.reverbBlend` says. Any thread.
///
/// Ownership: immutable; the kernel guards its settings.
open class AVAudioEnvironmentReverbParameters: NSObject, @unchecked Sendable {
    private let environment: SpatialEnvironment
    /// The filter of the reverberation, bypassed at first.
    public let filterParameters: AVAudioUnitEQFilterParameters

    init(_ environment: SpatialEnvironment) {
        self.environment = environment
        filterParameters = AVAudioUnitEQFilterParameters(environment.filter.bands[0])
    }

    /// Whether there is reverberation; `false` at first.
    open var enable: Bool {
        get { environment.settings.isReverbEnabled }
        set { environment.change { $0.isReverbEnabled = newValue } }
    }

    /// The level of the reverberation in dB, −40…40; 0 at first. Values out of range are limited.
    open var level: Float {
        get { environment.settings.reverbLevel }
        set { environment.change { $0.reverbLevel = newValue } }
    }

    /// Changes the room; `.mediumHall` at first.
    open func loadFactoryReverbPreset(_ preset: AVAudioUnitReverbPreset) {
        environment.reverb.preset = ReverbPreset(rawValue: preset.rawValue) ?? .mediumHall
    }
}
