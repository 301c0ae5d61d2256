import AVFAudio
import AudioToolbox
import Foundation
import Simulation
import SoundClient
import Synchronization
import Testing

@MainActor
@Suite("RemoteIO as a unit of version 3")
struct HardwareUnitTests {
    private static let description = AudioComponentDescription(
        componentType: kAudioUnitType_Output, componentSubType: kAudioUnitSubType_RemoteIO,
        componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0,
        componentFlagsMask: 0)

    private func provideTone(_ unit: AUAudioUnit) throws {
        let format = try #require(
            AVAudioFormat(
                commonFormat: .pcmFormatInt16, sampleRate: 48_000, channels: 2, interleaved: true))
        try unit.inputBusses[0].setFormat(format)
        var frame = 0
        unit.outputProvider = { _, _, frameCount, _, list in
            let samples = list.pointee.mBuffers.mData?.assumingMemoryBound(to: Int16.self)
            for index in 0..<Int(frameCount) {
                let phase = Double(frame + index) * 440 / 48_000 * 2 * .pi
                let sample = Int16(sin(phase) * 16_000)
                samples?[2 * index] = sample
                samples?[2 * index + 1] = sample
            }
            frame += Int(frameCount)
            return 0
        }
    }

    @Test("plays what its provider supplies, and without one throws (case 43)")
    func plays() throws {
        let stage = try EngineStage()
        let unit = try stage.app.run {
            try AVAudioSession.sharedInstance().setCategory(.playback)
            return try AUAudioUnit(componentDescription: Self.description)
        }
        #expect(unit.canPerformInput && unit.canPerformOutput)
        #expect(unit.isOutputEnabled && !unit.isInputEnabled)
        try stage.app.run {
            try unit.allocateRenderResources()
            let error = #expect(throws: NSError.self) { try unit.startHardware() }
            #expect(error?.code == -10876)
            unit.deallocateRenderResources()
            try provideTone(unit)
            try unit.allocateRenderResources()
            try unit.startHardware()
        }
        stage.pass(500)
        #expect(unit.isRunning && stage.phone.heard(from: stage.app).contains(hertz: 440))
        stage.app.run { unit.stopHardware() }
        stage.pass(200)
        #expect(!unit.isRunning && stage.phone.heard(from: stage.app).isSilent)
    }

    @Test("is the unit of a node that is in no engine, as some players have it")
    func node() throws {
        let stage = try EngineStage()
        let made = Mutex<AVAudioUnit?>(nil)
        try stage.app.run {
            try AVAudioSession.sharedInstance().setCategory(.playback)
            AVAudioUnit.instantiate(with: Self.description, options: .loadOutOfProcess) {
                unit, _ in made.withLock { $0 = unit }
            }
        }
        let player = try #require(made.withLock { $0 })
        try stage.app.run {
            player.auAudioUnit.maximumFramesToRender = 4096
            try provideTone(player.auAudioUnit)
            try player.auAudioUnit.allocateRenderResources()
            try player.auAudioUnit.startHardware()
        }
        stage.pass(500)
        #expect(stage.phone.heard(from: stage.app).contains(hertz: 440))
        stage.app.run { player.auAudioUnit.stopHardware() }
        #expect(!player.auAudioUnit.isRunning)
    }

    @Test("of an engine starts and stops the engine")
    func engine() throws {
        let stage = try EngineStage()
        stage.playTone(hertz: 440)
        try stage.start()
        stage.pass(100)
        let unit = try #require(stage.engine.outputNode.audioUnit)
        #expect(stage.app.run { AudioOutputUnitStop(unit) } == 0 && !stage.engine.isRunning)
        #expect(stage.app.run { AudioOutputUnitStart(unit) } == 0 && stage.engine.isRunning)
        #expect(stage.engine.outputNode.audioUnit == unit)
    }
}
