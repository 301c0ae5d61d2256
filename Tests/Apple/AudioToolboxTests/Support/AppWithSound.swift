import AudioToolbox

/// A phone on which an app is open that has made a sound of one second.
struct AppWithSound {
    let files: SoundFiles
    /// The ringer volume is 0.6.
    let phone = VirtualPhone()
    let app: VirtualApp
    let second: SystemSoundID

    init() throws {
        files = SoundFiles()
        let url = try files.tone()
        let app = phone.open("blog")
        self.app = app
        second = app.run { makeSound(url) }
    }
}
