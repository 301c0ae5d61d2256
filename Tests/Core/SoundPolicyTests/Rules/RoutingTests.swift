import AudioModel
import SoundPolicy
import Testing

/// The accessories, and the route of one session.
struct RouteRow: Sendable, CustomStringConvertible {
    var session: Session
    var accessories: [Port]
    var outputs: [Port]
    var inputs: [Port]

    init(
        _ category: SessionCategory, _ options: SessionOptions = [],
        mode: SessionMode = .default, with accessories: [PortKind] = [], to outputs: [PortKind],
        from inputs: [PortKind] = []
    ) {
        session = Session(category: category, mode: mode, options: options)
        self.accessories = accessories.map { Port($0) }
        self.outputs = outputs.map { Port($0) }
        self.inputs = inputs.map { Port($0) }
    }

    var description: String {
        "\(session.category) \(session.mode) \(session.options.rawValue) with \(accessories)"
    }
}

@Suite("The route")
struct RoutingTests {
    /// Typed by hand from the Audio Session Programming Guide and the public header.
    static let table = [
        RouteRow(.ambient, to: [.speaker]),
        RouteRow(.soloAmbient, to: [.speaker]),
        RouteRow(.playback, to: [.speaker]),
        RouteRow(.record, to: [], from: [.builtInMicrophone]),
        RouteRow(.playAndRecord, to: [.receiver], from: [.builtInMicrophone]),
        RouteRow(.playAndRecord, .defaultToSpeaker, to: [.speaker], from: [.builtInMicrophone]),
        RouteRow(.playAndRecord, mode: .videoChat, to: [.speaker], from: [.builtInMicrophone]),
        RouteRow(.audioProcessing, to: []),

        RouteRow(.playback, with: [.headset], to: [.headset]),
        RouteRow(.record, with: [.headset], to: [], from: [.headsetMicrophone]),
        RouteRow(.playAndRecord, with: [.headset], to: [.headset], from: [.headsetMicrophone]),
        RouteRow(
            .playAndRecord, .defaultToSpeaker, with: [.headset], to: [.headset],
            from: [.headsetMicrophone]),
        RouteRow(.soloAmbient, with: [.headphones], to: [.headphones]),
        RouteRow(.record, with: [.headphones], to: [], from: [.builtInMicrophone]),
        RouteRow(
            .playAndRecord, with: [.headphones], to: [.headphones], from: [.builtInMicrophone]),

        RouteRow(.ambient, with: [.bluetoothA2DP], to: [.bluetoothA2DP]),
        RouteRow(.playback, with: [.bluetoothA2DP], to: [.bluetoothA2DP]),
        RouteRow(.record, with: [.bluetoothA2DP], to: [], from: [.builtInMicrophone]),
        RouteRow(
            .playAndRecord, with: [.bluetoothA2DP], to: [.receiver], from: [.builtInMicrophone]),
        RouteRow(
            .playAndRecord, .allowBluetoothA2DP, with: [.bluetoothA2DP], to: [.bluetoothA2DP],
            from: [.builtInMicrophone]),
        RouteRow(.playback, with: [.bluetoothHFP], to: [.speaker]),
        RouteRow(.record, with: [.bluetoothHFP], to: [], from: [.builtInMicrophone]),
        RouteRow(.record, .allowBluetooth, with: [.bluetoothHFP], to: [], from: [.bluetoothHFP]),
        RouteRow(
            .playAndRecord, with: [.bluetoothHFP], to: [.receiver], from: [.builtInMicrophone]),
        RouteRow(
            .playAndRecord, .allowBluetooth, with: [.bluetoothHFP], to: [.bluetoothHFP],
            from: [.bluetoothHFP]),

        // What was plugged in last wins, among those that the session may use.
        RouteRow(.playback, with: [.headphones, .usb], to: [.usb]),
        RouteRow(.playback, with: [.usb, .headphones], to: [.headphones]),
        RouteRow(.playback, with: [.lineout, .hdmi, .car], to: [.car]),
        RouteRow(.playback, with: [.headphones, .bluetoothHFP], to: [.headphones]),
        RouteRow(
            .playAndRecord, .allowBluetooth, with: [.headset, .bluetoothHFP], to: [.bluetoothHFP],
            from: [.bluetoothHFP]),
        RouteRow(
            .playAndRecord, .allowBluetooth, with: [.bluetoothHFP, .headset], to: [.headset],
            from: [.headsetMicrophone]),
        RouteRow(.multiRoute, to: [.speaker], from: [.builtInMicrophone]),
        RouteRow(
            .multiRoute, with: [.headphones, .hdmi], to: [.headphones, .hdmi],
            from: [.builtInMicrophone]),
    ]

