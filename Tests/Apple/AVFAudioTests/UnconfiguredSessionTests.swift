import AVFAudio
import Foundation
import Simulation
import TestSupport
import Testing

@Suite("An app that never asks for its session") @MainActor struct UnconfiguredSessionTests {
    @Test(
        "is notified of what interrupts its sound",
        arguments: ["player", "engine", "recorder"])
    func notified(kind: String) throws {
        // Given an app that sounds, or is about to record.
        let stage = try PlayerStage()
        var interruptions: [UInt] = []
        var resets = 0
        let (center, url) = (NotificationCenter.default, try stage.wave(noise(480_000)))
        let (tokens, sound) = try stage.app.run { () -> ([any NSObjectProtocol], Any) in
            let tokens = [
                center.addObserver(
                    forName: AVAudioSession.interruptionNotification, object: nil, queue: nil
                ) { notification in
                    let type = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
                    MainActor.assumeIsolated { interruptions.append(type ?? .max) }
                },
                center.addObserver(
                    forName: AVAudioSession.mediaServicesWereResetNotification, object: nil,
                    queue: nil
                ) { _ in MainActor.assumeIsolated { resets += 1 } },
            ]
            switch kind {
            case "player":
                let player = try AVAudioPlayer(contentsOf: url)
                player.play()
                return (tokens, player)
            case "engine":
                let engine = AVAudioEngine()
                _ = engine.mainMixerNode
                try engine.start()
                return (tokens, engine)
            default:
                let file = URL(fileURLWithPath: stage.folder.file("memo.wav"))
                return (tokens, try AVAudioRecorder(url: file, settings: [:]))
            }
        }
        defer { for token in tokens { center.removeObserver(token) } }
        stage.pass(500)
        // When a call comes and goes, and the media services fail.
        stage.phone.receiveCall()
        stage.pass(500)
        stage.phone.declineCall()
        stage.pass(500)
        stage.phone.resetMediaServices()
        stage.pass(2000)
        // Then observers without an object hear of it.
        #expect(interruptions == (kind == "recorder" ? [] : [1, 0]))
        #expect(resets == 1)
        _ = sound
    }
}
