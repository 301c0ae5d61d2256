import AudioEffects
import AudioGraph
import AudioUnits
import Testing

@Suite("The parameters of Apple's effect units")
struct UnitParameterTablesTests {
    /// A parameter without its functions.
    struct Row: Equatable, CustomStringConvertible {
        var id: UInt32
        var range: ClosedRange<Float>
        var defaultValue: Float

        init(_ id: UInt32, _ range: ClosedRange<Float>, _ defaultValue: Float) {
            (self.id, self.range, self.defaultValue) = (id, range, defaultValue)
        }

        var description: String { "\(id) \(range) (\(defaultValue))" }
    }

    static func rows(_ unit: any UnitParameters) -> [Row] {
        unit.unitParameters.map { Row($0.id, $0.range, $0.defaultValue) }
    }

    @Test("of filters have Apple's numbers, ranges and defaults")
    func filters() {
        let cutoff = [Row(0, 10...22_050, 6900), Row(1, -20...40, 0)]
        #expect(Self.rows(FilterEffect(.lowPass)) == cutoff)
        #expect(Self.rows(FilterEffect(.highPass)) == cutoff)
        #expect(
            Self.rows(FilterEffect(.bandPass)) == [
                Row(0, 20...22_050, 5000), Row(1, 100...12_000, 600),
            ])
        #expect(
            Self.rows(FilterEffect(.highShelf)) == [
                Row(0, 10_000...22_050, 10_000), Row(1, -40...40, 0),
            ])
        #expect(
            Self.rows(FilterEffect(.lowShelf)) == [Row(0, 10...200, 80), Row(1, -40...40, 0)])
        #expect(
            Self.rows(FilterEffect(.parametric)) == [
                Row(0, 20...22_050, 2000), Row(1, 0.1...20, 1), Row(2, -20...20, 0),
            ])
        #expect(Self.rows(SampleDelay()) == [Row(0, 0...48_000, 0)])
    }

    @Test("of dynamics have Apple's numbers, ranges and defaults, and meters")
    func dynamics() {
        #expect(
            Self.rows(PeakLimiter()) == [
                Row(0, 0.001...0.03, 0.012), Row(1, 0.001...0.06, 0.024), Row(2, -40...40, 0),
            ])
        let processor = DynamicsProcessor()
        #expect(
            Self.rows(processor).prefix(7) == [
                Row(0, -40...20, -20), Row(1, 0.1...40, 5), Row(2, 1...50, 2),
                Row(3, -120...0, -100), Row(4, 0.0001...0.2, 0.001), Row(5, 0.01...3, 0.05),
                Row(6, -40...40, 0),
            ])
        let meters = processor.unitParameters.filter(\.isReadOnly)
        #expect(meters.map(\.id) == [1000, 2000, 3000])
        #expect(meters.map { $0.get() } == [0, -120, -120])
        for meter in meters { meter.set(5) }
        #expect(meters.map { $0.get() } == [0, -120, -120])
    }

    @Test("of effects have Apple's numbers, ranges and defaults")
    func effects() {
        let percent: ClosedRange<Float> = 0...100
        #expect(
            Self.rows(Distortion()) == [
                Row(0, 0.1...500, 0.1), Row(1, 0.1...50, 1), Row(2, percent, 50),
                Row(3, percent, 0), Row(4, percent, 0), Row(5, percent, 50), Row(6, 0...1, 0.5),
                Row(7, 0...20, 0), Row(8, 0...20, 0), Row(9, percent, 50),
                Row(10, 0.5...8000, 100), Row(11, 0.5...8000, 100), Row(12, percent, 50),
                Row(13, percent, 0), Row(14, -80...20, -6), Row(15, percent, 50),
            ])
        #expect(
            Self.rows(Reverb()) == [
                Row(0, percent, 100), Row(1, -20...20, 0), Row(2, 0.0001...1, 0.008),
                Row(3, 0.0001...1, 0.05), Row(4, 0.001...20, 1), Row(5, 0.001...20, 0.5),
                Row(6, 1...1000, 1), Row(7, 0...1, 1),
            ])
        #expect(Self.rows(DelayEffect(wetDryMix: 50)).first == Row(0, percent, 50))
        #expect(
            Self.rows(TimePitchEffect(pitch: 1)) == [
                Row(0, 0.03125...32, 1), Row(1, -2400...2400, 1), Row(4, 3...32, 8),
                Row(6, 0...1, 1),
            ])
        #expect(Self.rows(Varispeed()) == [Row(0, 0.25...4, 1), Row(1, -2400...2400, 0)])
    }

    @Test("are read as they were set, and limited to their ranges")
    func values() {
        let reverb = Reverb(longestDelay: 1)
        reverb.useDefaultsOfAudioUnit()
        let distortion = Distortion()
        distortion.useDefaultsOfAudioUnit()
        let units: [any UnitParameters] =
            FilterEffect.Kind.allCases.map(FilterEffect.init) + [
                PeakLimiter(), DynamicsProcessor(), SampleDelay(), distortion, reverb,
                DelayEffect(wetDryMix: 50), Varispeed(), TimePitchEffect(pitch: 1),
            ]
        for unit in units {
            for parameter in unit.unitParameters where !parameter.isReadOnly {
                #expect(parameter.get() == parameter.defaultValue, "\(unit) \(parameter.name)")
            }
            for parameter in unit.unitParameters where !parameter.isReadOnly {
                for value in [parameter.range.lowerBound, parameter.range.upperBound] {
                    parameter.set(value)
                    #expect(parameter.get() == value, "\(unit) \(parameter.name)")
                }
                parameter.set(.nan)
                #expect(parameter.get() == parameter.range.upperBound, "\(parameter.name)")
                parameter.set(-.infinity)
                #expect(parameter.get() == parameter.range.lowerBound, "\(parameter.name)")
            }
        }
    }

    @Test("of mixers have Apple's numbers for each channel's meters and for volumes")
    func mixers() {
        let meters = ChannelMeters()
        #expect(
            meters.unitParameters(channelCount: 2, hasLinear: false).map(\.id) == [
                1000, 2000, 3000, 4000, 1001, 2001, 3001, 4001,
            ])
        #expect(
            meters.unitParameters(channelCount: 1, hasLinear: true).map(\.id) == [
                1000, 5000, 2000, 6000, 3000, 7000, 4000, 8000,
            ])
        let matrix = MatrixMixer()
        let volume = matrix.volumeParameter(.crossPoint(input: 1, output: 0))
        volume.set(0.5)
        #expect(matrix[.crossPoint(input: 1, output: 0)] == 0.5 && volume.get() == 0.5)
        #expect(volume.id == 0 && volume.range == 0...1 && volume.defaultValue == 0)
        matrix.inputEnableParameter(bus: 1).set(0)
        matrix.outputEnableParameter(bus: 0).set(0)
        #expect(!matrix.isInputEnabled(bus: 1) && matrix.isInputEnabled(bus: 0))
        #expect(!matrix.isOutputEnabled(bus: 0))
    }
}
