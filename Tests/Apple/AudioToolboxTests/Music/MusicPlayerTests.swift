import AudioModel
import AudioToolbox
import Simulation
import SoundClient
import Synchronization
import TestSupport
import Testing

/// Tests music players with the default instrument on a simulated phone.
@MainActor
@Suite("A music player", .enabled(if: BuildTraits.hasMIDI))
struct MusicPlayerTests {
    private let phone = SimulatedPhone()
    private let app: SimulatedPhone.App
    private let sequence: TestSequence
    private let player: MusicPlayer

    init() throws {
        phone.onFinding = { Issue.record($0) }
        app = phone.launch("Music")
        let (sequence, player) = try app.run {
            let sequence = try TestSequence()
            var player: MusicPlayer?
            #expect(NewMusicPlayer(&player) == noErr)
            let made = try #require(player)
            #expect(MusicPlayerSetSequence(made, sequence.handle) == noErr)
            return (sequence, made)
        }
        (self.sequence, self.player) = (sequence, player)
    }

    /// Calls a function as the app.
    private func call(_ body: @MainActor () -> OSStatus) -> OSStatus { app.run(body) }

    private var time: Double {
        var time = -1.0
        #expect(call { MusicPlayerGetTime(player, &time) } == noErr)
        return time
    }

    private var isPlaying: Bool {
        var isPlaying: DarwinBoolean = false
        #expect(call { MusicPlayerIsPlaying(player, &isPlaying) } == noErr)
        return isPlaying.boolValue
    }

    /// Notes at the beats 0, 1 and 2; a tempo of 120, then of 60 from beat 1 on.
    private func fill() throws {
        try app.run {
            let tempo = try sequence.tempoTrack
            #expect(MusicTrackNewExtendedTempoEvent(tempo, 0, 120) == noErr)
            #expect(MusicTrackNewExtendedTempoEvent(tempo, 1, 60) == noErr)
            let track = try sequence.newTrack()
            for beat in 0..<3 { TestSequence.addNote(track, Double(beat), 69, 0.25) }
        }
    }

    /// The first frames of sound behind silence, at 48,000 frames a second.
    private func onsets(_ seconds: Double) -> [Int] {
        let samples = phone.heard(from: app, last: .seconds(seconds)).samples
        var (onsets, silence) = ([Int](), Int.max / 2)
        for frame in 0..<samples.count / 2 {
            if abs(samples[2 * frame]) > 1e-4 {
                if silence > 4800 { onsets.append(frame) }
                silence = 0
            } else {
                silence += 1
            }
        }
        return onsets
    }

    @Test("plays notes at the frames that their tempos give, and goes on past the end")
    func plays() throws {
        try fill()
        phone.advance(by: .seconds(1))
        #expect(call { MusicPlayerPreroll(player) } == noErr && !isPlaying)
        #expect(call { MusicPlayerStart(player) } == noErr && isPlaying)
        phone.advance(by: .milliseconds(60))
        let frequency = phone.heard(from: app).frequency
        #expect(frequency.map { abs($0 - 440) < 10 } ?? false)
        phone.advance(by: .seconds(3))
        let starts = onsets(3.2)
        try #require(starts.count == 3)
        // A voice that has sounded before attacks a little faster.
        #expect(abs(starts[1] - starts[0] - 24_000) <= 8 && starts[2] - starts[1] == 48_000)
        #expect(isPlaying && abs(time - 3.56) < 0.03)
        phone.advance(by: .seconds(10))
        #expect(isPlaying && phone.heard(from: app).isSilent && abs(time - 13.56) < 0.03)
        #expect(call { MusicPlayerStop(player) } == noErr && !isPlaying)
    }

    @Test("stops where it is, and plays from the time that is set")
    func transport() throws {
        try fill()
        #expect(call { MusicPlayerStart(player) } == noErr)
        phone.advance(by: .seconds(1))
        #expect(call { MusicPlayerStop(player) } == noErr)
        #expect(abs(time - 1.5) < 0.03)
        phone.advance(by: .seconds(1))
        #expect(abs(time - 1.5) < 0.03 && phone.heard(from: app).isSilent)
        #expect(call { MusicPlayerSetTime(player, 0) } == noErr && time == 0)
        #expect(call { MusicPlayerStart(player) } == noErr)
        phone.advance(by: .milliseconds(60))
        #expect(!phone.heard(from: app).isSilent)
        // A jump while it plays is heard at once, and past the end nothing is.
        #expect(call { MusicPlayerSetTime(player, 1.5) } == noErr)
        phone.advance(by: .milliseconds(300))
        #expect(phone.heard(from: app).isSilent && abs(time - 1.8) < 0.03)
        phone.advance(by: .milliseconds(260))
        #expect(!phone.heard(from: app).isSilent)
        #expect(call { MusicPlayerSetSequence(player, nil) } == -10852)
        #expect(call { DisposeMusicPlayer(player) } == noErr)
        phone.advance(by: .milliseconds(200))
        #expect(phone.heard(from: app).isSilent)
        #expect(call { MusicPlayerStart(player) } == -50)
    }

