import AVFoundation
import Foundation
import Simulation
import TestSupport
import Testing

/// Apple's names and numbers.
@MainActor
@Suite("The values of players")
struct PlayerValuesTests {
    @Test("are Apple's numbers")
    func numbers() {
        #expect(AVPlayer.Status.allValues == [0, 1, 2])
        #expect(AVPlayerItem.Status.allValues == [0, 1, 2])
        #expect(AVPlayer.TimeControlStatus.allValues == [0, 1, 2])
        #expect(
            [AVPlayer.ActionAtItemEnd.advance, .pause, .none].map(\.rawValue) == [0, 1, 2])
        #expect(
            [AVPlayerLooper.Status.unknown, .ready, .failed, .cancelled].map(\.rawValue)
                == [0, 1, 2, 3])
        #expect(
            [
                AVPlayerAudiovisualBackgroundPlaybackPolicy.automatic, .pauses,
                .continuesIfPossible,
            ].map(\.rawValue) == [1, 2, 3])
        #expect(
            [
                AVPlayerLooper.ItemOrdering.loopingItemsPrecedeExistingItems,
                .loopingItemsFollowExistingItems,
            ].map(\.rawValue) == [0, 1])
    }

    @Test("are Apple's words")
    func words() {
        #expect(
            [AVPlayer.WaitingReason.toMinimizeStalls, .evaluatingBufferingRate, .noItemToPlay]
                .map(\.rawValue) == [
                    "AVPlayerWaitingToMinimizeStallsReason",
                    "AVPlayerWaitingWhileEvaluatingBufferingRateReason",
                    "AVPlayerWaitingWithNoItemToPlayReason",
                ])
        #expect(
            [
                AVAudioTimePitchAlgorithm.lowQualityZeroLatency, .timeDomain, .spectral, .varispeed,
            ].map(\.rawValue) == [
                "LowQualityZeroLatency", "TimeDomain", "Spectral", "Varispeed",
            ])
        #expect(
            [
                AVPlayerItem.didPlayToEndTimeNotification,
                AVPlayerItem.failedToPlayToEndTimeNotification,
                AVPlayerItem.playbackStalledNotification, AVPlayerItem.timeJumpedNotification,
                AVPlayerItem.newAccessLogEntryNotification,
                AVPlayerItem.newErrorLogEntryNotification, AVPlayer.rateDidChangeNotification,
            ].map(\.rawValue) == [
                "AVPlayerItemDidPlayToEndTimeNotification",
                "AVPlayerItemFailedToPlayToEndTimeNotification",
                "AVPlayerItemPlaybackStalledNotification",
                "AVPlayerItemTimeJumpedNotification",
                "AVPlayerItemNewAccessLogEntryNotification",
                "AVPlayerItemNewErrorLogEntryNotification", "AVPlayerRateDidChangeNotification",
            ])
        #expect(
            Notification.Name.AVPlayerItemDidPlayToEndTime
                == AVPlayerItem.didPlayToEndTimeNotification)
    }

    @Test("of errors are Apple's codes, and errors keep their causes")
    func errors() {
        let codes: [(AVError.Code, Int)] = [
            (.unknown, -11_800), (.diskFull, -11_807), (.mediaServicesWereReset, -11_819),
            (.exportFailed, -11_820), (.decodeFailed, -11_821), (.fileAlreadyExists, -11_823),
            (.fileFormatNotRecognized, -11_828), (.fileFailedToParse, -11_829),
            (.contentIsProtected, -11_831), (.decoderNotFound, -11_833),
            (.encoderNotFound, -11_834), (.operationNotSupportedForAsset, -11_838),
            (.invalidOutputURLPathExtension, -11_843), (.operationInterrupted, -11_847),
            (.failedToLoadMediaData, -11_849), (.serverIncorrectlyConfigured, -11_850),
            (.unsupportedOutputSettings, -11_861), (.contentIsUnavailable, -11_863),
            (.formatUnsupported, -11_864), (.noLongerPlayable, -11_867),
            (.operationCancelled, -11_878), (.encodeFailed, -11_883),
        ]
        #expect(codes.allSatisfy { $0.0.rawValue == $0.1 })
        let cause = NSError(domain: NSOSStatusErrorDomain, code: -12_847)
        let error = AVError(
            .decodeFailed,
            userInfo: [NSUnderlyingErrorKey: cause, NSLocalizedDescriptionKey: "Cannot Decode"])
        let seen = error as NSError
        #expect((seen.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == -12_847)
        #expect(seen.localizedDescription == "Cannot Decode")
        #expect(AVError.decodeFailed ~= error)
    }

    @Test("of a new player and item are the defaults")
    func defaults() throws {
        let stage = try MediaStage()
        let item = stage.item(URL(fileURLWithPath: stage.folder.file("none.m4a")))
        let (player, queue) = stage.app.run { (AVPlayer(), AVQueuePlayer()) }
        #expect(player.rate == 0 && player.defaultRate == 1 && player.volume == 1)
        #expect(!player.isMuted && player.automaticallyWaitsToMinimizeStalling)
        #expect(player.actionAtItemEnd == .pause && queue.actionAtItemEnd == .advance)
        #expect(player.status == .unknown && player.timeControlStatus == .paused)
        #expect(player.reasonForWaitingToPlay == nil && player.error == nil)
        #expect(player.currentTime() == .zero && player.currentItem == nil)
        #expect(item.status == .unknown && item.duration.isIndefinite && item.timebase == nil)
        #expect(item.audioTimePitchAlgorithm == .timeDomain && item.tracks.isEmpty)
        #expect(!item.forwardPlaybackEndTime.isValid && item.accessLog() == nil)
        #expect(item.errorLog() == nil && item.timedMetadata == nil && item.audioMix == nil)
    }

    @Test("of rates and volumes stay within what is possible")
    func limits() throws {
        let stage = try MediaStage()
        let player = stage.app.run { AVPlayer() }
        for (value, expected) in [(Float(-1), Float(0)), (.nan, 0), (100, 32), (-2, 32), (0, 0)] {
            stage.app.run { player.rate = value }
            #expect(player.rate == expected)
        }
        for (value, expected) in [(Float(-1), Float(0)), (7, 1), (.nan, 1), (0.25, 0.25)] {
            stage.app.run { player.volume = value }
            #expect(player.volume == expected)
        }
    }

    @Test("of a copy are those of the item, and it belongs to no player")
    func copies() throws {
        let stage = try MediaStage()
        let item = stage.item(try stage.sine())
        let player = stage.app.run { AVPlayer(playerItem: item) }
        item.forwardPlaybackEndTime = CMTime(value: 2, timescale: 1)
        item.audioTimePitchAlgorithm = .varispeed
        item.preferredForwardBufferDuration = 7
        item.preferredPeakBitRate = -3
        let copy = try #require(stage.app.run { item.copy() as? AVPlayerItem })
        #expect(copy !== item && copy.asset === item.asset && copy.status == .unknown)
        #expect(copy.forwardPlaybackEndTime == CMTime(value: 2, timescale: 1))
        #expect(copy.audioTimePitchAlgorithm == .varispeed)
        #expect(copy.preferredForwardBufferDuration == 7 && copy.preferredPeakBitRate == 0)
        #expect(player.currentItem === item)
    }

    @Test("of a timebase follow the player")
    func timebase() throws {
        let stage = try MediaStage()
        let player = stage.player(try stage.sine())
        let timebase = try #require(player.currentItem?.timebase)
        #expect(CMTimebaseGetRate(timebase) == 0 && CMTimebaseGetTime(timebase) == .zero)
        stage.app.run { player.rate = 2 }
        stage.pass(1000)
        #expect(CMTimebaseGetRate(timebase) == 2)
        #expect(abs(CMTimebaseGetTime(timebase).seconds - 2) < 0.1)
        stage.app.run { player.pause() }
        #expect(timebase.rate == 0)
    }

    @Test("of prerolls and starts at a time need a player that can do that")
    func misuse() throws {
        let stage = try MediaStage()
        let player = stage.player(try stage.sine())
        let calls = Log()
        stage.app.run {
            ProgrammerErrors.handle(with: { call, _ in calls.add(call) }) {
                player.setRate(1, time: .invalid, atHostTime: .invalid)
                AVPlayer().preroll(atRate: 1)
                player.actionAtItemEnd = .advance
            }
            player.preroll(atRate: 1) { [log = stage.log] in log.add("prerolled \($0)") }
        }
        #expect(
            calls.lines == [
                "AVPlayer.setRate(_:time:atHostTime:)",
                "AVPlayer.preroll(atRate:completionHandler:)", "AVPlayer.actionAtItemEnd",
            ])
        stage.pass(50)
        #expect(stage.log.lines == ["prerolled true"])
        let start = stage.now
        stage.app.run {
            player.automaticallyWaitsToMinimizeStalling = false
            let now = CMClock.hostTimeClock.time
            player.setRate(
                1, time: CMTime(value: 1, timescale: 1),
                atHostTime: now + CMTime(value: 1, timescale: 2))
        }
        stage.pass(1500)
        let samples = stage.heard(start, start + 1.5)
        let first = try #require(samples.firstIndex { abs($0) > 0.01 })
        #expect(abs(Double(first) / MediaStage.outputRate - 0.5) < 0.03)
        #expect(abs(player.currentTime().seconds - 2) < 0.05)
    }
}

extension RawRepresentable where RawValue == Int {
    /// The numbers that have a value, below 10.
    static var allValues: [Int] { (0..<10).compactMap { Self(rawValue: $0)?.rawValue } }
}
