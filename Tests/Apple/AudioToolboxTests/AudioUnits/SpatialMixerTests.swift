import AudioEffects
import AudioToolbox
import Foundation
import Testing

@Suite("The spatial mixer")
struct SpatialMixerTests {
    private static let input = kAudioUnitScope_Input

    private func mixer(_ sources: [UnitCallback]) throws -> TestUnit {
        let unit = try #require(TestUnit(kAudioUnitType_Mixer, kAudioUnitSubType_SpatialMixer))
        for (bus, source) in sources.enumerated() {
            unit.setFormat(TestUnit.planar(1), Self.input, UInt32(bus))
            unit.setCallback(source, input: UInt32(bus))
        }
        unit.setFormat(TestUnit.planar(2), kAudioUnitScope_Output)
        return unit
    }

    private func constant(_ level: Float) -> UnitCallback { UnitCallback { _, _ in level } }

    /// The levels of both channels when changes are complete.
    private func levels(_ unit: TestUnit, _ time: inout Double) throws -> [Float] {
        var samples: [[Float]] = []
        for _ in 0..<4 {
            let rendered = unit.render(1024, at: time)
            try #require(rendered.status == noErr)
            samples = rendered.samples
            time += 1024
        }
        return samples.map { $0[1023] }
    }

    /// The gains of an environment for a position in metres.
    private func expected(_ position: SIMD3<Float>) -> [Float] {
        var placement = SpatialPlacement()
        placement.position = position
        let gains = SpatialGains(placement, in: SpatialScene(), channelCount: 1)
        return [gains.left * gains.direct, gains.right * gains.direct]
    }

    private func isClose(_ left: [Float], _ right: [Float]) -> Bool {
        zip(left, right).allSatisfy { abs($0 - $1) < 1e-4 }
    }

    @Test("has Apple's parameters on its inputs, and on the global scope")
    func parameters() throws {
        let unit = try mixer([])
        func rows(_ scope: AudioUnitScope) -> [(id: UInt32, info: AudioUnitParameterInfo)] {
            var ids = [UInt32](repeating: 0, count: 64)
            var size = UInt32(ids.count * 4)
            guard
                AudioUnitGetProperty(
                    unit.unit, kAudioUnitProperty_ParameterList, scope, 0, &ids, &size) == noErr
            else { return [] }
            return ids.prefix(Int(size) / 4).compactMap { id in
                unit.value(
                    kAudioUnitProperty_ParameterInfo, scope, id, AudioUnitParameterInfo()
                ).map { (id, $0) }
            }
        }
        let input = Dictionary(
            uniqueKeysWithValues: rows(Self.input).map {
                ($0.id, [$0.info.minValue, $0.info.maxValue, $0.info.defaultValue])
            })
        let expected: [UInt32: [Float]] = [
            0: [-180, 180, 0], 1: [-90, 90, 0], 2: [0, 10_000, 1], 3: [-120, 20, 0],
            4: [0.5, 2, 1], 5: [0, 1, 1], 6: [0, 1, 0], 7: [0, 1, 1], 8: [0, 100, 0],
            10: [-100, 0, 0], 11: [-100, 0, 0],
        ]
        #expect(input.filter { $0.key < 1000 } == expected)
        let global = rows(kAudioUnitScope_Global).map(\.id)
        #expect(global == [9, 14, 15, 16, 17, 18, 19, 20, 21])
        for (id, row) in expected {
            #expect(unit.parameter(id, Self.input, 3) == row[2])
            unit.setParameter(id, Self.input, 3, row[1] + 1)
            #expect(unit.parameter(id, Self.input, 3) == row[1], "\(id)")
            #expect(unit.parameter(id, Self.input, 4) == row[2], "\(id)")
        }
        unit.setParameter(9, 0, 0, 12)
        #expect(unit.parameter(9) == 12)
        unit.setParameter(18, 0, 0, 1)
        unit.setParameter(14, 0, 0, 500)
        #expect(unit.parameter(18) == 1 && unit.parameter(14) == 500)
    }

