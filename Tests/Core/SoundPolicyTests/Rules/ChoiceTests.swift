import AudioModel
import SoundPolicy
import Testing

/// The options where sources leave a choice: each tested both ways.
@Suite("A choice of the configuration")
struct ChoiceTests {
    private func phone(_ choose: (inout PolicyConfiguration) -> Void) -> Phone {
        var configuration = PolicyConfiguration()
        choose(&configuration)
        return Phone(configuration)
    }

    @Test("lets idle buttons follow the session in front", arguments: [false, true])
    func idleButtons(isOn: Bool) {
        var phone = phone { $0.idleButtonsFollowActiveSession = isOn }
        phone.launch(.music, Session(category: .playback))
        phone.after(.zero, .app(.music, .activate))
        let before = phone.machine.currentVolume(.media)
        phone.send(.volumePressed(.down))
        #expect((phone.machine.currentVolume(.media) < before) == isOn)
        #expect((phone.machine.currentVolume(.ringer) < 0.6) == !isOn)
    }

    @Test("lets buttons snooze the alarm", arguments: [false, true])
    func snooze(isOn: Bool) {
        var phone = phone { $0.buttonsSnoozeAlarm = isOn }
        phone.send(.alarmFired)
        let effects = phone.send(.volumePressed(.down)).effects
        #expect(effects.contains(.deviceSoundEnds(.alarm)) == isOn)
        #expect(phone.machine.currentVolume(.ringer) == (isOn ? 0.6 : 0.6 - 1 / 16))
        // The alarm's return, or its next vibration.
        #expect(phone.machine.nextDeadline == .seconds(isOn ? 540 : 2))
    }

    @Test("lets the switch spare the headphones", arguments: [false, true])
    func headphones(countsEverywhere: Bool) {
        var phone = phone { $0.switchCountsEverywhere = countsEverywhere }
        phone.launch(.game, Session(category: .ambient))
        phone.start(.shot)
        phone.send(.ringSwitchMoved(.silent))
        #expect(phone.machine.verdict(of: .shot)?.state == .silent)
        phone.send(.portPlugged(.headphones))
        #expect(phone.machine.verdict(of: .shot)?.state == (countsEverywhere ? .silent : .audible))
    }

