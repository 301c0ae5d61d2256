import AudioModel
import AudioToolbox
import Simulation
import Testing

@Suite("Maps of channels")
struct ChannelMapTests {
    private func setMap(
        _ map: [Int32], _ unit: TestUnit, _ element: UInt32 = 0,
        _ scope: AudioUnitScope = kAudioUnitScope_Output
    ) -> OSStatus {
        AudioUnitSetProperty(
            unit.unit, kAudioOutputUnitProperty_ChannelMap, scope, element, map,
            UInt32(map.count * 4))
    }

    /// The levels of both sides in a stretch of milliseconds; `nil` where one of them is no constant.
    private func sides(_ stage: UnitStage, from start: Int, to end: Int) -> [Float]? {
        let sides = (0..<2).map { stage.heard(from: start, to: end, side: $0) }
        guard sides.allSatisfy({ side in side.allSatisfy { abs($0 - side[0]) < 1e-5 } }) else {
            return nil
        }
        return sides.map { $0[0] }
    }

    @Test(
        "choose what the sides of the output play",
        arguments: [
            ([1, 0], [0.5, 0.25]), ([0, 0], [0.25, 0.25]), ([-1, 1], [0, 0.5]), ([1], [0.5, 0]),
            ([0, 1, 5], [0.25, 0.5]), ([7, 1], [0, 0.5]), ([], [0.25, 0.5]),
        ] as [([Int32], [Float])])
    func output(map: [Int32], expected: [Float]) throws {
        let stage = try UnitStage(category: .playback)
        let callback = UnitCallback { _, channel in channel == 0 ? 0.25 : 0.5 }
        stage.app.run {
            stage.unit.setCallback(callback)
            #expect(setMap(map, stage.unit) == noErr)
        }
        #expect(stage.start() == noErr)
        stage.pass(500)
        #expect(sides(stage, from: 200, to: 400) == expected)
    }

    @Test("can be changed while the unit plays")
    func change() throws {
        let stage = try UnitStage(category: .playback)
        let callback = UnitCallback { _, channel in channel == 0 ? 0.25 : 0.5 }
        stage.unit.listen(kAudioOutputUnitProperty_ChannelMap)
        stage.app.run { stage.unit.setCallback(callback) }
        #expect(stage.start() == noErr)
        stage.pass(500)
        stage.app.run { #expect(setMap([1, -1], stage.unit) == noErr) }
        stage.pass(500)
        stage.app.run { #expect(setMap([], stage.unit) == noErr) }
        stage.pass(500)
        #expect(sides(stage, from: 200, to: 450) == [0.25, 0.5])
        #expect(sides(stage, from: 700, to: 950) == [0.5, 0])
        #expect(sides(stage, from: 1200, to: 1450) == [0.25, 0.5])
        #expect(stage.unit.told.count == 2)
        #expect(setMap([0], stage.unit, 2) == kAudioUnitErr_InvalidElement)
        #expect(
            setMap([Int32](repeating: 0, count: 65), stage.unit)
                == kAudioUnitErr_InvalidPropertyValue)
    }

    @Test("choose the app's channels of what is recorded")
    func input() throws {
        let sound = SoundBuffer(frameCount: 96_000, channelCount: 1, sampleRate: 48_000) {
            for frame in $0.indices { $0[frame] = 0.25 }
        }
        let stage = try UnitStage(
            microphone: VirtualMicrophone(hearing: sound), category: .playAndRecord)
        let unit = stage.unit
        var recorded: [[Float]] = [[], []]
        let input = UnitCallback.rendering { _, time, _, frameCount, _ in
            let (status, samples) = unit.render(
                Int(frameCount), at: time.pointee.mSampleTime, channels: 2, bus: 1)
            for channel in 0..<2 { recorded[channel] += samples[channel] }
            return status
        }
        stage.app.run {
            unit.set(kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, UInt32(1))
            unit.setInputCallback(input)
            #expect(setMap([-1, 0], unit, 1) == noErr)
        }
        #expect(stage.start() == noErr)
        stage.pass(500)
        let count = recorded[0].count
        #expect(count > 20_000)
        #expect(recorded[0].allSatisfy { $0 == 0 } && recorded[1].allSatisfy { $0 == 0.25 })
        stage.app.run { #expect(setMap([0, 1], unit, 1) == noErr) }
        stage.pass(500)
        stage.app.run { unit.stop() }
        #expect(recorded[0].suffix(10_000).allSatisfy { $0 == 0.25 })
        #expect(recorded[1].suffix(10_000).allSatisfy { $0 == 0 })
        var map = [Int32](repeating: 9, count: 2)
        var size: UInt32 = 8
        #expect(
            AudioUnitGetProperty(
                unit.unit, kAudioOutputUnitProperty_ChannelMap, kAudioUnitScope_Output, 1, &map,
                &size) == noErr)
        #expect(map == [0, 1] && size == 8)
    }

    @Test("of the converter choose the channels of its output")
    func converter() throws {
        let unit = try #require(
            TestUnit(kAudioUnitType_FormatConverter, kAudioUnitSubType_AUConverter))
        unit.setFormat(TestUnit.planar(3), kAudioUnitScope_Input)
        unit.setFormat(TestUnit.planar(2), kAudioUnitScope_Output)
        unit.setCallback(UnitCallback { _, channel in Float(channel + 1) })
        #expect(setMap([2, 0], unit, 0, kAudioUnitScope_Global) == noErr)
        unit.initialize()
        #expect(unit.render(64).samples.map { $0[63] } == [3, 1])
        #expect(setMap([-1, 1], unit) == noErr)
        #expect(unit.render(64, at: 64).samples.map { $0[63] } == [0, 2])
        let mixer = try #require(
            TestUnit(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer))
        #expect(setMap([0], mixer) == kAudioUnitErr_InvalidProperty)
    }
}
