import AVFAudio
import Simulation
import TestSupport
import Testing

@MainActor
@Suite("A simulated phone")
struct SimulatedPhoneTests {
    /// Makes a phone at full volume, on which findings fail the test.
    private static func makePhone() -> SimulatedPhone {
        var settings = SimulatedPhone.Settings()
        settings.mediaVolume = 1
        let phone = SimulatedPhone(settings)
        phone.onFinding = { Issue.record($0) }
        return phone
    }

    private let phone = makePhone()

    private func launchTone(_ name: String, hertz: Double) throws -> (SimulatedPhone.App, ToneQueue)
    {
        var tone: ToneQueue?
        let app = try phone.launch(name, backgroundModes: ["audio"]) {
            try AVAudioSession.sharedInstance().setCategory(.playback)
            tone = ToneQueue(hertz: hertz)
            tone?.start()
            return tone
        }
        return (app, try #require(tone))
    }

    @Test("measures what an audio queue plays: its level, its peak and its frequency")
    func measures() throws {
        // Given a tone at half of full scale.
        let (app, tone) = try launchTone("Player", hertz: 1000)
        // When two seconds have passed.
        phone.advance(by: .seconds(2))
        // Then it is heard at its own level, alone and in the mix.
        let heard = phone.heard(from: app, during: .seconds(1)..<(.seconds(2)))
        #expect(!heard.isSilent)
        #expect(abs(heard.peak - 0.5) < 0.01)
        #expect(abs(heard.level - -9.03) < 0.1)
        #expect(abs((heard.frequency ?? 0) - 1000) < 1)
        #expect(heard.contains(hertz: 1000) && !heard.contains(hertz: 1500))
        #expect(phone.heard.samples == phone.heard(from: app).samples)
        #expect(phone.now == .seconds(2))
        #expect(tone.callbackCount >= 18)
    }

    @Test("gives the same samples for the same calls")
    func determinism() throws {
        func tell() throws -> [Float] {
            let phone = Self.makePhone()
            var tone: ToneQueue?
            let app = phone.launch("Player") {
                tone = ToneQueue(hertz: 440)
                tone?.start()
            }
            phone.advance(by: .milliseconds(333))
            phone.receiveCall()
            phone.advance(by: .seconds(1))
            phone.declineCall()
            app.run { _ = tone?.start() }
            phone.advance(by: .seconds(1))
            return withExtendedLifetime(tone) { phone.heard(last: .seconds(3)).samples }
        }
        let first = try tell()
        #expect(first.contains { $0 != 0 })
        #expect(try tell() == first)
    }

    @Test("says in words why an app is not heard")
    func why() throws {
        var tone: ToneQueue?
        let app = phone.launch("Game") {
            tone = ToneQueue(hertz: 440)
            tone?.start()
        }
        phone.advance(by: .seconds(1))
        #expect(!phone.heard(from: app).isSilent)
        phone.flipSwitch(.silent)
        phone.advance(by: .seconds(1))
        // Then it is silent because of the switch, and its description says so.
        let heard = phone.heard(from: app)
        #expect(heard.isSilent)
        #expect(phone.why(app).reasons == [.ringSwitch])
        let words = "\(heard)"
        #expect(words.hasPrefix("Game, 1.9–2 s: silence\nGame at 2.000 s: active, "))
        #expect(words.contains("queue 1: silent since 1.000\n"))
        #expect(words.contains("(ring-switch)\n              rule "))
        #expect(words.contains("before: 1.000  switch silent"))
        // And it was heard a second before.
        #expect(phone.why(app, at: .milliseconds(900)).reasons == [])
        withExtendedLifetime(tone) {}
    }

    @Test("gives each app a session of its own")
    func sessions() throws {
        let (music, _) = try launchTone("Music", hertz: 440)
        let game = phone.launch("Game")
        #expect(music.category == .playback && game.category == .soloAmbient)
        let sessions = [music, game, music].map { app in
            ObjectIdentifier(app.run { AVAudioSession.sharedInstance() })
        }
        #expect(sessions[0] != sessions[1] && sessions[0] == sessions[2])
    }

    @Test("sounds its ringtone in the mix, over what it interrupts")
    func ringtone() throws {
        let (app, tone) = try launchTone("Player", hertz: 1000)
        phone.advance(by: .seconds(1))
        phone.receiveCall()
        phone.advance(by: .seconds(1))
        #expect(phone.heard(from: app).isSilent)
        #expect(abs((phone.heard.frequency ?? 0) - 660) < 5)
        #expect(app.notifications == [.interruptionBegan(reason: .default)])
        #expect(app.state == .inactive)
        #expect(phone.vibrations == [.seconds(1)])
        phone.declineCall()
        #expect(
            app.notifications == [
                .interruptionBegan(reason: .default), .interruptionEnded(shouldResume: true),
            ])
        #expect(
            app.lifeCycle == [
                .willFinishLaunching(.byUser), .didFinishLaunching, .didBecomeActive,
                .willResignActive, .didBecomeActive,
            ])
        // The system stopped the queue, and its app starts it again.
        app.run { _ = tone.start() }
        phone.advance(by: .seconds(1))
        #expect(abs((phone.heard.frequency ?? 0) - 1000) < 1)
        #expect(
            app.history.suffix(2) == [
                "2.000  didBecomeActive", "2.000  interruption.ended shouldResume",
            ])
    }

    @Test("lets apps record what there is to hear")
    func microphone() throws {
        phone.makeSound(hertz: 440)
        let app = phone.launch("Recorder")
        var queue: AudioQueueRef?
        final class Heard { var bytes = 0 }
        let heard = Heard()
        try app.run {
            try AVAudioSession.sharedInstance().setCategory(.record)
            var format = AudioStreamBasicDescription.floats(48_000)
            AudioQueueNewInput(
                &format,
                { context, queue, buffer, _, _, _ in
                    let heard = Unmanaged<Heard>.fromOpaque(context!).takeUnretainedValue()
                    let samples = buffer.pointee.mAudioData.assumingMemoryBound(to: Float.self)
                    let count = Int(buffer.pointee.mAudioDataByteSize) / 4
                    if (0..<count).contains(where: { abs(samples[$0]) > 0.2 }) {
                        heard.bytes += 4 * count
                    }
                    AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
                }, Unmanaged.passUnretained(heard).toOpaque(), CFRunLoopGetCurrent(), nil, 0,
                &queue)
            for _ in 0..<3 {
                var buffer: AudioQueueBufferRef?
                AudioQueueAllocateBuffer(queue!, 9600, &buffer)
                AudioQueueEnqueueBuffer(queue!, buffer!, 0, nil)
            }
            #expect(AudioQueueStart(queue!, nil) == noErr)
        }
        phone.advance(by: .seconds(1))
        phone.makeSound([])
        phone.advance(by: .seconds(1))
        #expect((170_000...192_000).contains(heard.bytes))
        app.run { _ = AudioQueueDispose(queue!, true) }
    }

    @Test("says so when it is asked for what cannot be")
    func findings() throws {
        var found: [String] = []
        phone.onFinding = { found.append($0.description) }
        let app = phone.launch("Player")
        phone.unplug(.speaker)
        phone.pick(.headphones)
        phone.lock()
        phone.open(app)
        phone.unlock()
        phone.kill(app)
        phone.kill(app)
        phone.open(app)
        app.run {}
        _ = AVAudioSession.sharedInstance()
        phone.advance(by: .seconds(1))
        #expect(
            found == [
                "speaker is part of the phone and cannot be unplugged",
                "headphones is not plugged in and cannot be picked",
                "Player cannot be opened: the phone is locked", "Player is not running",
                "Player cannot be opened: it is not running; launch it again",
                "Player is not running: its code would not run",
                "sound was asked for outside of an app's code: put the call in app.run { … }",
            ])
        #expect(phone.findings.count == 7)
    }

    @Test("says so when an act has nothing to act on")
    func missingObjects() {
        var found: [String] = []
        phone.onFinding = { found.append($0.description) }
        phone.receiveCall()
        phone.endCall()
        phone.endCall()
        phone.answerCall()
        phone.declineCall()
        phone.dismissAlarm()
        phone.snoozeAlarm()
        phone.dismissTimer()
        phone.dismissAssistant()
        phone.endEmergencyAlert()
        phone.unplug(.headphones)
        phone.unlock()
        phone.lock()
        phone.lock()
        phone.dismissAlert()
        phone.closeOverlay(.controlCentre)
        phone.home()
        #expect(
            found == [
                "'call ends' does nothing: there is no call",
                "'call is answered' does nothing: there is no call",
                "'call is declined' does nothing: there is no call",
                "'alarm is dismissed' does nothing: no alarm sounds",
                "'alarm is snoozed' does nothing: no alarm sounds",
                "'timer is dismissed' does nothing: no timer sounds",
                "'assistant ends' does nothing: no assistant listens",
                "'emergency ends' does nothing: no emergency alert sounds",
                "'unplug headphones' does nothing: headphones is not plugged in",
                "'unlock' does nothing: the phone is not locked",
                "'lock' does nothing: the phone is locked already",
                "'alert is dismissed' does nothing: there is no alert",
                "'control-centre closes' does nothing: the control centre is not open",
                "no app is in front that could be left",
            ])
        #expect(phone.findings.map(\.description) == found)
    }

    @Test("takes back a snoozed alarm without a word")
    func snoozedAlarm() {
        phone.fireAlarm()
        phone.snoozeAlarm()
        phone.dismissAlarm()
        phone.advance(by: .seconds(1000))
        #expect(phone.findings.isEmpty && phone.heard.isSilent)
    }

    @Test("shows what its user sees")
    func looks() throws {
        #expect(phone.volume(of: .media) == 1 && phone.outputs == [.speaker])
        phone.plug(.headphones)
        phone.setVolume(0.5)
        #expect(phone.outputs == [.headphones] && phone.volume(of: .media) == 0.5)
        phone.unplug(.headphones)
        #expect(phone.volume(of: .media) == 1)
        phone.flipSwitch(.silent)
        phone.lock()
        #expect(phone.ringSwitch == .silent && phone.isLocked)
        #expect(
            phone.history == [
                "0.000  plug headphones", "0.000  media 0.5", "0.000  unplug headphones",
                "0.000  switch silent", "0.000  lock",
            ])
    }

    @Test("suspends an app that idles in the background, and ends it when memory is low")
    func suspension() throws {
        let app = phone.launch("Game", info: ["UIBackgroundModes": ["location"]])
        phone.home()
        #expect(app.state == .background)
        phone.advance(by: .seconds(60))
        #expect(app.state == .suspended)
        phone.runLowOnMemory()
        #expect(app.state == .notRunning)
    }
}
