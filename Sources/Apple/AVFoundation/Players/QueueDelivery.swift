import Dispatch
import MediaPlayback
import SoundClient
import SoundRuntime

/// What schedules calls on an app's queue, one after another and in order; `nil` for the main queue.
/// A simulated app's queues are those of its phone.
func delivery(on queue: DispatchQueue?, of app: AppSound) -> MediaTimeObserver.Deliver? {
    guard let queue, !queue.isMain else { return nil }
    if CurrentApp.simulated != nil {
        let work = app.environment.makeWorkQueue(label: queue.label)
        return { work.async($0) }
    }
    // The app's queue may be concurrent.
    let serial = DispatchQueue(label: "sori.avplayer.callback", target: queue)
    return { serial.async(execute: $0) }
}
