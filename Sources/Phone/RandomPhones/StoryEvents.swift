import AudioModel
import Simulation
import SoundPolicy

extension PhoneStory {
    /// The events that a scenario makes of an event that it can express.
    static func events(for event: PolicyEvent, front: AppID?) -> [PolicyEvent] {
        func rounded(_ volume: Float) -> Float { Float(decimal(volume)) }
        switch event {
        case .app(let app, .streamEnded(let number)):
            return [.app(app, .stopStream(number: number))]
        case .app(_, .setMediaVolume(let volume)):
            guard let front else { return [.device(.volumeSet(.media, rounded(volume)))] }
            return [.app(front, .setMediaVolume(rounded(volume)))]
        case .app(let app, .startStream(let number, let kind, let volume)):
            let said = kind.isSystemSound || kind == .recorder ? 1 : rounded(volume)
            return [.app(app, .startStream(number: number, kind, appVolume: said))]
        case .app(let app, .setStreamVolume(let number, let volume)):
            return [.app(app, .setStreamVolume(number: number, rounded(volume)))]
        case .device(.volumeSet(let kind, let volume)):
            return [.device(.volumeSet(kind, rounded(volume)))]
        default: return [event]
        }
    }
}

extension PolicyEvent {
    /// Whether the event opens or wakes the app.
    func isOpening(of wanted: AppID) -> Bool {
        switch self {
        case .appOpened(let app), .appOpenedByURL(let app, _), .appRunInBackground(let app, _),
            .appCall(let app, .arrived):
            app == wanted
        default: false
        }
    }
}