    @Test(
        "places an input as an environment does",
        arguments: [
            (0, 0, 1), (90, 0, 1), (-90, 0, 2), (30, 20, 3), (180, 0, 4), (-120, -45, 2.5),
        ] as [(Float, Float, Float)])
    func places(azimuth: Float, elevation: Float, distance: Float) throws {
        let unit = try mixer([constant(1)])
        unit.setParameter(kSpatialMixerParam_Azimuth, Self.input, 0, azimuth)
        unit.setParameter(kSpatialMixerParam_Elevation, Self.input, 0, elevation)
        unit.setParameter(kSpatialMixerParam_Distance, Self.input, 0, distance)
        #expect(unit.initialize() == noErr)
        let (angle, height) = (azimuth * .pi / 180, elevation * .pi / 180)
        let position =
            distance * SIMD3(sin(angle) * cos(height), sin(height), -cos(angle) * cos(height))
        var time = 0.0
        let heard = try levels(unit, &time)
        #expect(isClose(heard, expected(position)), "\(heard) \(expected(position))")
        // The power of both sides is that of the distance.
        let power = heard[0] * heard[0] + heard[1] * heard[1]
        #expect(abs(power - 1 / (distance * distance)) < 1e-4)
    }

    @Test("mixes several inputs with gain, enable, occlusion and obstruction")
    func several() throws {
        let sources = [constant(1), constant(0.5), constant(0.25)]
        let unit = try mixer(sources)
        unit.setParameter(kSpatialMixerParam_Azimuth, Self.input, 0, 90)
        unit.setParameter(kSpatialMixerParam_Azimuth, Self.input, 1, -90)
        unit.setParameter(kSpatialMixerParam_Azimuth, Self.input, 2, 90)
        unit.setParameter(kSpatialMixerParam_Enable, Self.input, 2, 0)
        #expect(unit.initialize() == noErr)
        var time = 0.0
        #expect(isClose(try levels(unit, &time), [0.5, 1]))
        #expect(sources[2].frameCounts.isEmpty)
        unit.setParameter(kSpatialMixerParam_Enable, Self.input, 2, 1)
        #expect(isClose(try levels(unit, &time), [0.5, 1.25]))
        unit.setParameter(kSpatialMixerParam_Gain, Self.input, 0, -20)
        #expect(isClose(try levels(unit, &time), [0.5, 0.35]))
        unit.setParameter(kSpatialMixerParam_Gain, Self.input, 0, -120)
        #expect(isClose(try levels(unit, &time), [0.5, 0.25]))
        unit.setParameter(kSpatialMixerParam_OcclusionAttenuation, Self.input, 1, -20)
        unit.setParameter(kSpatialMixerParam_ObstructionAttenuation, Self.input, 2, -20)
        #expect(isClose(try levels(unit, &time), [0.05, 0.025]))
        unit.setParameter(kSpatialMixerParam_Enable, Self.input, 1, 0)
        _ = try levels(unit, &time)
        let count = sources[1].frameCounts.count
        #expect(try levels(unit, &time)[0] == 0 && sources[1].frameCounts.count == count)
    }

