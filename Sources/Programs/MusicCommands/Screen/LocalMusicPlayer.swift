import AudioModel
import HostLinux
package import MusicLibrary
import MusicService
package import Playback
import SoundClient
import SoundRuntime

/// A music player in this process, for machines without a message bus: it ends with the program.
package struct LocalMusicPlayer {
    package let control: any MusicControl
    /// Why nothing is heard; `nil` when it is.
    package let warning: String?
    private let phone: EmbeddedPhone
    private let device: any HostOutput

    /// Connects to the machine's output. Plays and skips are counted in the library.
    package init(_ library: MediaLibrary) {
        let hold = RemovalHold()
        let (device, warning) = defaultOutput(
            role: .music, mediaName: "music", holdsOnRemoval: true,
            noticed: { hold.receive($0) })
        phone = EmbeddedPhone(outputRate: device.sampleRate)
        let player = MusicPlayer(phone.app, seed: .random(in: 0...UInt64.max)) { event in
            // A library that cannot be written changes nothing of playback.
            try? library.record(event)
        }
        control = player
        hold.follow(player, on: device)
        self.device = device
        var problem = warning
        do throws(DeviceError) {
            try device.start(phone.app.output)
        } catch {
            problem = "\(error.why): sound is discarded"
        }
        self.warning = problem
    }

    package func stop() { device.stop() }
}
