import AudioModel
import SoundPolicy
import Testing

@Suite("An app")
struct AppLifeTests {
    @Test("that returns during a connected call is active, though its sound is not given back")
    func returnsDuringCall() {
        // Given a music app that a call has sent to the background.
        var phone = Phone()
        phone.launch(.music, Session(category: .playback), modes: ["audio"])
        phone.start(.song)
        phone.send(.callArrived)
        phone.send(.callAnswered)
        #expect(phone.machine.state(of: .music) == .background)
        // When the user opens it while talking.
        let response = phone.after(.seconds(1), .appOpened(.music))
        // Then nothing covers it, and it is still interrupted.
        #expect(response.notifications(to: .music) == [.willEnterForeground, .didBecomeActive])
        #expect(phone.machine.state(of: .music) == .active)
        #expect(phone.machine.verdict(of: .song)?.state == .interrupted)
        // And the end of the call tells it about its sound only: where, then that.
        let end = phone.after(.seconds(1), .device(.callEnded))
        let receiver = Route(outputs: [.receiver], inputs: [.builtInMicrophone])
        #expect(
            end.notifications(to: .music) == [
                .routeChanged(.categoryChange, previous: receiver),
                .interruptionEnded(shouldResume: true),
            ])
    }

    @Test("opened under a ringing call, an alarm or a timer becomes active when that is over")
    func openedUnderAlert() {
        let alerts: [(begins: DeviceEvent, ends: DeviceEvent)] = [
            (.callArrived, .callDeclined), (.alarmFired, .alarmDismissed),
            (.timerFired, .timerDismissed),
        ]
        for alert in alerts {
            var phone = Phone()
            phone.send(alert.begins)
            phone.launch(.game)
            #expect(phone.machine.state(of: .game) == .inactive)
            #expect(phone.send(alert.ends).notifications(to: .game) == [.didBecomeActive])
            #expect(phone.machine.state(of: .game) == .active)
        }
    }

    @Test("of the system that plays music goes on beside others where no other app does")
    func builtInPlayer() {
        var configuration = PolicyConfiguration()
        configuration.profile = .ios3
        var phone = Phone(configuration)
        phone.launch(.music, Session(category: .playback), role: .musicPlayer)
        phone.start(.song)
        phone.launch(.game, Session(category: .ambient))
        phone.start(.shot)
        #expect(phone.machine.verdict(of: .song)?.state == .audible)
        #expect(phone.machine.verdict(of: .shot)?.state == .audible)
        #expect(phone.machine.state(of: .music) == .background)
        // A game that is left ends all the same, and a solo one stops the music.
        let solo = AppID(rawValue: 3)
        phone.launch(solo)
        #expect(phone.machine.state(of: .game) == .notRunning)
        phone.start(StreamID(app: solo, number: 1))
        #expect(phone.machine.verdict(of: .song)?.by == .app(solo))
        #expect(
            phone.after(.zero, .appLeft(solo)).notifications(to: .music)
                == [.interruptionEnded(shouldResume: true)])
    }

    @Test(
        "hears the reason of an interruption from release 14.5 on",
        arguments: zip(
            PhoneProfile.allCases, [nil, nil, nil, nil, InterruptionReason.default, .default]))
    func reason(profile: PhoneProfile, reason: InterruptionReason?) {
        var configuration = PolicyConfiguration()
        configuration.profile = profile
        var phone = Phone(configuration)
        phone.launch(.music, Session(category: .playback))
        phone.start(.song)
        #expect(
            phone.send(.callArrived).notifications(to: .music)
                == [.willResignActive, .interruptionBegan(reason: reason)])
    }

    @Test("that opens a URL of another app goes to the background, if it is in use itself")
    func opensURL() {
        var phone = Phone()
        phone.launch(.music)
        phone.launch(.game)
        let request = AppRequest.openURL("app-settings:")
        let early = phone.after(.zero, .app(.music, request))
        #expect(early.refusal == .resourceNotAvailable && early.effects == [])
        phone.send(.overlayOpened(.alert))
        #expect(phone.after(.zero, .app(.game, request)).refusal == .resourceNotAvailable)
        phone.send(.overlayClosed(.alert))
        let response = phone.after(.zero, .app(.game, request))
        #expect(response.notifications(to: .game) == [.willResignActive, .didEnterBackground()])
        #expect(response.refusal == nil && phone.machine.state(of: .game) == .background)
    }

    @Test("turns its device with each change of the orientation")
    func orientation() {
        var phone = Phone()
        #expect(phone.machine.orientation == .portrait)
        phone.send(.systemChanged(.orientation))
        #expect(phone.machine.orientation == .landscapeLeft)
        phone.send(.systemChanged(.locale))
        phone.send(.systemChanged(.orientation))
        #expect(phone.machine.orientation == .portrait)
    }

    @Test("in use during a call is active again when an alarm in between is over")
    func alarmDuringCall() {
        var phone = Phone()
        phone.launch(.game)
        phone.send(.callArrived)
        phone.send(.callAnswered)
        phone.after(.zero, .appOpened(.game))
        #expect(phone.send(.alarmFired).notifications(to: .game) == [.willResignActive])
        #expect(phone.machine.state(of: .game) == .inactive)
        #expect(phone.send(.alarmDismissed).notifications(to: .game) == [.didBecomeActive])
    }

    @Test("hears of its launch, its leaving and its return in the order of the guide")
    func sequence() {
        var phone = Phone()
        let description = AppDescription(name: "Game")
        #expect(phone.after(.zero, .appLaunched(.game, description)).notifications(to: .game) == [])
        #expect(
            phone.after(.zero, .appOpened(.game)).notifications(to: .game)
                == [.willFinishLaunching(.byUser), .didFinishLaunching, .didBecomeActive])
        #expect(phone.after(.zero, .appOpened(.game)) == PolicyResponse())
        #expect(
            phone.after(.zero, .appLeft(.game)).notifications(to: .game)
                == [.willResignActive, .didEnterBackground()])
        #expect(phone.after(.zero, .appLeft(.game)) == PolicyResponse())
        #expect(
            phone.after(.zero, .appOpened(.game)).notifications(to: .game)
                == [.willEnterForeground, .didBecomeActive])
    }

    @Test("is told of its end unless it crashes or is suspended", arguments: Termination.allCases)
    func end(termination: Termination) {
        var phone = Phone()
        phone.launch(.game)
        phone.launch(.music)
        let foreground = phone.after(.zero, .appEnded(.music, termination))
        #expect(
            foreground.notifications(to: .music)
                == (termination == .crashed
                    ? [] : [.willResignActive, .didEnterBackground(), .willTerminate]))
        // The game has been in the background all the while.
        _ = phone.wait(.seconds(5))
        #expect(phone.machine.state(of: .game) == .suspended)
        let suspended = phone.after(.zero, .appEnded(.game, termination))
        #expect(suspended.effects == [.appChanged(.game, .notRunning)])
    }

    @Test("in the background is suspended five seconds after the last thing that kept it running")
    func suspension() {
        // Given music that plays in the background for a minute.
        var phone = Phone()
        phone.launch(.music, Session(category: .playback), modes: ["audio"])
        phone.start(.song)
        phone.after(.zero, .appLeft(.music))
        #expect(phone.wait(.seconds(60)) == [])
        // When it is paused.
        phone.after(.zero, .app(.music, .pauseStream(number: StreamID.song.number)))
        #expect(phone.machine.nextDeadline == .seconds(65))
        // Then its time runs out, and its session with it.
        #expect(phone.wait(.seconds(4.9)) == [])
        #expect(
            phone.wait(.seconds(0.1)).prefix(2) == [
                .appChanged(.music, .suspended), .sessionChanged(.music, isActive: false),
            ])
        #expect(phone.machine.nextDeadline == nil)
    }

    @Test("that is suspended hears later, of routes and volumes only the last")
    func hearsLater() {
        // Given a suspended app that a call has interrupted before.
        var phone = Phone()
        phone.launch(.game, Session(category: .playback))
        phone.start(.shot)
        phone.send(.callArrived)
        phone.send(.callAnswered)
        phone.launch(.music)
        _ = phone.wait(.seconds(10))
        #expect(phone.machine.state(of: .game) == .suspended)
        // When the call ends, with another app in front.
        #expect(phone.send(.callEnded).notifications(to: .game) == [])
        // Then it hears of that as it returns, first of all.
        let receiver = Route(outputs: [.receiver], inputs: [.builtInMicrophone])
        #expect(
            phone.after(.zero, .appOpened(.game)).notifications(to: .game) == [
                .routeChanged(.categoryChange, previous: receiver),
                .interruptionEnded(shouldResume: true), .willEnterForeground, .didBecomeActive,
            ])
    }

    @Test("keeps only the net change of a route and of a volume for later")
    func coalescing() {
        let (speaker, phones) = (Route(outputs: [.speaker]), Route(outputs: [.headphones]))
        var pending: [AppNotification] = []
        for notification in [
            .routeChanged(.newDeviceAvailable, previous: speaker), .outputVolumeChanged(0.5),
            .interruptionBegan(reason: .default),
            .routeChanged(.oldDeviceUnavailable, previous: phones), .outputVolumeChanged(0.25),
        ] as [AppNotification] {
            pending = coalesced(pending, notification)
        }
        #expect(
            pending == [
                .interruptionBegan(reason: .default),
                .routeChanged(.oldDeviceUnavailable, previous: speaker),
                .outputVolumeChanged(0.25),
            ])
        // A device that is gone stays the reason, until there is another.
        for (reason, kept) in [
            (RouteChangeReason.categoryChange, RouteChangeReason.oldDeviceUnavailable),
            (.override, .oldDeviceUnavailable), (.newDeviceAvailable, .newDeviceAvailable),
            (.categoryChange, .categoryChange),
        ] {
            pending = coalesced(pending, .routeChanged(reason, previous: phones))
            #expect(pending.last == .routeChanged(kept, previous: speaker))
        }
    }
}
