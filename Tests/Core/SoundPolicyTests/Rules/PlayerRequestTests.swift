import AudioModel
import SoundPolicy
import Testing

@Suite("A music player")
struct PlayerRequestTests {
    @Test("may be started by an app in front: the system's by any, an app's own by that app")
    func table() {
        let game = AppID(rawValue: 3)
        let system = AppDescription(name: "Music", role: .musicPlayer)
        var own = AppDescription(name: "Game player", role: .musicPlayer)
        own.client = game
        var another = own
        another.client = AppID(rawValue: 4)
        let ordinary = AppDescription(name: "Radio", backgroundModes: ["audio"], role: .nowPlaying)
        let table: [(player: AppDescription, isForeground: Bool, may: Bool)] = [
            (system, true, true), (system, false, false),
            (own, true, true), (own, false, false),
            (another, true, false), (another, false, false),
            (ordinary, true, false), (ordinary, false, false),
        ]
        for row in table {
            #expect(
                mayStartPlayer(row.player, app: game, isForeground: row.isForeground) == row.may)
        }
    }

    @Test("that is an app's speech may also be started from the background, with the audio mode")
    func speech() {
        let navigator = AppID(rawValue: 3)
        var speech = AppDescription(name: "Navigator speech", role: .speech)
        speech.client = navigator
        for (isForeground, hasAudioMode) in [(true, false), (false, true), (true, true)] {
            #expect(
                mayStartPlayer(
                    speech, app: navigator, isForeground: isForeground, hasAudioMode: hasAudioMode))
        }
        #expect(!mayStartPlayer(speech, app: navigator, isForeground: false, hasAudioMode: false))
        #expect(!mayStartPlayer(speech, app: AppID(rawValue: 4), isForeground: true))
        let music = AppDescription(name: "Music", role: .musicPlayer)
        #expect(!mayStartPlayer(music, app: navigator, isForeground: false, hasAudioMode: true))
    }

    /// A suspended music player behind a game that sounds.
    private static func playerBehindGame(
        _ configuration: PolicyConfiguration = PolicyConfiguration()
    ) -> Phone {
        var phone = Phone(configuration)
        phone.launch(.music, Session(category: .playback), modes: ["audio"], role: .musicPlayer)
        phone.start(.song)
        phone.after(.zero, .app(.music, .pauseStream(number: 1)))
        phone.launch(.game, Session(category: .soloAmbient))
        phone.start(.shot)
        _ = phone.wait(.seconds(6))
        return phone
    }

    @Test("that an app in front starts wakes, and interrupts that app")
    func starts() {
        var phone = Self.playerBehindGame()
        #expect(phone.machine.state(of: .music) == .suspended)
        let refused = phone.after(.zero, .app(.music, .resumeStream(number: 1)))
        #expect(refused.refusal != nil)
        #expect(phone.after(.zero, .app(.game, .startPlayer(.music))).refusal == nil)
        #expect(phone.machine.state(of: .music) == .background)
        let resumed = phone.after(.zero, .app(.music, .resumeStream(number: 1)))
        #expect(resumed.refusal == nil)
        #expect(resumed.notifications(to: .game) == [.interruptionBegan(reason: .default)])
        #expect(phone.machine.verdict(of: .song)?.state == .audible)
    }

    @Test("comes to the front for the active app, if it is the system's")
    func opens() {
        let system = AppDescription(name: "Music", role: .musicPlayer)
        var own = system
        own.client = .game
        #expect(mayOpenPlayer(system, isActive: true) && !mayOpenPlayer(system, isActive: false))
        #expect(!mayOpenPlayer(own, isActive: true))
        #expect(!mayOpenPlayer(AppDescription(name: "Radio"), isActive: true))

        var phone = Self.playerBehindGame()
        let response = phone.after(.zero, .app(.game, .openPlayer(.music)))
        #expect(response.refusal == nil)
        #expect(response.notifications(to: .game) == [.willResignActive, .didEnterBackground()])
        #expect(phone.machine.state(of: .music) == .active)
        // From there it may begin; what an app in the background wants does nothing.
        #expect(phone.after(.zero, .app(.music, .resumeStream(number: 1))).refusal == nil)
        #expect(phone.after(.zero, .app(.game, .openPlayer(.music))).effects == [])
        phone.send(.overlayOpened(.alert))
        #expect(phone.after(.zero, .app(.music, .openPlayer(.music))).effects == [])
        // An app that is not there cannot come.
        #expect(phone.after(.zero, .app(.game, .openPlayer(AppID(rawValue: 99)))).effects == [])
    }

    @Test("that nobody lets play sleeps again after ten seconds")
    func window() {
        var phone = Self.playerBehindGame()
        phone.after(.zero, .app(.game, .startPlayer(.music)))
        _ = phone.wait(.seconds(9.9))
        #expect(phone.machine.state(of: .music) == .background)
        _ = phone.wait(.seconds(0.2))
        #expect(phone.machine.state(of: .music) == .suspended)
        #expect(phone.after(.zero, .app(.music, .resumeStream(number: 1))).refusal != nil)
    }

    @Test("does not begin over a call, and not for an app in the background")
    func refuses() {
        var phone = Self.playerBehindGame()
        phone.after(.zero, .device(.callArrived))
        phone.after(.zero, .app(.game, .startPlayer(.music)))
        let inCall = phone.after(.zero, .app(.music, .resumeStream(number: 1)))
        #expect(inCall.refusal == .insufficientPriority)

        var other = Self.playerBehindGame()
        other.after(.zero, .appLeft(.game))
        other.after(.zero, .app(.game, .startPlayer(.music)))
        #expect(other.machine.state(of: .music) == .suspended)
    }

    @Test("stays asleep without the rule")
    func rule() {
        var configuration = PolicyConfiguration()
        configuration.disabledRules = [.foregroundStartsPlayer]
        var phone = Self.playerBehindGame(configuration)
        phone.after(.zero, .app(.game, .startPlayer(.music)))
        #expect(phone.machine.state(of: .music) == .suspended)
        phone.after(.zero, .app(.game, .openPlayer(.music)))
        #expect(phone.machine.state(of: .music) == .suspended)
    }
}
