import AVFAudio
import Foundation
import Simulation
import Testing

@MainActor
@Suite("An environment node")
struct AVAudioEnvironmentNodeTests {
    /// An engine with a mono player in an environment.
    final class Stage {
        let base: PlayerEngine
        let environment = AVAudioEnvironmentNode()
        var player: AVAudioPlayerNode { base.player }

        @MainActor
        init(channels: AVAudioChannelCount = 1) throws {
            base = try PlayerEngine(connectsPlayer: false)
            let source = try #require(
                AVAudioFormat(standardFormatWithSampleRate: 44100, channels: channels))
            try base.app.run {
                base.engine.attach(base.player)
                base.engine.attach(environment)
                base.engine.connect(base.player, to: environment, format: source)
                base.engine.connect(environment, to: base.engine.mainMixerNode, format: base.format)
                try base.engine.start()
            }
            let ones = [Float](repeating: 1, count: 4096)
            let buffer = try pcmBuffer(ones, source)
            base.app.run {
                base.player.scheduleBuffer(buffer, at: nil, options: .loops)
                base.player.play()
            }
        }

        /// The levels of both channels when changes are complete.
        @MainActor
        func levels() throws -> [Float] {
            try base.renderedChannels(4096).map { $0[4095] }
        }
    }

    @Test("attenuates with the distance (engine 49)")
    func distances() throws {
        let stage = try Stage()
        let parameters = stage.environment.distanceAttenuationParameters
        #expect(parameters.distanceAttenuationModel == .inverse)
        #expect(parameters.referenceDistance == 1 && parameters.maximumDistance == 100_000)
        #expect(parameters.rolloffFactor == 1)
        func level(
            _ model: AVAudioEnvironmentDistanceAttenuationModel, _ distance: Float,
            rolloff: Float = 1, maximum: Float = 100_000
        ) throws -> Float {
            parameters.distanceAttenuationModel = model
            parameters.rolloffFactor = rolloff
            parameters.maximumDistance = maximum
            stage.player.position = AVAudio3DPoint(x: distance, y: 0, z: 0)
            let levels = try stage.levels()
            #expect(levels[0] == 0)
            return levels[1]
        }
        #expect(try level(.inverse, 2) == 0.5)
        #expect(abs(try level(.inverse, 4, rolloff: 2) - 0.142857) < 1e-6)
        #expect(abs(try level(.exponential, 4) - 0.25) < 1e-6)
        #expect(try level(.linear, 6, maximum: 11) == 0.5)
    }

    @Test("follows the listener")
    func listener() throws {
        let stage = try Stage()
        stage.player.position = AVAudio3DPoint(x: 0, y: 0, z: -1)
        let front = try stage.levels()
        #expect(front[0] == front[1] && abs(front[0] - 0.70711) < 1e-4)
        let environment = stage.environment
        environment.listenerAngularOrientation = AVAudio3DAngularOrientation(
            yaw: -90, pitch: 0, roll: 0)
        let vectors = environment.listenerVectorOrientation
        #expect(abs(vectors.forward.x + 1) < 1e-6 && abs(vectors.up.y - 1) < 1e-6)
        let turned = try stage.levels()
        #expect(turned[0] < 1e-3 && abs(turned[1] - 1) < 1e-5)
        environment.listenerPosition = AVAudio3DPoint(x: 0, y: 0, z: 1)
        #expect(abs(try stage.levels()[1] - 0.5) < 1e-5)
        environment.listenerPosition = AVAudio3DPoint(x: .nan, y: 0, z: 1)
        #expect(environment.listenerPosition.x == 0)
    }

    @Test("keeps vectors and angles of the listener in agreement")
    func orientation() {
        let environment = AVAudioEnvironmentNode()
        let initial = environment.listenerVectorOrientation
        #expect(initial.forward.z == -1 && initial.up.y == 1 && initial.forward.x == 0)
        for (yaw, pitch, roll) in [(30, 20, 10), (-120, -45, 80), (170, 5, -170)]
            as [(Float, Float, Float)]
        {
            environment.listenerAngularOrientation = AVAudio3DAngularOrientation(
                yaw: yaw, pitch: pitch, roll: roll)
            let vectors = environment.listenerVectorOrientation
            environment.listenerAngularOrientation = AVAudio3DAngularOrientation()
            environment.listenerVectorOrientation = vectors
            let angles = environment.listenerAngularOrientation
            #expect(abs(angles.yaw - yaw) < 1e-3 && abs(angles.pitch - pitch) < 1e-3)
            #expect(abs(angles.roll - roll) < 1e-3)
        }
        let before = environment.listenerVectorOrientation
        let same = AVAudio3DVector(x: 1, y: 0, z: 0)
        environment.listenerVectorOrientation = AVAudio3DVectorOrientation(forward: same, up: same)
        #expect(environment.listenerVectorOrientation.forward.x == before.forward.x)
    }

    @Test("passes stereo unless it is a point source")
    func stereo() throws {
        let stage = try Stage(channels: 2)
        stage.player.position = AVAudio3DPoint(x: 2, y: 0, z: 0)
        #expect(try stage.levels() == [1, 1])
        // What is bypassed is neither obstructed nor occluded.
        (stage.player.obstruction, stage.player.occlusion) = (-20, -20)
        #expect(try stage.levels() == [1, 1])
        (stage.player.obstruction, stage.player.occlusion) = (0, 0)
        stage.player.sourceMode = .pointSource
        #expect(try stage.levels() == [0, 0.5])
    }

    @Test("applies volume, obstruction, occlusion and a connection's own values")
    func values() throws {
        let stage = try Stage()
        stage.player.position = AVAudio3DPoint(x: 1, y: 0, z: 0)
        stage.player.volume = 0.5
        #expect(try stage.levels()[1] == 0.5)
        stage.player.obstruction = -20
        #expect(abs(try stage.levels()[1] - 0.05) < 1e-6)
        let destination = try #require(
            stage.player.destination(forMixer: stage.environment, bus: 0))
        destination.obstruction = 0
        destination.position = AVAudio3DPoint(x: 2, y: 0, z: 0)
        #expect(try stage.levels()[1] == 0.25)
        #expect(stage.player.position.x == 1 && stage.player.obstruction == -20)
        stage.environment.outputVolume = 0.5
        #expect(try stage.levels()[1] == 0.125)
    }

    @Test("reverberates")
    func reverberation() throws {
        let stage = try Stage()
        let parameters = stage.environment.reverbParameters
        #expect(!parameters.enable && parameters.level == 0)
        parameters.enable = true
        parameters.level = 50
        #expect(parameters.level == 40)
        parameters.level = 0
        parameters.loadFactoryReverbPreset(.cathedral)
        #expect(parameters.filterParameters.bypass)
        stage.player.reverbBlend = 1
        _ = try stage.base.rendered(20000)
        stage.base.app.run { stage.player.stop() }
        _ = try stage.base.rendered(2000)
        let tail = try stage.base.renderedChannels(4096)
        #expect(tail[0].contains { $0.magnitude > 0.005 } && tail[0] != tail[1])
        parameters.enable = false
        _ = try stage.base.rendered(2000)
        #expect(try stage.base.rendered(1000).allSatisfy { $0 == 0 })
    }

    @Test("has Apple's defaults and limits values")
    func defaults() {
        let environment = AVAudioEnvironmentNode()
        #expect(environment.outputVolume == 1 && environment.outputType == .auto)
        #expect(environment.nextAvailableInputBus == 0)
        #expect(environment.applicableRenderingAlgorithms.contains(0))
        #expect(!environment.isListenerHeadTrackingEnabled)
        let player = AVAudioPlayerNode()
        #expect(player.renderingAlgorithm == .equalPowerPanning && player.rate == 1)
        #expect(player.sourceMode == .spatializeIfMono && player.pointSourceInHeadMode == .mono)
        #expect(player.reverbBlend == 0 && player.obstruction == 0 && player.occlusion == 0)
        (player.rate, player.reverbBlend, player.obstruction) = (9, 2, 3)
        #expect(player.rate == 2 && player.reverbBlend == 1 && player.obstruction == 0)
        (player.rate, player.occlusion) = (.nan, -200)
        #expect(player.rate == 2 && player.occlusion == -100)
        player.renderingAlgorithm = .HRTFHQ
        player.pointSourceInHeadMode = .bypass
        #expect(player.renderingAlgorithm == .HRTFHQ && player.pointSourceInHeadMode == .bypass)
    }
}