    @Test("plays at a rate, also one that changes while it plays")
    func rate() throws {
        try fill()
        var rate = 0.0
        #expect(call { MusicPlayerGetPlayRateScalar(player, &rate) } == noErr && rate == 1)
        for bad in [0, -1, Double.nan, .infinity] {
            #expect(call { MusicPlayerSetPlayRateScalar(player, bad) } == -50)
        }
        #expect(call { MusicPlayerSetPlayRateScalar(player, 2) } == noErr)
        #expect(call { MusicPlayerStart(player) } == noErr)
        phone.advance(by: .milliseconds(250))
        #expect(abs(time - 1) < 0.06)
        #expect(call { MusicPlayerSetPlayRateScalar(player, 0.5) } == noErr)
        phone.advance(by: .seconds(1))
        // What has been rendered ahead keeps its rate.
        #expect((1.4...2.0).contains(time))
        #expect(call { MusicPlayerGetPlayRateScalar(player, &rate) } == noErr && rate == 0.5)
    }

    @Test("knows the host times of beats only while it plays")
    func hostTimes() throws {
        try fill()
        var (hostTime, beats) = (UInt64(7), 7.0)
        func ask(_ beat: Double) -> OSStatus {
            call { MusicPlayerGetHostTimeForBeats(player, beat, &hostTime) }
        }
        #expect(ask(0) == -10852 && hostTime == 7)
        #expect(call { MusicPlayerGetBeatsForHostTime(player, 0, &beats) } == -10852)
        phone.advance(by: .seconds(2))
        #expect(call { MusicPlayerStart(player) } == noErr)
        #expect(ask(0) == noErr)
        #expect(abs(Double(hostTime) / 1e9 - 2) < 0.03)
        phone.advance(by: .milliseconds(500))
        #expect(ask(0) == noErr)
        let first = hostTime
        #expect(abs(Double(first) / 1e9 - 2) < 0.03 && ask(2) == noErr)
        #expect(abs(Double(hostTime - first) / 1e9 - 1.5) < 1e-6)
        #expect(call { MusicPlayerGetBeatsForHostTime(player, hostTime, &beats) } == noErr)
        #expect(abs(beats - 2) < 1e-6)
        #expect(ask(-1) == -10856 && ask(.nan) == -50)
        #expect(call { MusicPlayerGetBeatsForHostTime(player, 0, &beats) } == -10856)
        #expect(call { MusicPlayerStop(player) } == noErr && ask(0) == -10852)
    }

