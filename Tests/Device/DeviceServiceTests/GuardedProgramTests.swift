import AudioModel
import DesktopEntries
import DeviceEvents
import Glibc
import LiveDevice
import ScenarioLanguage
import SoundServer
import Synchronization
import Testing

import DeviceService

/// Programs that do not use Sori, on a phone in virtual time.
@Suite("A program that does not use Sori")
struct GuardedProgramTests {
    private typealias Device = GuardedDevice

    @Test("is opened when it may sound, and silenced by a call until that ends")
    func call() {
        let device = Device()
        device.programs.appeared(
            GuardedStream(
                serial: 7, processID: 7, programName: "pw-play", facts: ProgramFacts(names: [])))
        // A stream that sends nothing is not decided upon.
        #expect(device.recorder.gain(7) == nil)
        device.programs.setSounding(true, 7)
        #expect(device.recorder.gain(7) == 1)
        device.perform(.callArrived)
        #expect(device.recorder.gain(7) == 0)
        device.perform(.callAnswered)
        device.perform(.callEnded)
        #expect(device.recorder.gain(7) == 1)
        #expect(device.state("pw-play") == "audible")
    }

    @Test("that starts during a call is silent, and sounds when the call is over")
    func startInCall() {
        let device = Device()
        device.perform(.callArrived)
        device.start(1, "mpv", role: "Music")
        #expect(device.recorder.gain(1) == 0)
        device.perform(.callDeclined)
        #expect(device.recorder.gain(1) == 1)
    }

    @Test("with a player is paused by a call, and plays on if it played")
    func player() {
        let device = Device()
        device.recorder.state.withLock { $0.players = [1: true, 2: false] }
        device.start(1, "mpv", role: "Music")
        device.perform(.callArrived)
        #expect(device.recorder.state.withLock { $0.players[1] } == false)
        device.programs.setSounding(false, 1)
        device.perform(.callDeclined)
        #expect(device.recorder.state.withLock { $0.players } == [1: true, 2: false])
        device.programs.setSounding(true, 1)
        #expect(device.recorder.gain(1) == 1)
    }

    @Test("with a player that pauses one of its sounds is heard again with all")
    func otherSounds() {
        let device = Device()
        device.recorder.state.withLock { $0.players = [1: true] }
        device.start(1, "browser", role: "Music")
        device.start(2, "browser", role: "Music", process: 1)
        device.perform(.callArrived)
        device.programs.setSounding(false, 1)
        #expect(device.recorder.gain(2) == 0)
        device.perform(.callDeclined)
        #expect(device.recorder.gain(2) == 1)
    }

    @Test("that ends during a call gives back to those that it has interrupted before")
    func endInCall() {
        let device = Device()
        device.start(1, "radio", role: "Music")
        device.start(2, "vlc", role: "Music")
        #expect(device.recorder.gain(1) == 0)
        device.perform(.callArrived)
        device.programs.setSounding(false, 2)
        device.advance(seconds: 1)
        device.perform(.callDeclined)
        device.advance(seconds: 1)
        #expect(device.recorder.gain(1) == 1)
    }

    @Test("whose process is not known is told from others of its sound server by its name")
    func unknownProcess() {
        let device = Device()
        device.start(1, "org.example.Music", role: "Music", server: 9)
        device.start(2, "org.example.Movies", role: "Music", server: 9)
        #expect(device.recorder.gain(1) == 0)
        #expect(device.recorder.gain(2) == 1)
        device.programs.disappeared(2)
        #expect(device.recorder.gain(1) == 1)
    }

    @Test("that ducks others lowers them while it speaks, and gives them back")
    func duck() {
        let device = Device(.desktop, "program espeak-ng category playback options duckOthers")
        device.start(1, "mpv", role: "Music")
        device.start(2, "espeak-ng", role: nil)
        #expect(device.recorder.gain(1) == 0.25)
        #expect(device.recorder.state.withLock { $0.ramps[1] } == .milliseconds(500))
        #expect(device.recorder.gain(2) == 1)
        device.programs.disappeared(2)
        #expect(device.recorder.gain(1) == 1)
        // The same for one that stays and is quiet.
        device.start(3, "espeak-ng", role: nil)
        #expect(device.recorder.gain(1) == 0.25)
        device.programs.setSounding(false, 3)
        device.advance(seconds: 1)
        #expect(device.recorder.gain(1) == 1)
    }

    @Test("interrupts another as an app of its category does, and gives back at its end")
    func interruption() {
        let device = Device()
        device.start(1, "mpv", role: "Music")
        device.start(2, "vlc", role: "Movie")
        #expect(device.recorder.gain(1) == 0)
        #expect(device.state("mpv") == "interrupted")
        #expect(device.recorder.gain(2) == 1)
        device.programs.disappeared(2)
        #expect(device.recorder.gain(1) == 1)
        // Its user lets the first play on, and so the other is interrupted.
        device.start(3, "vlc", role: "Movie")
        device.programs.setSounding(false, 1)
        device.programs.setSounding(true, 1)
        #expect(device.recorder.gain(1) == 1)
        #expect(device.recorder.gain(3) == 0)
    }

    @Test("pauses when its output is unplugged, on a phone and not on a desktop")
    func unplug() {
        for profile in ServiceProfile.allCases {
            let device = Device(profile)
            device.perform(.portPlugged(.headphones))
            device.start(1, "mpv", role: "Music")
            let window = FrontWindow(ForegroundApp(appID: "MPV"))
            let app = device.programs.app(of: window)
            if let app { device.phone.server.open(app) }
            #expect(app != nil)
            // A phone lets none begin behind another; its device looks again after each event.
            device.programs.retry()
            #expect(device.recorder.gain(1) == 1)
            device.perform(.portUnplugged(.headphones))
            #expect(device.recorder.gain(1) == (profile == .phone ? 0 : 1))
            // The sound server moves the stream to the speaker.
            device.programs.setSounding(false, 1)
            device.programs.setSounding(true, 1)
            #expect(device.recorder.gain(1) == (profile == .phone ? 0 : 1))
            // Its user lets it play on.
            device.advance(seconds: 2)
            device.programs.setSounding(false, 1)
            device.programs.setSounding(true, 1)
            #expect(device.recorder.gain(1) == 1)
        }
    }

