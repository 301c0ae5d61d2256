import AVFoundation
import Simulation
import Testing

/// What filming does to the sound of the phone.
@MainActor
struct FilmSoundTests {
    private let phone = SimulatedPhone()

    init() { phone.onFinding = { Issue.record($0) } }

    private func launch(
        withMicrophone: Bool, setUp: (AVCaptureSession) -> Void = { _ in }
    ) throws -> (SimulatedPhone.App, Film) {
        let film = Box<Film>()
        let app = try phone.launchCamera {
            film.value = try Film(withMicrophone: withMicrophone, setUp: setUp)
        }
        return (app, try #require(film.value))
    }

    @Test func `without a microphone the session is not touched`() throws {
        let music = try phone.launchMusic()
        let (app, film) = try launch(withMicrophone: false)
        app.run { film.session.startRunning() }
        phone.advance(by: .seconds(1))
        #expect(!phone.heard(from: music).isSilent)
        #expect(app.category == .soloAmbient)
        #expect(!app.isSessionActive)
        #expect(film.frames.count > 25)
    }

    @Test func `with a microphone music stops while the session runs`() throws {
        let music = try phone.launchMusic()
        phone.advance(by: .milliseconds(200))
        let (app, film) = try launch(withMicrophone: true)
        phone.advance(by: .milliseconds(200))
        #expect(!phone.heard(from: music).isSilent)
        phone.makeSound(hertz: 1000)
        app.run { film.session.startRunning() }
        phone.advance(by: .milliseconds(500))
        #expect(phone.heard(from: music).isSilent)
        #expect(app.category == .playAndRecord)
        #expect(app.run { AVAudioSession.sharedInstance().mode } == .videoRecording)
        #expect(app.isSessionActive)
        #expect(film.sound.all.count > 10_000)
        #expect(film.sound.all.contains { abs(Int($0)) > 1000 })
        #expect(film.frames.count > 10)
        app.run { film.session.stopRunning() }
        phone.advance(by: .milliseconds(500))
        #expect(!app.isSessionActive)
        #expect(!phone.heard(from: music).isSilent)
    }

    @Test func `a session that mixes leaves the music`() throws {
        let music = try phone.launchMusic()
        let (app, film) = try launch(withMicrophone: true) {
            $0.configuresApplicationAudioSessionToMixWithOthers = true
        }
        app.run { film.session.startRunning() }
        phone.advance(by: .milliseconds(500))
        #expect(!phone.heard(from: music).isSilent)
        #expect(app.category == .playAndRecord)
    }

    @Test func `a session that the app sets up itself is left alone`() throws {
        let (app, film) = try launch(withMicrophone: true) {
            $0.automaticallyConfiguresApplicationAudioSession = false
        }
        phone.makeSound(hertz: 1000)
        // The default category has no input: the microphone gives silence.
        app.run { film.session.startRunning() }
        phone.advance(by: .milliseconds(500))
        #expect(app.category == .soloAmbient)
        #expect(film.session.isRunning)
        #expect(film.sound.all.count > 10_000)
        #expect(film.sound.all.allSatisfy { $0 == 0 })
        #expect(film.frames.count > 10)
    }

    @Test func `a session of its own interrupts others and leaves that of the app`() throws {
        let music = try phone.launchMusic()
        let (app, film) = try launch(withMicrophone: true) {
            $0.usesApplicationAudioSession = false
        }
        phone.makeSound(hertz: 1000)
        app.run { film.session.startRunning() }
        phone.advance(by: .milliseconds(500))
        #expect(phone.heard(from: music).isSilent)
        #expect(app.category == .soloAmbient && !app.isSessionActive)
        #expect(film.sound.all.contains { abs(Int($0)) > 1000 })
        phone.receiveCall()
        phone.advance(by: .milliseconds(500))
        phone.declineCall()
        phone.advance(by: .milliseconds(1500))
        #expect(
            film.events.take() == ["started", "interrupted 2", "stopped", "ended", "started"])
        app.run { film.session.stopRunning() }
        phone.advance(by: .milliseconds(500))
        #expect(!phone.heard(from: music).isSilent)
    }

    @Test func `a call interrupts a film with sound and its end lets it go on`() throws {
        let (app, film) = try launch(withMicrophone: true)
        app.run { film.session.startRunning() }
        phone.advance(by: .milliseconds(500))
        #expect(film.events.take() == ["started"])
        phone.receiveCall()
        phone.advance(by: .milliseconds(500))
        #expect(film.events.take() == ["interrupted 2", "stopped"])
        #expect(film.session.isInterrupted)
        #expect(!film.session.isRunning)
        film.frames.clear()
        phone.advance(by: .milliseconds(500))
        #expect(film.frames.count == 0)
        phone.declineCall()
        phone.advance(by: .milliseconds(1500))
        #expect(film.events.take() == ["ended", "started"])
        #expect(film.session.isRunning)
        #expect(film.frames.count > 10)
        #expect(app.isSessionActive)
    }

    @Test func `a call leaves a film without sound`() throws {
        let (app, film) = try launch(withMicrophone: false)
        app.run { film.session.startRunning() }
        phone.receiveCall(asBanner: true)
        phone.advance(by: .milliseconds(500))
        #expect(film.events.take() == ["started"])
        #expect(film.session.isRunning)
        phone.declineCall()
    }

    @Test func `an app that stops in a call does not go on after it`() throws {
        let (app, film) = try launch(withMicrophone: true)
        app.run { film.session.startRunning() }
        phone.advance(by: .milliseconds(100))
        phone.receiveCall()
        phone.advance(by: .milliseconds(100))
        app.run { film.session.stopRunning() }
        #expect(!film.session.isInterrupted)
        phone.declineCall()
        phone.advance(by: .seconds(2))
        #expect(!film.session.isRunning)
        #expect(film.events.take() == ["started", "interrupted 2", "stopped"])
    }
}
