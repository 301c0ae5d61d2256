package import AudioGraph
import AudioModel
import CAudioToolbox
package import SoundClient

/// A matrix mixer: each output channel is a sum of all input channels, each with a volume of its own.
///
/// Channels are numbered through all buses. Parameters of the input and output scopes are those of a
/// channel (the volume), or of a bus (enable and the meters).
///
/// Ownership: that of `UnitCore`.
package final class MatrixUnit: UnitCore, @unchecked Sendable {
    private let mixer: MatrixMixer

    /// - Parameters:
    ///   - mixer: The kernel.
    ///   - node: The kernel's node, where it has one already.
    package init(
        _ app: AppSound, _ mixer: MatrixMixer = MatrixMixer(), node: GraphNode? = nil
    ) {
        self.mixer = mixer
        super.init(
            .matrixMixer, app,
            node: node ?? GraphNode(.matrixMixer(mixer), schedule: ParameterSchedule()),
            inputCount: 1, outputCount: 1, format: Self.usualFormat(of: app))
        UnitTopology.read { layOut() }
    }

    override var countableScopes: Set<UnitScope> { [.input, .output] }

    // MARK: Channels

    /// The numbers of input and output channels of all buses.
    package var dimensions: (inputCount: Int, outputCount: Int) {
        UnitTopology.read {
            (Self.channelCount(inputs.map(\.format)), Self.channelCount(outputs.map(\.format)))
        }
    }

    private static func channelCount(_ formats: [StreamFormat]) -> Int {
        let count = formats.reduce(0) { $0 + Int($1.channelCount) }
        return min(count, MatrixMixer.channelCountMax)
    }

    /// All volumes in rows: a row for each input channel, which ends with its own volume, and one of
    /// the outputs' own, which ends with the master volume.
    package var levels: [Float] {
        let (inputCount, outputCount) = dimensions
        var levels: [Float] = []
        for input in 0..<inputCount {
            for output in 0..<outputCount {
                levels.append(mixer[.crossPoint(input: input, output: output)])
            }
            levels.append(mixer[.input(input)])
        }
        for output in 0..<outputCount { levels.append(mixer[.output(output)]) }
        return levels + [mixer[.master]]
    }

    /// Tells the kernel the channels of the buses. With the topology's lock held.
    private func layOut() {
        mixer.setInputChannelCounts(inputs.map { Int($0.format.channelCount) })
        mixer.outputChannelCounts = outputs.map { Int($0.format.channelCount) }
    }

    override func busesDidChange() { layOut() }

    override var nodeFormat: GraphFormat? {
        guard let first = outputs.first else { return nil }
        return GraphFormat(
            sampleRate: first.format.sampleRate,
            channelCount: outputs.reduce(0) { $0 + Int($1.format.channelCount) })
    }

    override func part(output: Int) -> Range<Int>? {
        guard outputs.count > 1 else { return nil }
        let first = outputs[..<output].reduce(0) { $0 + Int($1.format.channelCount) }
        return first..<first + Int(outputs[output].format.channelCount)
    }

    // MARK: Formats

    /// Source: CoreAudio mailing list: the matrix mixer converts no sample rates.
    override func checkFormats() throws(UnitError) {
        try UnitTopology.read { () throws(UnitError) in
            let rate = outputs.first?.format.sampleRate
            for output in outputs where output.format.sampleRate != rate {
                throw .formatNotSupported
            }
            for input in inputs where input.source != nil && input.format.sampleRate != rate {
                throw .formatNotSupported
            }
            let counts = [inputs.map(\.format), outputs.map(\.format)].map { formats in
                formats.reduce(0) { $0 + Int($1.channelCount) }
            }
            guard counts.allSatisfy({ $0 <= MatrixMixer.channelCountMax }) else {
                throw .formatNotSupported
            }
        }
    }

    override func checkFormat(
        _ format: StreamFormat, _ scope: UnitScope, _ element: Int
    ) throws(UnitError) {
        guard SampleType(format) == .float32, format.flags.contains(.nonInterleaved) else {
            throw .formatNotSupported
        }
        if isInitialized { try checkRate(format.sampleRate) }
    }

    private func checkRate(_ rate: Double) throws(UnitError) {
        let present = UnitTopology.read { outputs.first?.format.sampleRate }
        guard present == rate else { throw .formatNotSupported }
    }

    package override func setCallback(_ callback: RenderCallback?, input: Int) throws(UnitError) {
        if callback != nil, isInitialized {
            try checkRate(format(.input, input).sampleRate)
        }
        try super.setCallback(callback, input: input)
    }

    package override func connect(_ source: UnitCore?, output: Int, input: Int) throws(UnitError) {
        if let source, isInitialized {
            try checkRate(source.format(.output, output).sampleRate)
        }
        try super.connect(source, output: output, input: input)
    }

    // MARK: Parameters

    override func checkParameterElement(_ scope: UnitScope, _ element: Int) throws(UnitError) {
        let channels = 0..<MatrixMixer.channelCountMax
        switch scope {
        case .global:
            let cell = MatrixMixer.Cell(element: UInt32(truncatingIfNeeded: element))
            let isValid =
                switch cell {
                case .crossPoint(let input, let output):
                    channels.contains(input) && channels.contains(output)
                case .input(let channel), .output(let channel): channels.contains(channel)
                case .master: true
                }
            guard isValid else { throw .invalidElement }
        case .input, .output:
            guard channels.contains(element) || element < elementCount(scope) else {
                throw .invalidElement
            }
        case .group, .part, .note, .layer, .layerItem: throw .invalidScope
        }
    }

    package override func parameters(_ scope: UnitScope, _ element: Int) -> [UnitParameter] {
        switch scope {
        case .global:
            return [
                mixer.volumeParameter(
                    MatrixMixer.Cell(element: UInt32(truncatingIfNeeded: element)))
            ]
        case .input:
            return [mixer.volumeParameter(.input(element))]
                + busParameters(scope, element, mixer.inputEnableParameter(bus: element))
        case .output:
            return [mixer.volumeParameter(.output(element))]
                + busParameters(scope, element, mixer.outputEnableParameter(bus: element))
        case .group, .part, .note, .layer, .layerItem: return []
        }
    }

    override var furtherElements: [(UnitScope, Int)] {
        let (inputCount, outputCount) = dimensions
        let cells = (0..<inputCount).flatMap { input in
            (0..<outputCount).map { MatrixMixer.Cell.crossPoint(input: input, output: $0) }
        }
        return (cells.dropFirst() + [.master]).map { (.global, Int($0.element)) }
            + (0..<max(inputCount, elementCount(.input))).map { (.input, $0) }
            + (0..<max(outputCount, elementCount(.output))).map { (.output, $0) }
    }

    private func busParameters(
        _ scope: UnitScope, _ bus: Int, _ enable: UnitParameter
    ) -> [UnitParameter] {
        guard let format = try? format(scope, bus), let meters = meters(scope, bus).first else {
            return []
        }
        return [enable]
            + meters.unitParameters(channelCount: Int(format.channelCount), hasLinear: true)
    }

    override func scheduleTarget(
        _ id: AudioUnitParameterID, _ scope: UnitScope, _ element: Int
    ) -> ScheduledChange.Target? {
        guard id == AudioUnitParameterID(kMatrixMixerParam_Volume) else { return nil }
        return switch scope {
        case .global:
            .matrix(MatrixMixer.Cell(element: UInt32(truncatingIfNeeded: element)))
        case .input: .matrix(.input(element))
        case .output: .matrix(.output(element))
        case .group, .part, .note, .layer, .layerItem: nil
        }
    }

    override func meters(_ scope: UnitScope, _ element: Int) -> [ChannelMeters] {
        let (inputs, outputs) = (
            mixer.inputMeters.prefix(elementCount(.input)),
            mixer.outputMeters.prefix(elementCount(.output))
        )
        switch scope {
        case .global: return Array(inputs + outputs)
        case .input: return inputs.indices.contains(element) ? [inputs[element]] : []
        case .output: return outputs.indices.contains(element) ? [outputs[element]] : []
        case .group, .part, .note, .layer, .layerItem: return []
        }
    }
}
