import AudioEffects
package import AudioGraph
import AudioModel
import CAudioToolbox
package import SoundClient
import Synchronization

/// A mixer that places its inputs in space around a listener: the kernel of an environment node.
///
/// An input is placed by its direction and distance from the listener at the origin.
///
/// Ownership: that of `UnitCore`; a mutex guards the placements, and the kernel its settings.
package final class SpatialUnit: UnitCore, @unchecked Sendable {
    private let mixer: EnvironmentMixer
    private let placements = Mutex(Placements())

    /// How an app has placed the inputs, by their numbers.
    struct Placements {
        var inputs: [Int: SpatialInputPlacement] = [:]
        /// The angles of the listener's head in degrees.
        var yaw: Float = 0
        var pitch: Float = 0
        var roll: Float = 0
    }

    /// The number of inputs of a fresh mixer.
    private static let usualInputCount = 8

    /// - Parameters:
    ///   - mixer: The kernel.
    ///   - node: The kernel's node, where it has one already.
    package init(
        _ app: AppSound, _ mixer: EnvironmentMixer = EnvironmentMixer(), node: GraphNode? = nil
    ) {
        self.mixer = mixer
        super.init(
            .spatialMixer, app, node: node ?? GraphNode(.spatialMixer(mixer)),
            inputCount: Self.usualInputCount, outputCount: 1, format: Self.usualFormat(of: app))
        for index in 0..<Self.usualInputCount { place(index) }
    }

    override var countableScopes: Set<UnitScope> { [.input] }

    /// The others follow from the placement.
    override var inheritedParameters: [MixerInput.Parameter] {
        [.enable, .rate, .reverbBlend, .occlusion, .obstruction]
    }

    override func busesDidChange() {
        for index in inputs.indices { place(index) }
    }

    private var environment: SpatialEnvironment { mixer.environment }

    // MARK: Reverberation

    /// The room of the reverberation, an `AUReverbRoomType`.
    package var reverbRoom: UInt32 { UInt32(environment.reverb.preset.rawValue) }

    /// - Throws: `invalidPropertyValue` for a number of no room.
    package func setReverbRoom(_ room: UInt32) throws(UnitError) {
        guard let preset = ReverbPreset(rawValue: Int(room)) else { throw .invalidPropertyValue }
        environment.reverb.preset = preset
    }

    /// Whether there is reverberation; `false` at first, as in an environment node.
    package var hasReverb: Bool {
        get { environment.settings.isReverbEnabled }
        set { environment.change { $0.isReverbEnabled = newValue } }
    }

    // MARK: Placing

    /// How an input is placed.
    ///
    /// - Throws: `invalidElement`, `invalidScope`.
    package func placement(_ scope: UnitScope, _ element: Int) throws(UnitError)
        -> SpatialInputPlacement
    {
        guard scope == .input else { throw .invalidScope }
        try checkElement(.input, element)
        return placements.withLock { $0.inputs[element] ?? SpatialInputPlacement() }
    }

    /// Changes how an input is placed.
    ///
    /// - Throws: `invalidElement`, `invalidScope`.
    package func changePlacement(
        _ scope: UnitScope, _ element: Int,
        _ change: (inout SpatialInputPlacement) throws(UnitError) -> Void
    ) throws(UnitError) {
        var placement = try placement(scope, element)
        try change(&placement)
        let changed = placement
        placements.withLock { $0.inputs[element] = changed }
        place(element)
    }

    /// Tells the kernel how an input is placed.
    private func place(_ element: Int) {
        let input = UnitTopology.read {
            inputs.indices.contains(element) ? inputs[element] : nil
        }
        guard let input else { return }
        let placement = placements.withLock { $0.inputs[element] }
        // A node of an engine places its connection itself, until the app does it by the unit.
        if placement == nil, input.isOfEngine { return }
        (placement ?? SpatialInputPlacement()).apply(to: input.mixing)
    }

    // MARK: Parameters

    package override func parameters(_ scope: UnitScope, _ element: Int) -> [UnitParameter] {
        switch scope {
        case .input:
            guard
                let input = UnitTopology.read({
                    inputs.indices.contains(element) ? inputs[element] : nil
                })
            else { return [] }
            return placementParameters(element) + soundParameters(input.mixing)
                + input.mixing.meters.unitParameters(
                    channelCount: Int(input.format.channelCount), hasLinear: false)
        case .global: return reverbParameters + filterParameters + headParameters
        case .output:
            guard element == 0, let format = try? format(.output, 0) else { return [] }
            return node.meters.unitParameters(
                channelCount: Int(format.channelCount), hasLinear: false)
        case .group, .part, .note, .layer, .layerItem: return []
        }
    }

    private func placementParameters(_ element: Int) -> [UnitParameter] {
        [
            placementParameter(
                kSpatialMixerParam_Azimuth, "azimuth", -180...180, .degrees, 0, element, \.azimuth),
            placementParameter(
                kSpatialMixerParam_Elevation, "elevation", -90...90, .degrees, 0, element,
                \.elevation),
            placementParameter(
                kSpatialMixerParam_Distance, "distance", 0...10_000, .meters, 1, element,
                \.distance),
            placementParameter(
                kSpatialMixerParam_Gain, "gain", -120...20, .decibels, 0, element, \.gain),
            placementParameter(
                kSpatialMixerParam_MinGain, "min gain", 0...1, .linearGain, 0, element, \.gainMin),
            placementParameter(
                kSpatialMixerParam_MaxGain, "max gain", 0...1, .linearGain, 1, element, \.gainMax),
        ]
    }

    private typealias Number<Root> = any WritableKeyPath<Root, Float> & Sendable

    private func placementParameter(
        _ id: AudioUnitParameterID, _ name: String, _ range: ClosedRange<Float>,
        _ unit: AudioUnitParameterUnit, _ usual: Float, _ element: Int,
        _ path: Number<SpatialInputPlacement>
    ) -> UnitParameter {
        var parameter = UnitParameter(id, name, range, unit, default: usual) { [weak self] in
            (try? self?.placement(.input, element))?[keyPath: path] ?? usual
        } set: { [weak self] value in
            guard !value.isNaN else { return }
            let limited = min(max(value, range.lowerBound), range.upperBound)
            try? self?.changePlacement(.input, element) { $0[keyPath: path] = limited }
        }
        parameter.canRamp = false
        return parameter
    }

    private func soundParameters(_ input: MixerInput) -> [UnitParameter] {
        let damping: ClosedRange<Float> = -100...0
        var enable = UnitParameter(
            kSpatialMixerParam_Enable, "enable", 0...1, .boolean, default: 1
        ) {
            input[.enable]
        } set: {
            if !$0.isNaN { input[.enable] = $0 >= 0.5 ? 1 : 0 }
        }
        enable.canRamp = false
        return [
            enable,
            soundParameter(
                kSpatialMixerParam_PlaybackRate, "playback rate", 0.5...2, .rate, input, .rate),
            soundParameter(
                kSpatialMixerParam_ReverbBlend, "reverb blend", 0...100, .percent, input,
                .reverbBlend, scale: 100),
            soundParameter(
                kSpatialMixerParam_OcclusionAttenuation, "occlusion", damping, .decibels, input,
                .occlusion),
            soundParameter(
                kSpatialMixerParam_ObstructionAttenuation, "obstruction", damping, .decibels,
                input, .obstruction),
        ]
    }

    /// - Parameter scale: The parameter's value for 1 of the kernel's.
    private func soundParameter(
        _ id: AudioUnitParameterID, _ name: String, _ range: ClosedRange<Float>,
        _ unit: AudioUnitParameterUnit, _ input: MixerInput, _ kernel: MixerInput.Parameter,
        scale: Float = 1
    ) -> UnitParameter {
        var parameter = UnitParameter(
            id, name, range, unit, default: kernel.defaultValue * scale
        ) {
            input[kernel] * scale
        } set: {
            if !$0.isNaN {
                input[kernel] = min(max($0, range.lowerBound), range.upperBound) / scale
            }
        }
        parameter.canRamp = false
        return parameter
    }

    private var reverbParameters: [UnitParameter] {
        let environment = environment
        var gain = UnitParameter(
            kSpatialMixerParam_GlobalReverbGain, "global reverb gain",
            SpatialEnvironment.reverbLevelRange, .decibels, default: 0
        ) {
            environment.settings.reverbLevel
        } set: { value in
            environment.change { $0.reverbLevel = value }
        }
        gain.canRamp = false
        return [gain]
    }

    /// The filter of the reverberation, as the parameters of an equaliser's band with other numbers.
    private var filterParameters: [UnitParameter] {
        let numbers: [Int: AudioUnitParameterID] = [
            Int(kAUNBandEQParam_Frequency): AudioUnitParameterID(kReverbParam_FilterFrequency),
            Int(kAUNBandEQParam_Bandwidth): AudioUnitParameterID(kReverbParam_FilterBandwidth),
            Int(kAUNBandEQParam_Gain): AudioUnitParameterID(kReverbParam_FilterGain),
            Int(kAUNBandEQParam_FilterType): AudioUnitParameterID(kReverbParam_FilterType),
        ]
        let band = environment.filter.bands[0]
        var parameters = environment.filter.unitParameters.compactMap { parameter in
            numbers[Int(parameter.id)].map { number in
                var parameter = parameter
                parameter.id = number
                parameter.name = "reverb filter \(parameter.name)"
                parameter.canRamp = false
                return parameter
            }
        }
        var enable = UnitParameter(
            kReverbParam_FilterEnable, "reverb filter enable", 0...1, .boolean, default: 0
        ) {
            band.settings.isBypassed ? 0 : 1
        } set: { value in
            if !value.isNaN { band.change { $0.isBypassed = value < 0.5 } }
        }
        enable.canRamp = false
        parameters.append(enable)
        return parameters.sorted { $0.id < $1.id }
    }

    private var headParameters: [UnitParameter] {
        [
            headParameter(kSpatialMixerParam_HeadYaw, "head yaw", -180...180, \.yaw),
            headParameter(kSpatialMixerParam_HeadPitch, "head pitch", -90...90, \.pitch),
            headParameter(kSpatialMixerParam_HeadRoll, "head roll", -180...180, \.roll),
        ]
    }

    private func headParameter(
        _ id: AudioUnitParameterID, _ name: String, _ range: ClosedRange<Float>,
        _ path: Number<Placements>
    ) -> UnitParameter {
        var parameter = UnitParameter(id, name, range, .degrees, default: 0) { [weak self] in
            self?.placements.withLock { $0[keyPath: path] } ?? 0
        } set: { [weak self] value in
            guard !value.isNaN else { return }
            self?.turnHead(path, to: min(max(value, range.lowerBound), range.upperBound))
        }
        parameter.canRamp = false
        return parameter
    }

    private func turnHead(_ path: Number<Placements>, to angle: Float) {
        placements.withLock { placements in
            placements[keyPath: path] = angle
            let (forward, up) = SpatialInputPlacement.head(
                yaw: placements.yaw, pitch: placements.pitch, roll: placements.roll)
            environment.change { $0.listener.turn(forward: forward, up: up) }
        }
    }

    override func scheduleTarget(
        _ id: AudioUnitParameterID, _ scope: UnitScope, _ element: Int
    ) -> ScheduledChange.Target? { nil }

    override func meters(_ scope: UnitScope, _ element: Int) -> [ChannelMeters] {
        mixerMeters(scope, element)
    }
}
