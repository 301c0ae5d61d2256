import AVFAudio
import AudioModel
import MIDISynthesis
import Simulation
import SoundClient
import Synchronization
import TestSupport
import Testing

/// Tests `AVMIDIPlayer` on a simulated phone.
@MainActor
@Suite("AVMIDIPlayer", .enabled(if: TestSoundFont.isThere))
struct MIDIPlayerTests {
    private let phone = SimulatedPhone()

    init() {
        phone.onFinding = { Issue.record($0) }
    }

    /// Two beats of A at 120 beats a minute, one beat of A an octave higher at 60.
    private static let music: Data = {
        var sequence = MIDISequence()
        sequence.tempoTrack.events = [
            MIDISequence.Event(0, .tempo(120)), MIDISequence.Event(2, .tempo(60)),
        ]
        func note(_ beat: Double, _ key: UInt8, _ duration: Double) -> MIDISequence.Event {
            let start = MIDIMessage(.noteOn, channel: 0, key, 100)
            return MIDISequence.Event(
                beat, .note(start, duration: duration, releaseVelocity: 0))
        }
        sequence.tracks = [
            MIDISequence.Track(events: [
                MIDISequence.Event(0, .message(MIDIMessage(.program, channel: 0, 79))),
                note(0, 69, 2), note(2, 81, 1),
            ])
        ]
        return Data(sequence.file().bytes)
    }()

    private func launch() throws -> (SimulatedPhone.App, AVMIDIPlayer) {
        let app = try phone.launch("Organ") {
            try AVAudioSession.sharedInstance().setCategory(.playback)
        }
        let player = try app.run {
            try AVMIDIPlayer(data: Self.music, soundBankURL: TestSoundFont.url)
        }
        return (app, player)
    }

    private func isNear(_ frequency: Double?, _ wanted: Double) -> Bool {
        frequency.map { abs($0 - wanted) < 0.02 * wanted } ?? false
    }

    @Test("plays to the end with its tempos, then calls back off the main thread")
    func plays() throws {
        let (app, player) = try launch()
        #expect(player.duration == 2)
        let ends = Mutex<[HostTime]>([])
        app.run {
            player.play {
                #expect(!CurrentApp.isOnSimulatedMain)
                let now = CurrentApp.simulated?.environment.now
                ends.withLock { $0.append(now ?? .zero) }
            }
        }
        #expect(app.run { player.isPlaying })
        phone.advance(by: .milliseconds(500))
        #expect(isNear(phone.heard(from: app).frequency, 440))
        #expect(abs(app.run { player.currentPosition } - 0.5) < 0.02)
        phone.advance(by: .seconds(1))
        #expect(isNear(phone.heard(from: app).frequency, 880))
        phone.advance(by: .seconds(1))
        #expect(ends.withLock { $0.count } == 1)
        #expect(ends.withLock { abs($0[0].seconds - 2) < 0.03 })
        #expect(!app.run { player.isPlaying } && player.currentPosition == 2)
        phone.advance(by: .seconds(6))
        #expect(phone.heard(from: app).isSilent)
        // Again, from the start.
        app.run { player.play() }
        phone.advance(by: .milliseconds(500))
        #expect(isNear(phone.heard(from: app).frequency, 440))
    }

    @Test("stops where it is, goes on from there, seeks and changes its rate")
    func transport() throws {
        let (app, player) = try launch()
        let endCount = Mutex(0)
        app.run { player.play { endCount.withLock { $0 += 1 } } }
        phone.advance(by: .milliseconds(600))
        app.run { player.stop() }
        phone.advance(by: .milliseconds(300))
        #expect(endCount.withLock { $0 } == 1 && phone.heard(from: app).isSilent)
        #expect(abs(app.run { player.currentPosition } - 0.6) < 0.02)
        app.run {
            player.currentPosition = 1.2
            player.play()
        }
        phone.advance(by: .milliseconds(300))
        // The program before the position still counts, the note does not begin again.
        #expect(phone.heard(from: app).isSilent)
        app.run { player.currentPosition = 0 }
        #expect(app.run { player.isPlaying })
        phone.advance(by: .milliseconds(300))
        #expect(isNear(phone.heard(from: app).frequency, 440))
        app.run { player.rate = 4 }
        phone.advance(by: .milliseconds(500))
        #expect(app.run { player.currentPosition } > 1.2)
        phone.advance(by: .seconds(1))
        #expect(!app.run { player.isPlaying })
    }

    @Test("a call silences it, and it sounds the same in every run")
    func interruption() throws {
        func run() throws -> [Float] {
            let phone = SimulatedPhone()
            let app = try phone.launch("Organ") {
                let player = try AVMIDIPlayer(data: Self.music, soundBankURL: TestSoundFont.url)
                player.play()
                return player
            }
            phone.advance(by: .milliseconds(400))
            phone.receiveCall()
            phone.advance(by: .seconds(1))
            #expect(phone.heard(from: app).isSilent)
            return phone.heard(from: app, last: .milliseconds(1400)).samples
        }
        let first = try run()
        #expect(first.contains { abs($0) > 0.01 })
        #expect(try run() == first)
    }

    @Test("fails without a bank, and for files that are none")
    func errors() throws {
        try phone.launch("Organ") { try expectErrors() }
    }

    private func expectErrors() throws {
        func code(_ make: () throws -> AVMIDIPlayer) -> Int? {
            do {
                _ = try make()
                return nil
            } catch let error as NSError {
                #expect(error.domain == "com.apple.coreaudio.avfaudio")
                return error.code
            }
        }
        let bank = TestSoundFont.url
        let missing = URL(fileURLWithPath: "/nowhere.mid")
        let folder = URL(fileURLWithPath: "/tmp")
        #expect(code { try AVMIDIPlayer(data: Self.music, soundBankURL: nil) } == -10869)
        #expect(code { try AVMIDIPlayer(data: Self.music, soundBankURL: missing) } == -43)
        #expect(code { try AVMIDIPlayer(data: Self.music, soundBankURL: folder) } == -10871)
        #expect(code { try AVMIDIPlayer(data: Data(), soundBankURL: bank) } == -10846)
        #expect(code { try AVMIDIPlayer(contentsOf: missing, soundBankURL: bank) } == -43)
        #expect(code { try AVMIDIPlayer(contentsOf: folder, soundBankURL: bank) } == -10846)
        #expect(code { try AVMIDIPlayer(contentsOf: bank, soundBankURL: bank) } == -10846)
    }
}