    @Test("tells of an end without a flag", arguments: [false, true])
    func endWithoutNotifying(isOn: Bool) {
        var phone = phone { $0.endIsToldWithoutNotifying = isOn }
        phone.launch(.music, Session(category: .playback), modes: ["audio"])
        phone.start(.song)
        phone.launch(.game, Session(category: .playback))
        phone.after(.zero, .app(.game, .activate))
        let response = phone.after(.zero, .app(.game, .deactivate(notifyingOthers: false)))
        #expect(
            response.notifications(to: .music)
                .contains(.interruptionEnded(shouldResume: false)) == isOn)
    }

    @Test("lets the end of a rival's process say nothing", arguments: [false, true])
    func endOfRival(isTold: Bool) {
        var phone = phone { $0.endOfRivalNotifies = isTold }
        phone.launch(.music, Session(category: .playback), modes: ["audio"])
        phone.start(.song)
        phone.launch(.game, Session(category: .playback))
        phone.after(.zero, .app(.game, .activate))
        let response = phone.after(.zero, .appEnded(.game, .killed))
        #expect(
            response.notifications(to: .music)
                == (isTold ? [.interruptionEnded(shouldResume: true)] : []))
    }

    @Test("tells of the suspension of a rival", arguments: [false, true])
    func suspendedRival(isOn: Bool) {
        var phone = phone {
            $0.endIsToldWithoutNotifying = isOn
            $0.lateEndOnReturnOverride = false
        }
        phone.launch(.music, Session(category: .playback))
        phone.after(.zero, .app(.music, .activate))
        phone.launch(.game, Session(category: .playback))
        phone.after(.zero, .app(.game, .activate))
        phone.after(.zero, .appOpened(.music))
        let effects = phone.wait(.seconds(6))
        #expect(phone.machine.state(of: .game) == .suspended)
        #expect(effects.contains(.notify(.music, .interruptionEnded(shouldResume: false))) == isOn)
    }

    @Test("lets a session begin alone in the background", arguments: [false, true])
    func alone(mayBegin: Bool) {
        var phone = phone { $0.backgroundMayBeginAloneOverride = mayBegin }
        phone.launch(.music, Session(category: .playback), modes: ["audio"])
        phone.after(.zero, .appLeft(.music))
        #expect(
            phone.after(.zero, .app(.music, .activate)).refusal
                == (mayBegin ? nil : .cannotInterruptOthers))
    }

    @Test(
        "lets a session begin alone in the background by the generation",
        arguments: zip(PhoneProfile.allCases, [false, true, true, false, false, false]))
    func aloneByGeneration(profile: PhoneProfile, mayBegin: Bool) {
        var phone = phone { $0.profile = profile }
        phone.launch(.music, Session(category: .playback), modes: ["audio"])
        phone.after(.zero, .appLeft(.music))
        let response = phone.after(.zero, .app(.music, .activate))
        guard profile.hasBackground else { return #expect(response.refusal == .expiredSession) }
        #expect(response.refusal == (mayBegin ? nil : .cannotInterruptOthers))
        #expect(
            response.reason?.sentence.contains("becomes active only to resume") ?? true)
    }

    @Test("lets idle buttons rest in silent mode", arguments: [false, true])
    func idleInSilentMode(works: Bool) {
        var phone = phone { $0.idleButtonsWorkInSilentMode = works }
        phone.send(.ringSwitchMoved(.silent))
        phone.send(.volumePressed(.down))
        #expect((phone.machine.currentVolume(.ringer) < 0.6) == works)
    }

    @Test(
        "has a curve from volume to amplitude",
        arguments: zip(VolumeCurve.allCases, [0.5, 0.25, 0.125] as [Float]))
    func curve(curve: VolumeCurve, gain: Float) {
        var phone = phone {
            $0.volumeCurve = curve
            $0.mediaVolume = 0.5
        }
        phone.launch(.music, Session(category: .playback))
        phone.start(.song)
        #expect(phone.machine.verdict(of: .song)?.gain == gain)
        #expect(phone.machine.currentVolume(.media) == 0.5)
    }

    @Test("holds whatever loses its output", arguments: [false, true])
    func unplug(isOn: Bool) {
        var phone = phone { $0.unplugHoldsEverything = isOn }
        phone.send(.portPlugged(.headphones))
        phone.launch(.game, Session(category: .playback))
        phone.start(.shot, .queue)
        phone.send(.portUnplugged(.headphones))
        #expect(phone.machine.verdict(of: .shot)?.state == (isOn ? .paused : .audible))
    }

    @Test("holds what loses its output behind a call, too", arguments: [false, true])
    func unplugBehindCall(isOn: Bool) {
        var phone = phone { $0.unplugHoldsEverything = isOn }
        phone.send(.portPlugged(.headphones))
        phone.launch(.game, Session(category: .playback))
        phone.start(.shot)
        for event in [DeviceEvent.callArrived, .callAnswered, .routePicked(.speaker)] {
            phone.send(event)
        }
        let told = phone.send(.portUnplugged(.headphones)).notifications(to: .game)
        let own = Route(outputs: [.headphones])
        #expect(told == [.routeChanged(.oldDeviceUnavailable, previous: own)])
        let ended = phone.send(.callEnded).notifications(to: .game)
        #expect(ended.contains(.interruptionEnded(shouldResume: !isOn)))
    }

    @Test("spares spoken audio that mixes", arguments: [false, true])
    func spoken(isInterrupted: Bool) {
        var phone = phone { $0.mixingSpokenAudioIsInterrupted = isInterrupted }
        phone.launch(
            .music, Session(category: .playback, mode: .spokenAudio, options: .mixWithOthers),
            modes: ["audio"])
        phone.start(.song)
        phone.launch(
            .game,
            Session(category: .playback, options: .interruptSpokenAudioAndMixWithOthers))
        let response = phone.after(.zero, .app(.game, .activate))
        #expect(
            response.notifications(to: .music).contains(.interruptionBegan(reason: .default))
                == isInterrupted)
    }

    @Test("lets categories that only play take AirPlay's option", arguments: [false, true])
    func impliedAirPlay(isTaken: Bool) {
        var phone = phone { $0.outputCategoriesTakeAirPlayOption = isTaken }
        phone.launch(.music)
        let response = phone.after(
            .zero, .app(.music, .setCategory(.playback, .default, .allowAirPlay, .default)))
        #expect(response.refusal == (isTaken ? nil : .badParam))
        #expect(phone.machine.session(of: .music)?.category == (isTaken ? .playback : .soloAmbient))
    }

    @Test("lets two who duck duck each other", arguments: [false, true])
    func duckers(eachOther: Bool) {
        var phone = phone { $0.duckersDuckEachOther = eachOther }
        let session = Session(category: .playback, options: .duckOthers)
        phone.launch(.music, session, modes: ["audio"])
        phone.start(.song)
        phone.launch(.game, session)
        phone.start(.shot)
        #expect(phone.machine.verdict(of: .song)?.state == (eachOther ? .ducked : .audible))
        #expect(phone.machine.verdict(of: .shot)?.state == (eachOther ? .ducked : .audible))
    }

    @Test("says whether a call or an emergency alert comes first", arguments: [false, true])
    func callOrEmergency(callsFirst: Bool) {
        var phone = phone { $0.callsOutrankEmergencies = callsFirst }
        phone.launch(.game)
        phone.send(.callArrived)
        phone.send(.emergencyBegan)
        phone.after(.zero, .app(.game, .startStream(number: 1, .systemSound, appVolume: 1)))
        #expect(phone.machine.verdict(of: .shot)?.by == .system(callsFirst ? .call : .emergency))
    }

    @Test("makes an alarm soft while somebody talks", arguments: [false, true])
    func softAlarm(isSoft: Bool) {
        var phone = phone { $0.alarmsAreSoftInCalls = isSoft }
        let alarm = StreamID(app: .phone, number: 1)
        phone.send(.callArrived)
        phone.send(.callAnswered)
        phone.send(.alarmFired)
        phone.start(alarm, .alarm)
        let verdict = phone.machine.verdict(of: alarm)
        #expect(verdict?.state == (isSoft ? .ducked : .audible))
        #expect(verdict?.by == (isSoft ? .system(.call) : nil))
        let ringer = phone.machine.currentVolume(.ringer)
        #expect(verdict?.gain == ringer * (isSoft ? 0.25 : 1))
        phone.send(.callEnded)
        #expect(phone.machine.verdict(of: alarm)?.gain == ringer)
    }

    @Test("lets a recording interrupt those that mix", arguments: [false, true])
    func recordingTakesAll(isOn: Bool) {
        var phone = phone { $0.recordingInterruptsMixing = isOn }
        phone.launch(
            .music, Session(category: .playback, options: .mixWithOthers), modes: ["audio"])
        phone.start(.song)
        phone.launch(.game, Session(category: .record))
        let response = phone.after(.zero, .app(.game, .activate))
        #expect(
            response.notifications(to: .music).contains(.interruptionBegan(reason: .default))
                == isOn)
        #expect(phone.machine.verdict(of: .song)?.state == (isOn ? .interrupted : .silent))
    }

    @Test("names the state of an interrupted music player", arguments: [false, true])
    func musicPlayer(isPaused: Bool) {
        var phone = phone { $0.interruptedMusicPlayerIsPaused = isPaused }
        phone.launch(.music, Session(category: .playback), modes: ["audio"], role: .musicPlayer)
        phone.start(.song)
        phone.send(.callArrived)
        #expect(phone.machine.verdict(of: .song)?.state == (isPaused ? .paused : .interrupted))
        #expect(phone.machine.verdict(of: .song)?.reasons.map(\.kind).first == .interrupted)
    }

    @Test("gives a device without an ear piece or a microphone what it has")
    func hardware() {
        var phone = phone {
            $0.hasReceiver = false
            $0.hasBuiltInMicrophone = false
        }
        phone.launch(.game, Session(category: .playAndRecord))
        phone.after(.zero, .app(.game, .activate))
        #expect(phone.machine.route == Route(outputs: [.speaker]))
        phone.send(.portPlugged(.headset))
        #expect(phone.machine.route == Route(outputs: [.headset], inputs: [.headsetMicrophone]))
    }
}

