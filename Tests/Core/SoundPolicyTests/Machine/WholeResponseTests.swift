import AudioModel
import SoundPolicy
import Testing

/// The policy's complete response to one event: these effects, in this order, and no others.
@Suite("The whole answer")
struct WholeResponseTests {
    /// A mixable game in the foreground, and music with the background mode; both play.
    private func gameAndMusic() -> Phone {
        var phone = Phone()
        phone.launch(.music, Session(category: .playback), modes: ["audio"])
        phone.start(.song)
        phone.launch(.game, Session(category: .ambient))
        phone.start(.shot)
        return phone
    }

    private func directive(
        _ transport: StreamDirective.Transport = .running, gain: Float, duck: Float = 1
    ) -> StreamDirective {
        StreamDirective(
            transport: transport, sessionGain: gain, duckGain: duck, duckRamp: .milliseconds(500))
    }

    @Test("to the switch moved to silent: the game is muted, and nobody is told anything")
    func switchMoved() {
        // Given a game and music, both playing.
        var phone = gameAndMusic()
        // When the switch moves, half a second in.
        let response = phone.after(.milliseconds(500), .device(.ringSwitchMoved(.silent)))
        // Then exactly this happens.
        let reason = Reason(
            .ringSwitch(.ambient), rule: "category-obeys-switch",
            cause: "the ring switch was moved to silent", since: .seconds(0.5))
        #expect(reason.kind == .ringSwitch)
        #expect(reason.sentence == "the ring switch is silent and category ambient obeys it")
        let verdict = Verdict(
            state: .silent,
            factors: [
                GainFactor(.appVolume, 1), GainFactor(.mediaVolume, 0.8), GainFactor(.mute, 0),
            ],
            reasons: [reason])
        #expect(
            response
                == PolicyResponse(effects: [
                    .deviceChanged(.ringSwitch(.silent)),
                    .verdict(.shot, verdict, directive(gain: 0)),
                ]))
    }

    @Test("to the switch moved back: the game is heard again")
    func switchMovedBack() {
        var phone = gameAndMusic()
        phone.send(.ringSwitchMoved(.silent))
        let response = phone.after(.milliseconds(500), .device(.ringSwitchMoved(.ring)))
        let verdict = Verdict(
            state: .audible, factors: [GainFactor(.appVolume, 1), GainFactor(.mediaVolume, 0.8)])
        #expect(
            response
                == PolicyResponse(effects: [
                    .deviceChanged(.ringSwitch(.ring)),
                    .verdict(.shot, verdict, directive(gain: 0.8)),
                ]))
        // And moving it to where it is changes nothing.
        #expect(phone.send(.ringSwitchMoved(.ring)) == PolicyResponse())
    }

    @Test("to a call: everyone is interrupted, and hears of it when the sound is already held")
    func callArrives() {
        var phone = gameAndMusic()
        let response = phone.after(.seconds(2), .device(.callArrived))
        let interrupted = Reason(
            .interrupted(by: .system(.call)), actorName: "the call", rule: "interruption-holds",
            cause: "a call arrived", since: .seconds(2))
        let notActive = Reason(
            .notActive, rule: "session-must-be-active", cause: "a call arrived", since: .seconds(2))
        #expect(interrupted.sentence == "the session is interrupted by the call")
        #expect(notActive.sentence == "the app's session is not active")
        let verdict = Verdict(
            state: .interrupted,
            factors: [
                GainFactor(.appVolume, 1), GainFactor(.mediaVolume, 0.8), GainFactor(.mute, 0),
            ],
            reasons: [interrupted, notActive], by: .system(.call))
        #expect(
            response
                == PolicyResponse(effects: [
                    .appChanged(.game, .inactive),
                    .sessionChanged(.music, isActive: false),
                    .sessionChanged(.game, isActive: false),
                    .deviceChanged(.call(.ringing)),
                    .deviceSoundBegins(.ringtone),
                    .vibrate(nil),
                    .verdict(.song, verdict, directive(.held, gain: 0)),
                    .verdict(.shot, verdict, directive(.held, gain: 0)),
                    .notify(.game, .willResignActive),
                    .notify(.music, .interruptionBegan(reason: .default)),
                    .notify(.game, .interruptionBegan(reason: .default)),
                ]))
    }

    @Test("to a declined call: everyone may resume, and nothing sounds until someone does")
    func callDeclined() {
        var phone = gameAndMusic()
        phone.send(.callArrived)
        let response = phone.after(.seconds(3), .device(.callDeclined))
        #expect(
            response.effects.filter { if case .verdict = $0 { false } else { true } } == [
                .deviceChanged(.call(.none)),
                .deviceSoundEnds(.ringtone),
                .appChanged(.game, .active),
                .notify(.game, .didBecomeActive),
                .notify(.music, .interruptionEnded(shouldResume: true)),
                .notify(.game, .interruptionEnded(shouldResume: true)),
            ])
        #expect(response.effects.verdicts == [.song: .paused, .shot: .paused])
    }

    @Test("to the activation of a session that does not mix: the music is interrupted by it")
    func activationInterrupts() {
        // Given music, and a game that has not started.
        var phone = Phone()
        phone.launch(.music, Session(category: .playback), modes: ["audio"])
        phone.start(.song)
        phone.launch(.game)
        // When the game activates its session, which is what the system gave it.
        let response = phone.after(.seconds(1), .app(.game, .activate))
        // Then exactly this happens.
        let reasons = [
            Reason(
                .interrupted(by: .app(.game)), actorName: "Game", rule: "interruption-holds",
                cause: "Game activated its session", since: .seconds(1)),
            Reason(
                .notActive, rule: "session-must-be-active", cause: "Game activated its session",
                since: .seconds(1)),
        ]
        let verdict = Verdict(
            state: .interrupted,
            factors: [
                GainFactor(.appVolume, 1), GainFactor(.mediaVolume, 0.8), GainFactor(.mute, 0),
            ],
            reasons: reasons, by: .app(.game))
        #expect(
            response
                == PolicyResponse(effects: [
                    .sessionChanged(.music, isActive: false),
                    .sessionChanged(.game, isActive: true),
                    .verdict(.song, verdict, directive(.held, gain: 0)),
                    .notify(.music, .interruptionBegan(reason: .default)),
                ]))
    }

    @Test("to the activation of a session that mixes: it is active, and the game knows of music")
    func activationMixes() {
        var phone = Phone()
        phone.launch(.music, Session(category: .playback), modes: ["audio"])
        phone.start(.song)
        phone.launch(.game, Session(category: .ambient))
        let response = phone.after(.seconds(1), .app(.game, .activate))
        #expect(response == PolicyResponse(effects: [.sessionChanged(.game, isActive: true)]))
        #expect(phone.machine.secondaryAudioShouldBeSilenced(for: .game))
        #expect(phone.machine.isOtherAudioPlaying(for: .game))
    }

    @Test("to the activation of a session that ducks: the music is lowered, and told nothing")
    func activationDucks() {
        var phone = Phone()
        phone.launch(.music, Session(category: .playback), modes: ["audio"])
        phone.start(.song)
        phone.launch(.game, Session(category: .playback, options: .duckOthers))
        let response = phone.after(.seconds(1), .app(.game, .activate))
        let verdict = Verdict(
            state: .ducked,
            factors: [
                GainFactor(.appVolume, 1), GainFactor(.duck, 0.25), GainFactor(.mediaVolume, 0.8),
            ],
            by: .app(.game))
        #expect(
            response
                == PolicyResponse(effects: [
                    .sessionChanged(.game, isActive: true),
                    .verdict(.song, verdict, directive(gain: 0.8, duck: 0.25)),
                ]))
    }

    @Test("to a refused activation: nothing has changed")
    func refusal() {
        var phone = gameAndMusic()
        phone.send(.callArrived)
        let before = phone.machine
        let response = phone.after(.zero, .app(.music, .activate))
        #expect(response.refusal == .insufficientPriority && response.effects == [])
        #expect(before.activeApps == phone.machine.activeApps)
        #expect(before.interruptedApps == phone.machine.interruptedApps)
    }

    @Test("to a button pressed while music plays: the media volume moves, and apps are told")
    func button() {
        var phone = gameAndMusic()
        let response = phone.send(.volumePressed(.down))
        let notifications: [PolicyEffect] = [
            .notify(.music, .outputVolumeChanged(0.7375)),
            .notify(.game, .outputVolumeChanged(0.7375)),
        ]
        #expect(response.effects.first == .deviceChanged(.volume(.media, 0.7375)))
        #expect(response.effects.suffix(2) == notifications)
        #expect(response.effects.verdicts == [.song: .audible, .shot: .audible])
        #expect(response.effects.count == 5)
        #expect(phone.machine.currentVolume(.ringer) == 0.6)
    }
}
