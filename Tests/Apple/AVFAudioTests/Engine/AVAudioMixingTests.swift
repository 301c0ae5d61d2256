import AVFAudio
import AudioGraph
import Foundation
import Simulation
import Testing

@MainActor
@Suite("AVAudioMixing")
struct AVAudioMixingTests {
    private let stage: PlayerEngine
    private let player: AVAudioPlayerNode

    init() throws {
        stage = try PlayerEngine()
        player = stage.player
        let buffer = try stage.buffer([Float](repeating: 1, count: 64))
        player.scheduleBuffer(buffer, at: nil, options: .loops)
        player.play()
    }

    /// A sample that is rendered when all ramps have ended.
    private func level() throws -> [Float] {
        try stage.renderedChannels(8192).map { $0[8191] }
    }

    @Test("is 1 and in the middle at first")
    func defaults() throws {
        #expect(player.volume == 1)
        #expect(player.pan == 0)
        #expect(try level() == [1, 1])
    }

    @Test("limits the pan, and the volume below")
    func ranges() throws {
        player.volume = -1
        #expect(player.volume == 0)
        player.volume = .nan
        #expect(player.volume == 0)
        player.volume = 4
        #expect(player.volume == 4)
        #expect(try level() == [4, 4])
        player.pan = -7
        #expect(player.pan == -1)
        player.pan = 7
        #expect(player.pan == 1)
        player.pan = .nan
        #expect(player.pan == 0)
    }

    @Test("keeps the volume of a source through disconnections (engine 27)")
    func survives() throws {
        player.volume = 0.3
        let mixer = AVAudioMixerNode()
        stage.app.run {
            stage.engine.disconnectNodeOutput(player)
            stage.engine.attach(mixer)
            stage.engine.connect(mixer, to: stage.engine.mainMixerNode, format: nil)
            stage.engine.connect(player, to: mixer, format: stage.format)
        }
        #expect(player.volume == 0.3)
        #expect(try level() == [0.3, 0.3])
    }

    @Test("loses the volume of a destination at disconnection (engine 27)")
    func destination() throws {
        let main = stage.app.run { stage.engine.mainMixerNode }
        let destination = try #require(player.destination(forMixer: main, bus: 0))
        #expect(destination.volume == 1)
        #expect(destination.connectionPoint.node === main)
        #expect(destination.connectionPoint.bus == 0)
        destination.volume = 0.5
        #expect(player.volume == 1)
        #expect(try level() == [0.5, 0.5])
        player.volume = 0.25
        #expect(destination.volume == 0.25)
        #expect(try level() == [0.25, 0.25])
        destination.volume = 0.125
        stage.app.run {
            stage.engine.disconnectNodeOutput(player)
            stage.engine.connect(player, to: main, format: stage.format)
        }
        #expect(try level() == [0.25, 0.25])
        #expect(player.destination(forMixer: main, bus: 0)?.volume == 0.25)
    }

    @Test("has no destination where the source is not connected")
    func noDestination() throws {
        let main = stage.app.run { stage.engine.mainMixerNode }
        #expect(player.destination(forMixer: main, bus: 1) == nil)
        #expect(player.destination(forMixer: AVAudioMixerNode(), bus: 0) == nil)
        let other = stage.app.run { AVAudioPlayerNode() }
        #expect(other.destination(forMixer: main, bus: 0) == nil)
        let destination = try #require(player.destination(forMixer: main, bus: 0))
        #expect(destination.destination(forMixer: main, bus: 0) === destination)
        #expect(destination.destination(forMixer: main, bus: 1) == nil)
    }

    @Test("gives each destination of a source values of its own")
    func fanOut() throws {
        let mixer = AVAudioMixerNode()
        let main = stage.app.run { stage.engine.mainMixerNode }
        stage.app.run {
            stage.engine.attach(mixer)
            stage.engine.connect(mixer, to: main, fromBus: 0, toBus: 5, format: stage.format)
            stage.engine.connect(
                player,
                to: [
                    AVAudioConnectionPoint(node: main, bus: 0),
                    AVAudioConnectionPoint(node: mixer, bus: 0),
                ], fromBus: 0, format: stage.format)
        }
        player.volume = 0.5
        #expect(try level() == [1, 1])
        let destination = try #require(player.destination(forMixer: mixer, bus: 0))
        destination.volume = 0
        #expect(try level() == [0.5, 0.5])
        #expect(player.destination(forMixer: main, bus: 0)?.volume == 0.5)
    }

    @Test(
        "balances stereo (engine 28)",
        arguments: zip([-1, 0, 0.5, 1], [[1, 0], [1, 1], [0.5, 1], [0, 1]] as [[Float]]))
    func pan(pan: Float, expected: [Float]) throws {
        player.pan = pan
        #expect(try level() == expected)
    }

    @Test(
        "pans by the law of balance or with constant power, mono and stereo (engine 28)",
        arguments: [
            (PanLaw.balance, 1, 0, 1, 1), (.balance, 1, -1, 1, 0), (.balance, 1, 0.5, 0.5, 1),
            (.balance, 2, 0, 1, 1), (.balance, 2, -1, 1, 0), (.balance, 2, 0.5, 0.5, 1),
            (.constantPower, 1, 0, 0.7071068, 0.7071068), (.constantPower, 1, -1, 1, 0),
            (.constantPower, 1, 1, 0, 1), (.constantPower, 1, 0.5, 0.3826834, 0.9238795),
            (.constantPower, 2, 0, 1, 1), (.constantPower, 2, -1, 1, 0),
            (.constantPower, 2, 0.5, 0.5, 1),
        ] as [(PanLaw, AVAudioChannelCount, Float, Float, Float)])
    func laws(
        law: PanLaw, channels: AVAudioChannelCount, pan: Float, left: Float, right: Float
    ) throws {
        var rules = EngineRules()
        rules.panLaw = law
        let stage = try EngineRules.$current.withValue(rules) { try PlayerEngine() }
        let format = OfflineEngine.makeFormat(rate: 44_100, channels: channels)
        let player = stage.addPlayer(format)
        let buffer = try pcmBuffer([Float](repeating: 1, count: 64), format)
        player.scheduleBuffer(buffer, at: nil, options: .loops)
        player.pan = pan
        player.play()
        func isExpected(_ scale: Float) throws -> Bool {
            let heard = try stage.renderedChannels(8192).map { $0[8191] / scale }
            return zip(heard, [left, right]).allSatisfy { abs($0 - $1) < 1e-6 }
        }
        #expect(try isExpected(1))
        // The volume multiplies the law, and a destination has a pan of its own.
        player.volume = 0.5
        #expect(try isExpected(0.5))
        player.pan = -pan
        let main = stage.app.run { stage.engine.mainMixerNode }
        try #require(player.destination(forMixer: main, bus: 1)).pan = pan
        #expect(try isExpected(0.5))
        #expect(player.pan == -pan)
    }
}
