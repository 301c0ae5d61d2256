import AudioEffects
import AudioUnits
public import Foundation

/// An equaliser: a chain of filters and a gain.
///
/// All filters are bypassed at first. Any thread.
///
/// Ownership: immutable; the kernel guards its parameters.
open class AVAudioUnitEQ: AVAudioUnitEffect, @unchecked Sendable {
    private let kernel: Equalizer
    /// The parameters of the filters, in the order of processing.
    public let bands: [AVAudioUnitEQFilterParameters]

    /// The largest number of bands.
    private static let bandCountMax = 1024

    /// Makes an equaliser.
    ///
    /// - Parameter numberOfBands: The number of filters, 0…1024; other numbers are limited.
    public init(numberOfBands: Int) {
        kernel = Equalizer(bandCount: min(max(numberOfBands, 0), Self.bandCountMax))
        bands = kernel.bands.map(AVAudioUnitEQFilterParameters.init)
        super.init(kernel, .equalizer)
    }

    /// The gain after all filters in dB, −96…24; 0 at first. Values out of range are limited.
    open var globalGain: Float {
        get { kernel.globalGain }
        set { kernel.globalGain = newValue }
    }
}

/// The kinds of an equaliser's filters.
public enum AVAudioUnitEQFilterType: Int, Sendable {
    /// A bell around `frequency`, of `gain` and `bandwidth`.
    case parametric = 0
    /// A Butterworth filter of order 2: −3 dB at `frequency`.
    case lowPass = 1
    /// A Butterworth filter of order 2: −3 dB at `frequency`.
    case highPass = 2
    /// A low-pass filter with a resonance that `bandwidth` sets.
    case resonantLowPass = 3
    /// A high-pass filter with a resonance that `bandwidth` sets.
    case resonantHighPass = 4
    /// Passes a band around `frequency`, of `bandwidth`.
    case bandPass = 5
    /// Stops a band around `frequency`, of `bandwidth`.
    case bandStop = 6
    /// Changes what is below `frequency` by `gain`.
    case lowShelf = 7
    /// Changes what is above `frequency` by `gain`.
    case highShelf = 8
    /// A low shelf with a resonance that `bandwidth` sets.
    case resonantLowShelf = 9
    /// A high shelf with a resonance that `bandwidth` sets.
    case resonantHighShelf = 10
}

/// The parameters of one filter of an equaliser. Any thread.
///
/// Ownership: immutable; the kernel guards its parameters.
open class AVAudioUnitEQFilterParameters: NSObject, @unchecked Sendable {
    private let band: EqualizerBand

    init(_ band: EqualizerBand) {
        self.band = band
    }

    /// The kind of filter; `.parametric` at first.
    open var filterType: AVAudioUnitEQFilterType {
        get { AVAudioUnitEQFilterType(rawValue: band.settings.type.rawValue) ?? .parametric }
        set {
            band.change { $0.type = FilterType(rawValue: newValue.rawValue) ?? .parametric }
        }
    }

    /// The cutoff or centre frequency in Hz, from 20 to half the sample rate; 1000 at first. Values
    /// out of range are limited.
    open var frequency: Float {
        get { band.settings.frequency }
        set { band.change { $0.frequency = newValue } }
    }

    /// The bandwidth in octaves, 0.05…5; 1 at first. Values out of range are limited.
    open var bandwidth: Float {
        get { band.settings.bandwidth }
        set { band.change { $0.bandwidth = newValue } }
    }

    /// The gain in dB, −96…24; 0 at first. Values out of range are limited.
    open var gain: Float {
        get { band.settings.gain }
        set { band.change { $0.gain = newValue } }
    }

    /// Whether the filter passes everything; `true` at first.
    open var bypass: Bool {
        get { band.settings.isBypassed }
        set { band.change { $0.isBypassed = newValue } }
    }
}