    @Test("attenuates each input by its own distances, curve and limits")
    func distances() throws {
        let unit = try mixer([constant(1)])
        unit.setParameter(kSpatialMixerParam_Azimuth, Self.input, 0, 90)
        unit.setParameter(kSpatialMixerParam_Distance, Self.input, 0, 10)
        #expect(unit.initialize() == noErr)
        var time = 0.0
        let usual = try #require(
            unit.value(
                kAudioUnitProperty_SpatialMixerDistanceParams, Self.input, 0,
                MixerDistanceParams()))
        #expect(usual.mReferenceDistance == 1 && usual.mMaxDistance == 100_000)
        #expect(usual.mMaxAttenuation == 100)
        #expect(isClose(try levels(unit, &time), [0, 0.1]))
        let own = MixerDistanceParams(
            mReferenceDistance: 2, mMaxDistance: 18, mMaxAttenuation: 20)
        #expect(
            unit.set(kAudioUnitProperty_SpatialMixerDistanceParams, Self.input, 0, own) == noErr)
        func level(_ curve: UInt32) throws -> Float {
            #expect(
                unit.set(
                    kAudioUnitProperty_SpatialMixerAttenuationCurve, Self.input, 0, curve)
                    == noErr)
            return try levels(unit, &time)[1]
        }
        // Halfway between 2 and 18 metres, where it reaches 0.1.
        #expect(abs(try level(3) - 0.55) < 1e-4)
        #expect(abs(try level(2) - 2 / (2 + 18 / 16 * 8)) < 1e-4)
        let rolloff = 1 / log10(Float(9))
        #expect(abs(try level(1) - pow(5, -rolloff)) < 1e-4)
        #expect(abs(try level(0) - pow(5, -rolloff)) < 1e-4)
        // Beyond the largest distance it becomes no softer.
        unit.setParameter(kSpatialMixerParam_Distance, Self.input, 0, 500)
        for curve in 0...3 as ClosedRange<UInt32> {
            #expect(abs(try level(curve) - 0.1) < 1e-4, "\(curve)")
        }
        unit.setParameter(kSpatialMixerParam_MinGain, Self.input, 0, 0.3)
        #expect(abs(try level(2) - 0.3) < 1e-4)
        unit.setParameter(kSpatialMixerParam_MaxGain, Self.input, 0, 0.2)
        #expect(abs(try level(2) - 0.2) < 1e-4)
        unit.setParameter(kSpatialMixerParam_MaxGain, Self.input, 0, 1)
        unit.setParameter(kSpatialMixerParam_MinGain, Self.input, 0, 0)
        // Without the flag the distance attenuates nothing.
        unit.set(kAudioUnitProperty_SpatialMixerRenderingFlags, Self.input, 0, UInt32(0))
        #expect(abs(try level(2) - 1) < 1e-4)
    }

    @Test("turns the listener's head, and places by modes and algorithms")
    func modes() throws {
        let unit = try mixer([constant(1)])
        #expect(unit.initialize() == noErr)
        var time = 0.0
        #expect(isClose(try levels(unit, &time), [0.70711, 0.70711]))
        unit.setParameter(kSpatialMixerParam_HeadYaw, 0, 0, -90)
        #expect(isClose(try levels(unit, &time), [0, 1]))
        unit.setParameter(kSpatialMixerParam_HeadYaw, 0, 0, 0)
        unit.setParameter(kSpatialMixerParam_Azimuth, Self.input, 0, 90)
        let bypass = UInt32(1)
        #expect(
            unit.set(kAudioUnitProperty_SpatialMixerSourceMode, Self.input, 0, bypass) == noErr)
        #expect(isClose(try levels(unit, &time), [1, 1]))
        #expect(unit.value(kAudioUnitProperty_SpatialMixerSourceMode, Self.input, 0, UInt32()) == 1)
        unit.set(kAudioUnitProperty_SpatialMixerSourceMode, Self.input, 0, UInt32(0))
        #expect(
            unit.set(kAudioUnitProperty_SpatializationAlgorithm, Self.input, 0, UInt32(5)) == noErr)
        #expect(isClose(try levels(unit, &time), [1, 1]))
        for (property, value) in [
            (kAudioUnitProperty_SpatializationAlgorithm, 8),
            (kAudioUnitProperty_SpatialMixerSourceMode, 4),
            (kAudioUnitProperty_SpatialMixerAttenuationCurve, 4),
        ] as [(UInt32, UInt32)] {
            #expect(
                unit.set(property, Self.input, 0, value) == kAudioUnitErr_InvalidPropertyValue)
            #expect(unit.set(property, Self.input, 99, UInt32(0)) == kAudioUnitErr_InvalidElement)
            #expect(unit.set(property, 0, 0, UInt32(0)) == kAudioUnitErr_InvalidScope)
        }
    }

    @Test("reverberates the part of an input that its blend says")
    func reverberation() throws {
        let click = UnitCallback { frame, _ in frame == 0 ? 1 : 0 }
        func tail(uses: UInt32, blend: Float, room: UInt32, gain: Float = 0) throws -> Float {
            let unit = try mixer([click])
            #expect(unit.set(kAudioUnitProperty_UsesInternalReverb, 0, 0, uses) == noErr)
            #expect(unit.set(kAudioUnitProperty_ReverbRoomType, 0, 0, room) == noErr)
            #expect(unit.value(kAudioUnitProperty_ReverbRoomType, 0, 0, UInt32(99)) == room)
            unit.setParameter(kSpatialMixerParam_ReverbBlend, Self.input, 0, blend)
            unit.setParameter(kSpatialMixerParam_GlobalReverbGain, 0, 0, gain)
            unit.initialize()
            var energy: Float = 0
            for slice in 0..<48 {
                let samples = unit.render(1024, at: Double(slice) * 1024).samples
                guard slice > 8 else { continue }
                energy += samples[0].reduce(0) { $0 + $1 * $1 }
            }
            return energy
        }
        #expect(try tail(uses: 0, blend: 100, room: 8) == 0)
        #expect(try tail(uses: 1, blend: 0, room: 8) == 0)
        let cathedral = try tail(uses: 1, blend: 100, room: 8)
        #expect(cathedral > 1e-4)
        #expect(try tail(uses: 1, blend: 100, room: 0) < cathedral / 10)
        let softer = try tail(uses: 1, blend: 100, room: 8, gain: -20)
        #expect(abs(softer / cathedral - 0.01) < 1e-3)
        let unit = try mixer([])
        #expect(
            unit.set(kAudioUnitProperty_ReverbRoomType, 0, 0, UInt32(13))
                == kAudioUnitErr_InvalidPropertyValue)
    }
}