    @Test("follows the category, its options and what is plugged in", arguments: table)
    func rows(row: RouteRow) {
        #expect(
            decidedRoute(
                for: row.session, RouteConditions(accessories: row.accessories),
                rules: RuleSet(off: []))
                == Route(outputs: row.outputs, inputs: row.inputs))
    }

    @Test("is the receiver in a call, and the one before after it")
    func call() {
        var phone = Phone()
        #expect(phone.machine.route == Route(outputs: [.speaker]))
        phone.send(.callArrived)
        #expect(phone.machine.route == Route(outputs: [.speaker]))
        phone.send(.callAnswered)
        #expect(phone.machine.route == Route(outputs: [.receiver], inputs: [.builtInMicrophone]))
        phone.send(.callEnded)
        #expect(phone.machine.route == Route(outputs: [.speaker]))
    }

    @Test("is where the user picks in a call, until that ends", arguments: [false, true])
    func callPick(isBeforeAirPlay: Bool) {
        // Given headphones, or an AirPlay receiver that was picked for music.
        let kitchen = Port(.airplay, name: "Kitchen")
        let usual = isBeforeAirPlay ? kitchen : Port.headphones
        var phone = Phone()
        phone.send(isBeforeAirPlay ? .routePicked(kitchen) : .portPlugged(.headphones))
        #expect(phone.machine.route.outputs == [usual])
        let talking: [Port] = isBeforeAirPlay ? [.receiver] : [.headphones]
        // When the loudspeaker is picked in one call, then it is that call's.
        for _ in 0..<2 {
            phone.send(.callArrived)
            phone.send(.callAnswered)
            #expect(phone.machine.route.outputs == talking)
            phone.send(.routePicked(.speaker))
            #expect(phone.machine.route.outputs == [.speaker])
            phone.send(.callEnded)
            #expect(phone.machine.route.outputs == [usual])
        }
        // And what is plugged in meanwhile is what its user wants, or gone when it is pulled.
        phone.send(.callArrived)
        phone.send(.callAnswered)
        phone.send(.routePicked(.speaker))
        phone.send(.portPlugged(.headset))
        #expect(phone.machine.route.outputs == [.headset])
        phone.send(.portUnplugged(.headset))
        #expect(phone.machine.route.outputs == talking)
    }

    @Test("of a call is not what was picked for music: a loudspeaker there is no one's there")
    func musicPick() {
        var phone = Phone()
        phone.send(.portPlugged(.headphones))
        phone.send(.routePicked(.speaker))
        #expect(phone.machine.route.outputs == [.speaker])
        phone.send(.callArrived)
        phone.send(.callAnswered)
        #expect(phone.machine.route.outputs == [.headphones])
        phone.send(.callEnded)
        #expect(phone.machine.route.outputs == [.speaker])
    }

    @Test(
        "serves who records, whatever becomes active beside that, and has an input",
        arguments: [SessionCategory.playAndRecord, .record, .multiRoute])
    func recorder(category: SessionCategory) {
        // Given an app that records.
        var phone = Phone()
        let options: SessionOptions = category == .record ? [] : .mixWithOthers
        phone.launch(.music, Session(category: category, options: options), modes: ["audio"])
        phone.start(.song, .recorder)
        let route = phone.machine.route
        #expect(route.inputs == [.builtInMicrophone])
        // When a prompt that mixes begins and ends, then nothing of the route moves.
        phone.launch(.game, Session(category: .playback, options: .duckOthers))
        let response = phone.start(.shot)
        #expect(phone.machine.route == route)
        #expect(response.notifications(to: .music) == [])
        // When the recording pauses, then the prompt has the route; and not after that.
        phone.after(.zero, .app(.music, .pauseStream(number: 1)))
        #expect(phone.machine.route == Route(outputs: [.speaker]))
        phone.after(.zero, .app(.music, .resumeStream(number: 1)))
        #expect(phone.machine.route == route)
        phone.after(.zero, .app(.music, .stopStream(number: 1)))
        #expect(phone.machine.route == Route(outputs: [.speaker]))
    }

    @Test("keeps a headset's hands-free side while it is recorded with")
    func handsFree() {
        var phone = Phone()
        phone.send(.portPlugged(Port(.bluetoothHFP, name: "Buds")))
        phone.send(.portPlugged(Port(.bluetoothA2DP, name: "Buds")))
        phone.launch(
            .music, Session(category: .playAndRecord, mode: .voiceChat, options: .mixWithOthers),
            modes: ["audio"])
        phone.start(.song, .recorder)
        let buds = Port(.bluetoothHFP, name: "Buds")
        #expect(phone.machine.route == Route(outputs: [buds], inputs: [buds]))
        phone.launch(.game, Session(category: .playback, options: .mixWithOthers))
        phone.start(.shot)
        #expect(phone.machine.route == Route(outputs: [buds], inputs: [buds]))
    }

    @Test("keeps the one microphone there is when the output is sent to the speaker")
    func overrideWithoutMicrophone() {
        var configuration = PolicyConfiguration()
        configuration.hasBuiltInMicrophone = false
        var phone = Phone(configuration)
        phone.send(.portPlugged(.headset))
        phone.launch(.music, Session(category: .playAndRecord))
        phone.start(.song, .recorder)
        phone.after(.zero, .app(.music, .overrideOutput(.speaker)))
        #expect(phone.machine.route == Route(outputs: [.speaker], inputs: [.headsetMicrophone]))
    }

    @Test("has no input for a recorder whose session changed to a category without one")
    func inputLost() {
        var phone = Phone()
        phone.launch(.music, Session(category: .playAndRecord))
        phone.start(.song, .recorder)
        phone.after(.zero, .app(.music, .setCategory(.playback, .default, [], .default)))
        #expect(phone.machine.route == Route(outputs: [.speaker]))
        #expect(phone.machine.verdict(of: .song)?.state == .paused)
        #expect(
            phone.after(.zero, .app(.music, .resumeStream(number: 1))).refusal
                == .cannotStartRecording)
        phone.after(.zero, .app(.music, .setCategory(.record, .default, [], .default)))
        #expect(phone.after(.zero, .app(.music, .resumeStream(number: 1))).refusal == nil)
        #expect(phone.machine.verdict(of: .song)?.state == .audible)
    }

    @Test("is that of the session that was activated last")
    func lastActivated() {
        var phone = Phone()
        phone.launch(.music, Session(category: .playback, options: .mixWithOthers))
        phone.after(.zero, .app(.music, .activate))
        phone.launch(.game, Session(category: .playAndRecord, options: .mixWithOthers))
        phone.after(.zero, .app(.game, .activate))
        #expect(phone.machine.route.outputs == [.receiver])
        phone.after(.zero, .app(.game, .deactivate(notifyingOthers: false)))
        #expect(phone.machine.route.outputs == [.speaker])
    }
}

