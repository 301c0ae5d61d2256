import AVFAudio
import AudioFormats
import AudioModel
import Foundation
import Simulation
import TestSupport
import Testing

/// Tests what a player sounds like, to the frame.
@MainActor
@Suite("A player's sound")
struct AVAudioPlayerSoundTests {
    private func isSmooth(_ samples: [Float], step: Float = 0.005) -> Bool {
        zip(samples, samples.dropFirst()).allSatisfy { abs($1 - $0) <= step }
    }

    @Test("begins with the frame at which a prepared player is told to play")
    func beginsAtOnce() throws {
        let stage = try PlayerStage()
        let sound = noise(20_000)
        let player = try stage.player(sound)
        #expect(stage.app.run { player.prepareToPlay() })
        #expect(!player.isPlaying && player.deviceCurrentTime == 0)
        stage.phone.advance(by: .microseconds(3_520_000 + 250))
        let start = stage.phone.now
        stage.app.run { player.play() }
        stage.pass(500)
        // 3.520250 s are 168,972 frames.
        #expect(
            Array(stage.heard(from: start, for: .milliseconds(400)).prefix(19_000))
                == Array(floats(sound).prefix(19_000)))
    }

    @Test("fades linearly and never turns back", arguments: [0.3, 20])
    func fades(seconds: Double) throws {
        let stage = try PlayerStage()
        let player = try stage.player(level(16_384, 4_800))
        player.numberOfLoops = -1
        player.volume = 0
        stage.app.run { player.play() }
        stage.pass(100)
        stage.app.run { player.setVolume(1, fadeDuration: seconds) }
        stage.phone.advance(by: .seconds(seconds / 2))
        #expect(abs(player.volume - 0.5) < 0.001)
        stage.phone.advance(by: .seconds(seconds / 2 + 0.1))
        #expect(player.volume == 1)
        let heard = stage.heard(from: .milliseconds(100), for: .seconds(seconds + 0.05))
        #expect(zip(heard, heard.dropFirst()).allSatisfy { $0 <= $1 })
        let frames = Int(seconds * 48_000)
        for frame in stride(from: 0, to: frames, by: 997) {
            #expect(abs(heard[frame] - 0.5 * Float(frame) / Float(frames)) < 0.0001)
        }
        #expect(heard[(frames + 1)...].allSatisfy { $0 == 0.5 })
    }

    @Test("a later volume ends a fade where it is, and a fade runs while the player does not")
    func fadesElsewhere() throws {
        let stage = try PlayerStage()
        let player = try stage.player(level(16_384, 48_000))
        stage.app.run { player.setVolume(0, fadeDuration: 1) }
        stage.pass(500)
        #expect(abs(player.volume - 0.5) < 0.001)
        stage.app.run { player.play() }
        stage.pass(100)
        let heard = stage.heard(from: .milliseconds(500), for: .milliseconds(100))
        #expect(abs(heard[0] - 0.25) < 0.001 && abs(heard[4799] - 0.2) < 0.001)
        stage.app.run { player.volume = 0.8 }
        stage.pass(100)
        #expect(player.volume == 0.8)
        #expect(abs(stage.heard(from: .milliseconds(650), for: .milliseconds(50))[0] - 0.4) < 1e-6)
        player.volume = 7
        #expect(player.volume == 1)
        player.pan = -3
        #expect(player.pan == -1)
    }

    @Test("pans from its first frame")
    func pans() throws {
        let stage = try PlayerStage()
        let player = try stage.player(level(16_384, 4_800))
        player.pan = 1
        stage.app.run { player.play() }
        stage.pass(100)
        let samples = stage.phone.heard(from: stage.app, during: .zero..<(.milliseconds(100)))
            .samples
        for frame in 0..<4_800 {
            #expect(samples[2 * frame] == 0 && samples[2 * frame + 1] == 0.5)
        }
    }

    @Test("pauses and resumes without a click, and loses nothing")
    func pauses() throws {
        let stage = try PlayerStage()
        let ramp = (0..<24_000).map { Int16($0) }
        let player = try stage.player(ramp)
        stage.app.run { player.play() }
        stage.pass(100)
        stage.app.run { player.pause() }
        #expect(!player.isPlaying)
        stage.pass(100)
        let paused = player.currentTime
        // A fade-out of ten milliseconds is heard.
        #expect(abs(paused - 0.11) < 0.001)
        stage.pass(1_000)
        #expect(player.currentTime == paused && player.deviceCurrentTime > 1)
        let resumed = stage.phone.now
        stage.app.run { player.play() }
        stage.pass(200)
        let heard = stage.heard(from: resumed, for: .milliseconds(100))
        // Behind the fade-in, the sound continues where the fade-out had led.
        let first = Int((paused * 48_000).rounded())
        #expect(heard[960] == Float(first + 960) / 32_768)
        #expect(isSmooth(stage.heard(from: .zero, for: .milliseconds(1_400)), step: 0.002))
    }

    @Test("seeks without a click", arguments: [true, false])
    func seeks(isPlaying: Bool) throws {
        let stage = try PlayerStage()
        let player = try stage.player(level(16_384, 96_000))
        stage.app.run { player.play() }
        stage.pass(100)
        if !isPlaying { stage.app.run { player.pause() } }
        stage.pass(100)
        stage.app.run { player.currentTime = 1 }
        #expect(player.currentTime == 1)
        #expect(player.isPlaying == isPlaying)
        stage.pass(100)
        stage.app.run { player.play() }
        stage.pass(100)
        #expect(player.currentTime == (isPlaying ? 1.2 : 1.1))
        #expect(isSmooth(Array(stage.heard(from: .milliseconds(10), for: .milliseconds(380)))))
    }

    @Test("seeks to the end and beyond")
    func seeksToEnd() throws {
        let stage = try PlayerStage()
        let log = PlayerLog()
        let player = try stage.player(seconds: 1)
        player.delegate = log
        player.currentTime = 2
        #expect(player.currentTime == 0)
        player.currentTime = -1
        #expect(player.currentTime == 0)
        player.currentTime = .nan
        #expect(player.currentTime == 0)
        stage.app.run { player.play() }
        stage.pass(100)
        stage.app.run { player.currentTime = .infinity }
        stage.pass(50)
        #expect(log.calls == ["finished true"] && player.currentTime == 0)
    }

    @Test("ends after the present pass when loops are taken away, on its last frame")
    func fewerLoops() throws {
        let stage = try PlayerStage()
        let sound = noise(2_000)
        let log = PlayerLog()
        let player = try stage.player(sound)
        player.delegate = log
        player.numberOfLoops = -1
        stage.app.run { player.play() }
        // Within the third pass; the fourth and fifth are decoded already.
        stage.pass(100)
        stage.app.run { player.numberOfLoops = 0 }
        stage.pass(400)
        let heard = stage.heard(from: .zero, for: .milliseconds(400))
        #expect(Array(heard.prefix(6_000)) == floats(sound + sound + sound))
        #expect(heard.dropFirst(6_000).allSatisfy { $0 == 0 })
        #expect(log.calls == ["finished true"])
    }

    @Test("goes on when loops are added, even when everything is decoded")
    func moreLoops() throws {
        let stage = try PlayerStage()
        let sound = noise(4_000)
        let player = try stage.player(sound)
        stage.app.run { player.play() }
        stage.pass(50)
        stage.app.run { player.numberOfLoops = 2 }
        stage.pass(10)
        stage.app.run { player.numberOfLoops = 0 }
        stage.pass(10)
        stage.app.run { player.numberOfLoops = 1 }
        stage.pass(400)
        let heard = stage.heard(from: .zero, for: .milliseconds(400))
        #expect(Array(heard.prefix(8_000)) == floats(sound + sound))
        #expect(heard.dropFirst(8_000).allSatisfy { $0 == 0 })
        #expect(!player.isPlaying)
    }

    @Test("keeps the pitch at another speed", .enabled(if: BuildTraits.hasFFmpeg))
    func keepsPitch() throws {
        let stage = try PlayerStage()
        let tone = (0..<96_000).map { frame in
            Int16(10_000 * sin(2 * Double.pi * 440 * Double(frame) / 48_000))
        }
        let player = try stage.player(tone)
        player.enableRate = true
        player.rate = 0.5
        stage.app.run { player.play() }
        stage.pass(1_000)
        #expect(abs(player.currentTime - 0.5) < 0.001)
        let hertz = stage.phone.heard(from: stage.app, last: .milliseconds(500)).frequency
        #expect(abs((hertz ?? 0) - 440) < 2)
        stage.app.run { player.rate = 2 }
        stage.pass(300)
        let before = player.currentTime
        stage.pass(100)
        #expect(abs(player.currentTime - before - 0.2) < 0.001)
        player.rate = 9
        #expect(player.rate == 2)
        player.rate = .nan
        #expect(player.rate == 2)
    }

    @Test(
        "an encoded file equals its decoded frames, with loops, prepared and paused",
        .enabled(if: BuildTraits.hasFFmpeg))
    func encoded() throws {
        let stage = try PlayerStage()
        let url = URL(fileURLWithPath: stage.folder.file("sound.m4a"))
        let tone = (0..<30_000).map { frame in
            Int16(12_000 * sin(Double(frame) * Double(frame) * 1e-5))
        }
        try encode(tone, to: url)
        let decoded = try decodeSound(AudioFileReader(path: url.path))
        let frames = (0..<decoded.frameCount).map { decoded.samples[$0] }
        #expect(decoded.channelCount == 1 && frames.count == 30_000)
        let player = try stage.app.run { try AVAudioPlayer(contentsOf: url) }
        #expect(player.duration == 30_000.0 / 48_000)
        player.numberOfLoops = 1
        stage.app.run { player.prepareToPlay() }
        stage.pass(100)
        stage.app.run { player.play() }
        stage.pass(2_000)
        let heard = stage.heard(from: .milliseconds(100), for: .seconds(1.5))
        #expect(Array(heard.prefix(60_000)) == frames + frames)
        #expect(heard.dropFirst(60_000).allSatisfy { $0 == 0 })
        // A pause closes the decoder.
        player.numberOfLoops = 0
        let start = stage.phone.now
        stage.app.run { player.play() }
        stage.pass(100)
        stage.app.run { player.pause() }
        stage.pass(100)
        stage.app.run { player.play() }
        let resumed = stage.phone.now
        stage.pass(800)
        let rest = stage.heard(from: resumed, for: .milliseconds(700))
        #expect(stage.heard(from: start, for: .milliseconds(100)) == Array(frames.prefix(4_800)))
        let continuesExactly = rest[960..<20_000] == frames[(5_280 + 960)..<(5_280 + 20_000)]
        #expect(continuesExactly)
    }

    private func encode(_ samples: [Int16], to url: URL) throws {
        var format = AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatMPEG4AAC, mFormatFlags: 0,
            mBytesPerPacket: 0, mFramesPerPacket: 1024, mBytesPerFrame: 0, mChannelsPerFrame: 1,
            mBitsPerChannel: 0, mReserved: 0)
        var file: ExtAudioFileRef?
        #expect(
            ExtAudioFileCreateWithURL(
                url as CFURL, kAudioFileM4AType, &format, nil, AudioFileFlags.eraseFile.rawValue,
                &file) == noErr)
        let opened = try #require(file)
        var client = AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
            mBytesPerPacket: 2, mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1,
            mBitsPerChannel: 16, mReserved: 0)
        #expect(
            ExtAudioFileSetProperty(
                opened, kExtAudioFileProperty_ClientDataFormat,
                UInt32(MemoryLayout.size(ofValue: client)), &client) == noErr)
        var samples = samples
        samples.withUnsafeMutableBytes { bytes in
            var list = AudioBufferList(
                mNumberBuffers: 1,
                mBuffers: AudioBuffer(
                    mNumberChannels: 1, mDataByteSize: UInt32(bytes.count),
                    mData: bytes.baseAddress))
            #expect(ExtAudioFileWrite(opened, UInt32(bytes.count / 2), &list) == noErr)
        }
        #expect(ExtAudioFileDispose(opened) == noErr)
    }
}