@Suite("A preferred input")
struct PreferredInputTests {
    @Test("is taken while it is there, and refused where there is none")
    func preferred() {
        var phone = Phone()
        phone.launch(.game, Session(category: .playAndRecord))
        phone.after(.zero, .app(.game, .activate))
        phone.send(.portPlugged(.headset))
        #expect(phone.machine.route.inputs == [.headsetMicrophone])
        phone.after(.zero, .app(.game, .setPreferredInput(.builtInMicrophone)))
        #expect(phone.machine.route.inputs == [.builtInMicrophone])
        #expect(
            phone.after(.zero, .app(.game, .setPreferredInput(Port(.usb)))).refusal == .badParam)
        phone.after(.zero, .app(.game, .setPreferredInput(nil)))
        #expect(phone.machine.route.inputs == [.headsetMicrophone])
    }

    @Test("of a category without input is none")
    func none() {
        var phone = Phone()
        phone.launch(.music, Session(category: .playback))
        #expect(
            phone.after(.zero, .app(.music, .setPreferredInput(.builtInMicrophone))).refusal
                == .badParam)
    }
}

@Suite("Lost media services")
struct MediaServicesTests {
    @Test("refuse every activation until they are back")
    func refuse() {
        var phone = Phone()
        phone.launch(.music, Session(category: .playback, mode: .spokenAudio))
        phone.start(.song)
        let lost = phone.send(.mediaServicesLost)
        #expect(lost.notifications(to: .music) == [.mediaServicesLost])
        #expect(phone.machine.session(of: .music)?.category == .soloAmbient)
        #expect(phone.machine.session(of: .music)?.mode == .default)
        #expect(phone.machine.session(of: .music)?.isActive == false)
        #expect(phone.after(.zero, .app(.music, .activate)).refusal == .mediaServicesFailed)
        #expect(
            phone.after(.zero, .app(.music, .resumeStream(number: 1))).refusal
                == .mediaServicesFailed)
        #expect(phone.send(.mediaServicesLost).effects == [])
        #expect(phone.send(.mediaServicesReset).notifications(to: .music) == [.mediaServicesReset])
        #expect(phone.after(.zero, .app(.music, .activate)).refusal == nil)
    }
}
