/// The parameters of one connection to an input bus of a mixer. Any thread sets them; a render
/// thread follows with a ramp of one block.
///
/// Ownership: `init` allocates the atomics and `deinit` frees them; nothing else is stored.
public final class MixerInput: @unchecked Sendable {
    /// A parameter of a mixer's input. The numbers of modes are Apple's.
    public enum Parameter: Int, CaseIterable, Hashable, Sendable {
        /// The linear gain.
        case volume
        /// The balance: −1 left … 1 right.
        case pan
        case rate
        /// The part of the sound that is sent to the reverberation, 0…1.
        case reverbBlend
        /// The damping of the direct sound, in decibels.
        case obstruction
        /// The damping of the direct and of the reverberated sound, in decibels.
        case occlusion
        case positionX
        case positionY
        case positionZ
        case renderingAlgorithm
        case sourceMode
        case pointSourceInHeadMode
        /// The formula by which the sound decreases with the distance, as the number of a
        /// `DistanceModel.Formula`; 0 for the mixer's own formula and numbers.
        case distanceFormula
        /// The distance in metres up to which nothing is attenuated.
        case referenceDistance
        /// The distance in metres beyond which nothing more is attenuated.
        case maximumDistance
        /// The strength of the attenuation.
        case rolloff
        /// The limits of the gain by the distance.
        case minimumDistanceGain
        case maximumDistanceGain
        /// Whether the input is rendered; 0 for no.
        case enable

        /// The value of a new source.
        public var defaultValue: Float {
            switch self {
            case .volume, .rate, .enable, .referenceDistance, .rolloff, .maximumDistanceGain: 1
            case .maximumDistance: 100_000
            default: 0
            }
        }
    }

    private let cells: UnsafeMutablePointer<AtomicFloat>
    /// The levels of the input, before and after volume and pan.
    public let meters = ChannelMeters()

    /// - Parameter values: The initial values; those that are left out have their defaults.
    public init(_ values: [Parameter: Float] = [:]) {
        cells = .allocate(capacity: Parameter.allCases.count)
        for parameter in Parameter.allCases {
            let value = values[parameter] ?? parameter.defaultValue
            (cells + parameter.rawValue).initialize(to: AtomicFloat(value))
        }
    }

    deinit {
        cells.deinitialize(count: Parameter.allCases.count)
        cells.deallocate()
    }

    /// The present value of a parameter.
    public subscript(parameter: Parameter) -> Float {
        @_noLocks @_noAllocation get { cells[parameter.rawValue].value }
        set { cells[parameter.rawValue].value = newValue }
    }
}