@Suite("Where a sound comes out")
struct SoundOutputTests {
    @Test(
        "is the route, but what must not be missed comes from the speaker too",
        arguments: StreamKind.allCases)
    func outputs(kind: StreamKind) {
        let route = Route(outputs: [.headphones])
        let expected: [Port] =
            switch kind {
            case .recorder: []
            case .player, .queue, .unit, .systemSound, .alertSound, .callAudio, .messageTone,
                .keyClick:
                [.headphones]
            case .ringtone, .alarm, .timer, .emergencyAlert: [.speaker, .headphones]
            }
        #expect(soundOutputs(of: kind, on: route) == expected)
    }

    @Test("is the speaker for what is no session's, while there is no output")
    func nowhere() {
        let nowhere = Route(outputs: [])
        #expect(soundOutputs(of: .player, on: nowhere) == [])
        #expect(soundOutputs(of: .systemSound, on: nowhere) == [.speaker])
        #expect(soundOutputs(of: .alarm, on: nowhere) == [.speaker])
        #expect(soundOutputs(of: .alarm, on: Route(outputs: [.receiver])) == [.speaker])
    }

    @Test("is nothing that a recording can use once its last microphone is gone, with reason 7")
    func unsuitable() {
        var configuration = PolicyConfiguration()
        configuration.hasBuiltInMicrophone = false
        var phone = Phone(configuration)
        phone.send(.portPlugged(.headset))
        phone.launch(.music, Session(category: .record))
        phone.after(.zero, .app(.music, .activate))
        let told = phone.send(.portUnplugged(.headset)).notifications(to: .music)
        #expect(
            told == [
                .routeChanged(
                    .noSuitableRouteForCategory,
                    previous: Route(outputs: [], inputs: [.headsetMicrophone]))
            ])
    }
}
