import AudioModel
import SoundPolicy
import Testing

@Suite("An app that says when it has returned")
struct OwedReturnsTests {
    private static func launched() -> Phone {
        var phone = Phone()
        var description = AppDescription(name: "Game")
        description.answersCallbacks = true
        phone.after(.zero, .appLaunched(.game, description))
        phone.after(.zero, .appOpened(.game))
        phone.after(.zero, .app(.game, .returned(from: .didFinishLaunching)))
        return phone
    }

    @Test("owes each return by itself, the oldest first")
    func several() {
        // Given one that is left at 0 and again at 4 s, and has returned from the first at 4.5.
        var phone = Self.launched()
        phone.after(.zero, .appLeft(.game))
        phone.after(.seconds(2), .appOpened(.game))
        phone.after(.seconds(2), .appLeft(.game))
        phone.after(.seconds(0.5), .app(.game, .returned(from: .didEnterBackground)))
        // Then the second is due five seconds after it was told.
        _ = phone.wait(.seconds(4.4))
        #expect(phone.machine.state(of: .game) == .background)
        let effects = phone.wait(.seconds(0.2))
        #expect(effects.contains(.appKilled(.game, .hung(.didEnterBackground))))
        #expect(phone.machine.state(of: .game) == .notRunning)
    }

    @Test("does not get more time by being opened and left again")
    func again() {
        var phone = Self.launched()
        phone.after(.zero, .appLeft(.game))
        phone.after(.seconds(3), .appOpened(.game))
        phone.after(.seconds(1), .appLeft(.game))
        let effects = phone.wait(.seconds(1))
        #expect(effects.contains(.appKilled(.game, .hung(.didEnterBackground))))
    }

    @Test("hears of nothing after its end")
    func ending() {
        var phone = Self.launched()
        let end = phone.after(.zero, .appEnded(.game, .killed))
        #expect(end.notifications(to: .game).last == .willTerminate)
        #expect(phone.send(.systemChanged(.orientation)).notifications(to: .game) == [])
        #expect(phone.send(.volumePressed(.up)).notifications(to: .game) == [])
    }
}

@Suite("Sound")
struct RefusedSoundTests {
    @Test("is refused to an app that is suspended, and may still run for a moment")
    func suspended() {
        var phone = Phone()
        phone.launch(.music, Session(category: .playback), modes: ["audio"])
        phone.after(.zero, .appLeft(.music))
        _ = phone.wait(.seconds(60))
        #expect(phone.machine.state(of: .music) == .suspended)
        let requests: [AppRequest] = [
            .activate, .startStream(number: 1, .player, appVolume: 1),
            .startStream(number: 2, .systemSound, appVolume: 1), .vibrate,
        ]
        for request in requests {
            let response = phone.after(.zero, .app(.music, request))
            #expect(response.refusal == .cannotStartPlaying, "\(request)")
        }
        #expect(phone.machine.streams.isEmpty)
        #expect(phone.machine.state(of: .music) == .suspended)
    }

    @Test("of the phone's own kinds is refused to apps", arguments: StreamKind.allCases)
    func deviceKinds(kind: StreamKind) {
        var phone = Phone()
        phone.launch(.music, Session(category: .playAndRecord))
        let response = phone.start(.song, kind)
        #expect(response.refusal == (kind.isDeviceOnly ? .badParam : nil))
    }
}

@Suite("A call's bar")
struct CallBarTests {
    @Test("is told of when it comes and goes, as the app last saw it")
    func lasts() {
        // Given an app that was opened during a call, left and opened again.
        var configuration = PolicyConfiguration()
        configuration.profile = .ios8
        var phone = Phone(configuration)
        phone.launch(.game)
        phone.send(.callArrived)
        phone.send(.callAnswered)
        let bar: [AppNotification] = [.willChangeStatusBarFrame, .didChangeStatusBarFrame]
        #expect(
            phone.after(.zero, .appOpened(.game)).notifications(to: .game)
                == [.willEnterForeground] + bar + [.didBecomeActive])
        phone.after(.seconds(1), .appLeft(.game))
        // Then it knows of the bar, and hears of its end; in the background when it returns.
        #expect(
            phone.after(.seconds(1), .appOpened(.game)).notifications(to: .game)
                == [.willEnterForeground, .didBecomeActive])
        phone.after(.seconds(1), .appLeft(.game))
        #expect(phone.send(.callEnded).notifications(to: .game) == [])
        #expect(
            phone.after(.seconds(1), .appOpened(.game)).notifications(to: .game)
                == [.willEnterForeground] + bar + [.didBecomeActive])
    }
}
