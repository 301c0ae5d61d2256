import AudioModel
import SoundPolicy

/// Random events, meaningful or not: apps that never ran, streams that never existed, volumes that
/// are NaN, deadlines that are not due, time that does not advance.
struct RandomEvents {
    private var random: SeededGenerator
    private(set) var now = HostTime.zero

    static let apps = (1...5).map { AppID(rawValue: $0) }
    private static let strangers = [AppID.phone, AppID(rawValue: 99), AppID(rawValue: -1)]
    private static let ports =
        PortKind.allCases.map { Port($0) } + [
            Port(.airplay, name: "Kitchen"), Port(.usb, name: ""),
        ]

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// - Parameter deadline: The machine's next deadline; often met, sometimes late, or never.
    mutating func next(deadline: HostTime?) -> PolicyEvent {
        let pause: HostInterval =
            chance(1, of: 40)
            ? pick([.seconds(6), .seconds(600)])
            : pick([.zero, .zero, .milliseconds(1), .milliseconds(300)])
        let later = now + pause
        if let deadline, deadline <= later, chance(9, of: 10) {
            now = max(now, deadline)
            return .deadlineReached
        }
        now = later
        return event()
    }

    private mutating func event() -> PolicyEvent {
        switch Int.random(in: 0..<20, using: &random) {
        case 0:
            let modes = pick([[], ["audio"], ["audio", "voip"]])
            var description = AppDescription(name: "App", backgroundModes: modes, role: pick())
            description.answersCallbacks = chance(1, of: 3)
            description.exitsOnSuspend = chance(1, of: 8)
            description.commands = pick([[], .all])
            description.footprint = pick([0, 20, 100, -1, .max])
            return .appLaunched(app(), description)
        case 1...2: return .appOpened(app())
        case 3:
            return chance(1, of: 2)
                ? .appRunInBackground(app(), pick()) : .appOpenedByURL(app(), "app:1")
        case 4:
            if chance(1, of: 2) { return .appLeft(app()) }
            return chance(1, of: 4) ? .appEnded(app(), pick()) : .deadlineReached
        case 5...13: return .app(app(), request())
        default: return .device(deviceEvent())
        }
    }

    private mutating func request() -> AppRequest {
        let number = pick([1, 1, 2, 2, 3, 4, 0, -1, .max, .min])
        switch Int.random(in: 0..<20, using: &random) {
        case 0...2:
            return .setCategory(pick(), mode(), options(), chance(9, of: 10) ? .default : pick())
        case 3: return .setMode(pick())
        case 4...5: return .activate
        case 6: return .deactivate(notifyingOthers: chance(1, of: 2))
        case 7...10: return .startStream(number: number, pick(), appVolume: volume())
        case 11: return .prepareStream(number: number, pick(), appVolume: 1)
        case 12: return .pauseStream(number: number)
        case 13...14: return .resumeStream(number: number)
        case 15: return chance(1, of: 2) ? .stopStream(number: number) : .vibrate
        case 16: return .streamEnded(number: number)
        case 17: return .setStreamVolume(number: number, volume())
        case 18:
            return chance(1, of: 2)
                ? .letStreamOutliveApp(number: number) : .setMediaVolume(volume())
        default:
            let task = BackgroundTaskID(rawValue: number)
            return pick([
                .beginBackgroundTask(task), .endBackgroundTask(task), .returned(from: pick()),
                .allowHapticsAndSystemSoundsDuringRecording(chance(1, of: 2)),
                .overrideOutput(pick()), .prefer(pick(), chance(1, of: 2)),
                .setPreferredInput(pick(RandomEvents.ports)), .setPreferredInput(nil),
                .enableRemoteCommands(pick([[], .all, RemoteCommands([.play, .pause])])),
            ])
        }
    }

    private mutating func deviceEvent() -> DeviceEvent {
        switch Int.random(in: 0..<12, using: &random) {
        case 0...1: .ringSwitchMoved(pick())
        case 2...3: .volumePressed(pick())
        case 4: .volumeSet(pick(), volume())
        case 5: .settingChanged(pick(), isOn: chance(1, of: 2))
        case 6: .portPlugged(pick(RandomEvents.ports))
        case 7:
            chance(2, of: 3)
                ? .portUnplugged(pick(RandomEvents.ports)) : .routePicked(pick(RandomEvents.ports))
        case 8:
            pick([
                chance(2, of: 3) ? .unlocked : .locked, .overlayOpened(pick()),
                .overlayClosed(pick()), .bannerShown, .systemChanged(pick()), .turned(pick()),
                .batteryChanged(Battery(volume(), pick())),
                .proximityChanged(isNear: chance(1, of: 2)),
                .memoryNeeded(megabytes: pick([0, 30, -1, .max, .min])),
                .remoteCommand(pick(RemoteCommand.samples)),
                .headsetPressed(times: pick([1, 2, 3, 0, .max])),
                .headsetHeld(presses: pick([1, 2, 2, 3, 0, .min])), .headsetReleased,
                .messageArrived, .keyClicked,
            ])
        case 9:
            pick([
                .callArrived, .callArrivedAsBanner, .alarmFired, .timerFired, .assistantBegan,
                .emergencyBegan, chance(1, of: 10) ? .mediaServicesLost : .timerFired,
                chance(1, of: 10) ? .memoryLow : .alarmFired,
            ])
        // What begins has to end, for much to happen at all.
        default:
            pick([
                .callAnswered, .callDeclined, .callEnded, .callEndedByRemoteParty, .alarmDismissed,
                .alarmDismissed, .alarmSnoozed, .timerDismissed, .timerDismissed,
                .assistantEnded, .assistantEnded, .emergencyEnded, .emergencyEnded,
                .mediaServicesReset,
            ])
        }
    }

    private mutating func app() -> AppID {
        chance(1, of: 20) ? pick(RandomEvents.strangers) : pick(RandomEvents.apps)
    }

    private mutating func options() -> SessionOptions {
        chance(1, of: 10)
            ? SessionOptions(rawValue: UInt(truncatingIfNeeded: random.next()))
            : pick([[], [], .mixWithOthers, .duckOthers, .interruptSpokenAudioAndMixWithOthers])
    }

    private mutating func mode() -> SessionMode {
        chance(3, of: 4) ? .default : chance(1, of: 2) ? .spokenAudio : pick()
    }

    private mutating func volume() -> Float {
        chance(1, of: 5)
            ? pick([0, -1, 2, 1e-30, .nan, .infinity, -.infinity]) : pick([0.25, 0.5, 1])
    }

    private mutating func chance(_ count: Int, of all: Int) -> Bool {
        Int.random(in: 0..<all, using: &random) < count
    }

    private mutating func pick<Value: CaseIterable>() -> Value {
        pick(Array(Value.allCases))
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }
}