    @Test("plays what is added, muted and looped while it plays")
    func edits() throws {
        try fill()
        #expect(call { MusicPlayerStart(player) } == noErr)
        phone.advance(by: .seconds(3))
        #expect(phone.heard(from: app).isSilent)
        try app.run {
            let track = try sequence.track(0)
            TestSequence.addNote(track, 4, 81, 2)
        }
        phone.advance(by: .seconds(1))
        let frequency = phone.heard(from: app).frequency
        #expect(frequency.map { abs($0 - 880) < 20 } ?? false)
        // Four beats from beat 2 on, without end.
        var loop = MusicTrackLoopInfo(loopDuration: 4, numberOfLoops: 0)
        try app.run {
            let track = try sequence.track(0)
            #expect(MusicTrackSetProperty(track, kSequenceTrackProperty_LoopInfo, &loop, 16) == 0)
        }
        phone.advance(by: .seconds(4))
        #expect(!phone.heard(from: app).isSilent)
        var isMuted: UInt8 = 1
        try app.run {
            let track = try sequence.track(0)
            #expect(
                MusicTrackSetProperty(track, kSequenceTrackProperty_MuteStatus, &isMuted, 1) == 0)
        }
        phone.advance(by: .seconds(4))
        #expect(phone.heard(from: app).isSilent && isPlaying)
    }

    @Test("is silenced by a call, and plays on when it is started again")
    func interruption() throws {
        try fill()
        try app.run { TestSequence.addNote(try sequence.track(0), 0.5, 76, 20) }
        #expect(call { MusicPlayerStart(player) } == noErr)
        phone.advance(by: .milliseconds(400))
        phone.receiveCall()
        phone.advance(by: .seconds(2))
        let interrupted = time
        #expect(phone.heard(from: app).isSilent && isPlaying && interrupted < 2)
        // '!pri'
        #expect(call { MusicPlayerStart(player) } == 561_017_449)
        phone.declineCall()
        phone.advance(by: .seconds(1))
        #expect(abs(time - interrupted) < 1e-6)
        #expect(call { MusicPlayerStart(player) } == noErr)
        phone.advance(by: .seconds(1))
        #expect(time > interrupted && isPlaying)
    }

    @Test("holds its sequence, which cannot be disposed of meanwhile")
    func disposal() throws {
        try fill()
        var handle: MusicSequence?
        #expect(call { MusicPlayerGetSequence(player, &handle) } == noErr)
        #expect(handle == sequence.handle)
        #expect(call { MusicPlayerStart(player) } == noErr)
        phone.advance(by: .milliseconds(100))
        #expect(call { DisposeMusicSequence(handle) } == -10863 && isPlaying)
        #expect(call { MusicPlayerStop(player) } == noErr && !isPlaying)
        #expect(call { MusicPlayerSetSequence(player, nil) } == noErr)
        #expect(call { MusicPlayerGetSequence(player, &handle) } == -10854)
        #expect(call { MusicPlayerStart(player) } == -10854)
        #expect(call { MusicPlayerPreroll(player) } == -10854)
        #expect(call { MusicPlayerSetTime(player, .nan) } == -50)
    }

    @Test("calls back for user events when they are heard, also for those of the tempo track")
    func userEvents() throws {
        let calls = UserCalls()
        let client = Unmanaged.passUnretained(calls).toOpaque()
        try app.run {
            let track = try sequence.newTrack()
            for (track, beat, byte) in [
                (track, 0.0, UInt8(1)), (track, 1, 2), (try sequence.tempoTrack, 1.5, 3),
                (track, 50, 4),
            ] {
                var event = MusicEventUserData(length: 1, data: byte)
                #expect(MusicTrackNewUserEvent(track, beat, &event) == noErr)
            }
            let status = MusicSequenceSetUserCallback(
                sequence.handle,
                { client, _, _, beat, event, start, end in
                    guard let client else { return }
                    let calls = Unmanaged<UserCalls>.fromOpaque(client).takeUnretainedValue()
                    calls.note(event.pointee.data, beat, start...max(start, end))
                }, client)
            #expect(status == noErr)
        }
        phone.advance(by: .seconds(1))
        #expect(call { MusicPlayerStart(player) } == noErr)
        phone.advance(by: .seconds(2))
        #expect(call { MusicPlayerStop(player) } == noErr)
        let made = calls.made
        #expect(made.map(\.byte) == [1, 2, 3] && made.map(\.beat) == [0, 1, 1.5])
        for (call, second) in zip(made, [1, 1.5, 1.75]) {
            #expect(abs(call.time.seconds - second) < 0.06)
            #expect(call.slice.contains(call.beat))
        }
    }

    @Test("calls back for no user event that waits when the callback is taken away")
    func removedCallback() throws {
        let calls = UserCalls()
        let client = Unmanaged.passUnretained(calls).toOpaque()
        let callback: MusicSequenceUserCallback = { client, _, _, beat, event, start, end in
            guard let client else { return }
            let calls = Unmanaged<UserCalls>.fromOpaque(client).takeUnretainedValue()
            calls.note(event.pointee.data, beat, start...max(start, end))
        }
        try app.run {
            let track = try sequence.newTrack()
            for index in 0..<800 {
                var event = MusicEventUserData(length: 1, data: 1)
                #expect(MusicTrackNewUserEvent(track, Double(index) / 200, &event) == noErr)
            }
            #expect(
                MusicSequenceSetUserCallback(sequence.handle, callback, client) == noErr)
        }
        #expect(call { MusicPlayerStart(player) } == noErr)
        phone.advance(by: .seconds(1))
        let count = calls.made.count
        #expect(count > 100)
        app.run {
            // What has been heard is told when the player stops, on a queue.
            #expect(MusicPlayerStop(player) == noErr)
            #expect(MusicSequenceSetUserCallback(sequence.handle, nil, nil) == noErr)
        }
        phone.advance(by: .seconds(1))
        #expect(calls.made.count == count)
    }
}

/// The calls of a user callback.
private final class UserCalls: Sendable {
    struct Call: Sendable {
        var byte: UInt8
        var beat: Double
        var slice: ClosedRange<Double>
        var time: HostTime
    }

    private let calls = Mutex<[Call]>([])

    var made: [Call] { calls.withLock { $0 } }

    func note(_ byte: UInt8, _ beat: Double, _ slice: ClosedRange<Double>) {
        let now = CurrentApp.simulated?.environment.now ?? .zero
        calls.withLock { $0.append(Call(byte: byte, beat: beat, slice: slice, time: now)) }
    }
}