    @Test("is silent while the machine sleeps, and its player stays paused")
    func sleep() {
        let device = Device()
        device.recorder.state.withLock { $0.players = [1: true] }
        device.start(1, "mpv", role: "Game")
        device.start(2, "game", role: "Game")
        device.programs.sleepBegins()
        #expect(device.recorder.gain(1) == 0)
        #expect(device.recorder.gain(2) == 0)
        device.programs.sleepEnds()
        #expect(device.recorder.gain(2) == 1)
        #expect(device.recorder.state.withLock { $0.players[1] } == false)
    }

    @Test("with the window in front is opened there, and the others stay in the background")
    func frontWindow() {
        let device = Device(.phone)
        device.programs.frontWindow = FrontWindow(ForegroundApp(appID: "game"))
        device.start(1, "other", role: "Game")
        device.start(2, "Game", role: "Game")
        // Without the audio mode, an app in the background sounds no more.
        #expect(device.recorder.gain(1) != 1)
        #expect(device.recorder.gain(2) == 1)
    }

    @Test("is the app of a window by its process, by one that this started, or by name")
    func windows() {
        let shell = getppid()
        let known = FrontWindow(
            ForegroundApp(appID: "x", processID: shell, isProcessIDVerified: true))
        #expect(known.isApp(ofProcess: getpid(), names: []))
        #expect(!known.isApp(ofProcess: 1, names: ["x"]))
        let named = FrontWindow(
            ForegroundApp(
                appID: "Gimp-2.10",
                entry: DesktopEntry(
                    id: "org.gimp.GIMP", name: "GIMP", executable: "/usr/bin/gimp-2.10"),
                processID: 1))
        for name in ["gimp-2.10", "org.gimp.gimp", "GIMP-2.10"] {
            #expect(named.isApp(ofProcess: 7, names: ["no", name]))
        }
        #expect(!named.isApp(ofProcess: 1, names: ["GIMP"]))
        // A browser's window, and its process for sound.
        let other = FrontWindow(
            ForegroundApp(
                appID: "", entry: DesktopEntry(id: "firefox", name: "Firefox"),
                processID: 0x3FFF_FFFF, isProcessIDVerified: true))
        #expect(other.isApp(ofProcess: 7, names: ["Firefox"]))
    }

    @Test("with system sounds obeys the switch and interrupts nobody")
    func systemSounds() {
        let device = Device()
        device.start(1, "mpv", role: "Music")
        device.start(2, "canberra", role: "event")
        #expect(device.recorder.gain(1) == 1)
        device.perform(.ringSwitchMoved(.silent))
        #expect(device.recorder.gain(2) == 0)
        #expect(device.recorder.gain(1) == 1)
        // One that begins meanwhile is silent, and heard when the switch is moved back.
        device.start(3, "canberra", role: "event")
        #expect(device.recorder.gain(3) == 0)
        device.perform(.ringSwitchMoved(.ring))
        #expect(device.recorder.gain(3) == device.recorder.gain(2))
        #expect(device.recorder.gain(3) != 0)
    }

    @Test("that records is silenced by a call")
    func recorder() {
        let device = Device()
        device.start(1, "parecord", role: nil, isRecording: true)
        #expect(device.recorder.gain(1) == 1)
        device.perform(.callArrived)
        device.perform(.callAnswered)
        #expect(device.recorder.gain(1) == 0)
        device.perform(.callEnded)
        #expect(device.recorder.gain(1) == 1)
    }

    @Test("that is ignored is opened and never touched again")
    func ignored() {
        let device = Device(.desktop, "default ignored")
        device.start(1, "x", role: nil)
        #expect(device.recorder.gain(1) == 1)
        device.perform(.callArrived)
        #expect(device.recorder.gain(1) == 1)
        #expect(device.phone.snapshot.apps.isEmpty)
    }

    @Test("leaves nothing behind, however many come and go")
    func many() {
        let device = Device()
        for serial in 1...300 {
            device.start(UInt64(serial), "x", role: nil)
            if serial % 3 != 0 { device.programs.disappeared(UInt64(serial)) }
        }
        #expect(device.phone.snapshot.streams.count == 64)
        // What is beyond the limit stays silent.
        #expect(device.recorder.gain(297) == nil)
        device.programs.allDisappeared()
        #expect(device.phone.snapshot.streams.isEmpty)
        #expect(device.phone.snapshot.apps.allSatisfy { $0.state == .notRunning })
    }

    @Test("is in a recorded story that plays again")
    func story() throws {
        let device = Device()
        device.start(1, "mpv", role: "Music")
        device.advance(seconds: 1)
        device.perform(.callArrived)
        device.advance(seconds: 1)
        device.perform(.callDeclined)
        device.advance(seconds: 1)
        let text = device.recordedStory
        #expect(text.contains("Mpv category playback"), "\(text)")
        #expect(text.contains("call arrives"))
        let story = try parseScenario(text, path: "recorded")
        #expect(story.apps.map(\.name) == ["Mpv"])
        // On a phone a program that has not been opened runs in the background.
        let phone = Device(.phone)
        phone.start(1, "mpv", role: "Music")
        _ = try parseScenario(phone.recordedStory, path: "recorded")
    }
}
