import AudioModel
import SoundPolicy
import Testing

@Suite("A session")
struct SessionTests {
    @Test("that moves the route as it changes its category is told so once")
    func categoryChange() {
        // Given an active session on the speaker.
        var phone = Phone()
        phone.launch(.game, Session(category: .playback))
        phone.after(.zero, .app(.game, .activate))
        // When it turns to play-and-record, which goes to the receiver.
        let response = phone.after(
            .zero, .app(.game, .setCategory(.playAndRecord, .default, [], .default)))
        // Then one notification says so.
        #expect(
            response.notifications(to: .game)
                == [.routeChanged(.categoryChange, previous: Route(outputs: [.speaker]))])
    }

    @Test("that changes its category on the same route is told so too")
    func categoryChangeOnSameRoute() {
        var phone = Phone()
        phone.launch(.game, Session(category: .playback))
        phone.after(.zero, .app(.game, .activate))
        let response = phone.after(
            .zero, .app(.game, .setCategory(.ambient, .default, [], .default)))
        #expect(
            response.notifications(to: .game)
                == [.routeChanged(.categoryChange, previous: Route(outputs: [.speaker]))])
        // And not when nothing changes, nor while it is not active.
        let again = phone.after(.zero, .app(.game, .setCategory(.ambient, .default, [], .default)))
        #expect(again == PolicyResponse())
    }

    @Test("refused an option or a mode stays what it was")
    func refusedCategory() {
        var configuration = PolicyConfiguration()
        configuration.acceptsUnsupportedModes = false
        var phone = Phone(configuration)
        phone.launch(
            .game, Session(category: .playback, mode: .moviePlayback, options: .mixWithOthers))
        let before = phone.machine.session(of: .game)
        for request: AppRequest in [
            .setCategory(.playback, .default, .defaultToSpeaker, .default),
            .setCategory(.record, .default, .mixWithOthers, .default),
            .setCategory(.ambient, .voiceChat, [], .default), .setMode(.voiceChat),
        ] {
            let response = phone.after(.zero, .app(.game, request))
            #expect(response.refusal == .badParam && response.effects == [])
            #expect(phone.machine.session(of: .game) == before)
        }
    }

    @Test("deactivated while it sounds is inactive, and is told that it was busy")
    func busy() {
        var phone = Phone()
        phone.launch(.music, Session(category: .playback))
        phone.start(.song)
        let response = phone.after(.zero, .app(.music, .deactivate(notifyingOthers: false)))
        #expect(response.refusal == .isBusy)
        #expect(response.effects.first == .sessionChanged(.music, isActive: false))
        #expect(response.effects.verdicts == [.song: .paused])
        // A second time there is nothing left to do.
        #expect(
            phone.after(.zero, .app(.music, .deactivate(notifyingOthers: false)))
                == PolicyResponse())
    }

    @Test("of an app that is not running cannot be had", arguments: [AppID.game, .phone])
    func nobody(app: AppID) {
        var phone = Phone()
        for request: AppRequest in [
            .activate, .deactivate(notifyingOthers: true), .setMode(.default),
            .setCategory(.playback, .default, [], .default),
            .startStream(number: 1, .player, appVolume: 1),
            .prepareStream(number: 1, .player, appVolume: 1),
        ] {
            let response = phone.after(.zero, .app(app, request))
            #expect(response.refusal == .expiredSession && response.effects == [])
        }
    }

    @Test("of a recorder sounds nowhere, and of record nothing does")
    func recorder() {
        var phone = Phone()
        phone.launch(.game, Session(category: .record))
        #expect(phone.start(.shot, .recorder).refusal == nil)
        #expect(phone.machine.verdict(of: .shot)?.state == .audible)
        let player = StreamID(app: .game, number: 2)
        phone.start(player)
        #expect(phone.machine.verdict(of: player)?.reasons.map(\.kind) == [.recordOnlyCategory])
    }

    @Test("with volumes too small to matter is silent, and says why")
    func tinyVolumes() throws {
        // Given volumes with a product that underflows.
        var phone = Phone()
        phone.launch(.music, Session(category: .playback))
        phone.after(.zero, .app(.music, .startStream(number: 1, .player, appVolume: 1e-30)))
        phone.send(.volumeSet(.media, 1e-30))
        // Then the stream is silent because of them.
        let verdict = try #require(phone.machine.verdict(of: .song))
        #expect(verdict.state == .silent)
        #expect(verdict.reasons.map(\.kind) == [.appVolumeZero, .volumeZero])
    }

    @Test(
        "takes every volume, and makes it one between 0 and 1",
        arguments: [
            (.nan, 0), (.infinity, 0), (-.infinity, 0), (-1, 0), (0, 0), (0.5, 0.5), (1, 1), (2, 1),
            (.greatestFiniteMagnitude, 1), (.leastNonzeroMagnitude, 0),
        ] as [(Float, Float)])
    func volumes(asked: Float, found: Float) {
        var phone = Phone()
        phone.launch(.music, Session(category: .playback))
        for kind in VolumeKind.allCases {
            phone.send(.volumeSet(kind, asked))
            #expect(phone.machine.currentVolume(kind) == found)
        }
        phone.after(.zero, .app(.music, .setMediaVolume(asked)))
        #expect(phone.machine.currentVolume(.media) == found)
        phone.after(.zero, .app(.music, .startStream(number: 1, .player, appVolume: asked)))
        #expect(phone.machine.streams[.song]?.appVolume == found)
        phone.after(.zero, .app(.music, .setStreamVolume(number: 1, asked)))
        #expect(phone.machine.streams[.song]?.appVolume == found)
    }

    @Test("leaves no player behind when its app ends, whatever the app asked for")
    func outliving() {
        // Given a player and a system sound that are to outlive their app.
        var phone = Phone()
        phone.launch(.game, Session(category: .playback))
        phone.start(.shot)
        let beep = StreamID(app: .game, number: 2)
        phone.start(beep, .systemSound)
        for stream in [StreamID.shot, beep] {
            phone.after(.zero, .app(.game, .letStreamOutliveApp(number: stream.number)))
        }
        // When it ends, then only the system sound goes on.
        phone.after(.zero, .appEnded(.game, .killed))
        #expect(phone.machine.streams.ids == [beep])
    }

    @Test("cannot have a receiver picked that the device does not have", arguments: [true, false])
    func receiver(isThere: Bool) {
        var configuration = PolicyConfiguration()
        configuration.hasReceiver = isThere
        var phone = Phone(configuration)
        phone.launch(.game, Session(category: .playAndRecord, options: .defaultToSpeaker))
        phone.start(.shot)
        phone.send(.routePicked(.receiver))
        #expect(phone.machine.route.outputs == [isThere ? .receiver : .speaker])
    }
}
