import AVFAudio
import AudioFormats
import Foundation
import Simulation
import TestSupport
import Testing

/// Tests where the channels of players and recorders go to and come from.
@MainActor
@Suite("Channel assignments")
struct ChannelAssignmentTests {
    private let stage: PlayerStage

    init() throws {
        stage = try PlayerStage()
    }

    /// The speaker's channels: left and right.
    private func speaker() throws -> [AVAudioSessionChannelDescription] {
        try #require(
            stage.app.run { AVAudioSession.sharedInstance().currentRoute.outputs.first?.channels })
    }

    /// The level of the left and the right side in the next 100 ms, after `change`.
    private func levels(
        _ player: AVAudioPlayer, _ change: () -> Void
    ) -> (left: Float, right: Float) {
        let start = stage.phone.now
        stage.app.run {
            change()
            player.currentTime = 0
            player.play()
        }
        stage.pass(200)
        stage.app.run { player.stop() }
        stage.pass(100)
        let samples = stage.phone.heard(
            from: stage.app, during: start + .milliseconds(50)..<start + .milliseconds(150)
        ).samples
        let frames = samples.indices.filter { $0 % 2 == 0 }
        return (
            frames.map { samples[$0] }.max() ?? 0, frames.map { samples[$0 + 1] }.max() ?? 0
        )
    }

    @Test("a mono file sounds on the side that it is assigned to")
    func mono() throws {
        let player = try stage.player(level(16_384, 24_000))
        let channels = try speaker()
        #expect(levels(player) {} == (0.5, 0.5))
        #expect(levels(player) { player.channelAssignments = [channels[1]] } == (0, 0.5))
        #expect(player.channelAssignments == [channels[1]])
        #expect(levels(player) { player.channelAssignments = [channels[0]] } == (0.5, 0))
        #expect(levels(player) { player.channelAssignments = [] } == (0.5, 0.5))
        #expect(levels(player) { player.channelAssignments = nil } == (0.5, 0.5))
    }

    @Test("a stereo file's sides can be exchanged, and one be left out")
    func stereo() throws {
        let frames = (0..<48_000).map { Int16($0 % 2 == 0 ? 16_384 : 8192) }
        let player = try stage.player(frames, channels: 2)
        let channels = try speaker()
        #expect(levels(player) {} == (0.5, 0.25))
        #expect(levels(player) { player.channelAssignments = channels.reversed() } == (0.25, 0.5))
        #expect(levels(player) { player.channelAssignments = [channels[0]] } == (0.5, 0))
        // Both on one side.
        #expect(
            levels(player) { player.channelAssignments = [channels[1], channels[1]] } == (0, 0.75))
    }

    @Test("a prepared player follows at once, and a playing one without a jump")
    func changes() throws {
        let player = try stage.player(level(16_384, 24_000))
        let channels = try speaker()
        stage.app.run { _ = player.prepareToPlay() }
        #expect(levels(player) { player.channelAssignments = [channels[1]] } == (0, 0.5))
        stage.app.run {
            player.currentTime = 0
            player.play()
        }
        stage.pass(100)
        let start = stage.phone.now
        stage.app.run { player.channelAssignments = nil }
        stage.pass(200)
        #expect(abs(player.currentTime - 0.3) < 0.03)
        let samples = stage.phone.heard(
            from: stage.app, during: start + .milliseconds(100)..<start + .milliseconds(200)
        ).samples
        #expect(samples.allSatisfy { $0 == 0.5 })
    }

    @Test("a recorder's file has the microphone on the channels that it is assigned to")
    func recording() throws {
        let url = URL(fileURLWithPath: stage.folder.file("memo.wav"))
        func peaks(_ assignments: Bool) throws -> [Float] {
            stage.phone.makeSound(hertz: 440)
            let recorder = try stage.app.run {
                let session = AVAudioSession.sharedInstance()
                try session.setCategory(.playAndRecord)
                let recorder = try AVAudioRecorder(
                    url: url,
                    settings: [
                        AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000.0,
                        AVNumberOfChannelsKey: 2, AVLinearPCMBitDepthKey: 16,
                    ])
                if assignments {
                    try session.setActive(true)
                    let microphone = session.currentRoute.inputs.first?.channels
                    recorder.channelAssignments = microphone
                    #expect(recorder.channelAssignments == microphone && microphone?.count == 1)
                }
                recorder.record()
                return recorder
            }
            stage.pass(300)
            stage.app.run { recorder.stop() }
            let sound = try decodeSound(AudioFileReader(path: url.path))
            return (0..<2).map { channel in
                (0..<sound.frameCount).map { abs(sound.samples[2 * $0 + channel]) }.max() ?? 0
            }
        }
        let usual = try peaks(false)
        #expect(usual[0] > 0.05 && usual[1] == usual[0])
        let assigned = try peaks(true)
        #expect(assigned[0] == usual[0] && assigned[1] == 0)
    }
}
