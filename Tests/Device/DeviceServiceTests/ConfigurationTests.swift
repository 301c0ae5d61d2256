import AudioModel
import DeviceEvents
import SoundPolicy
import Testing

@Suite("The configuration of a device service")
struct ConfigurationTests {
    @Test("has the rules of its profile, and those that it sets itself")
    func rules() {
        let text = """
            # A kiosk.
            profile desktop   # every program may sound
            rule lock-silences on
            rule duck-nobody off
            rule ducking-lowers off
            """
        let (configuration, problems) = ServiceConfiguration.parse(text)
        #expect(problems.map(\.line) == [4])
        #expect(configuration.profile == .desktop)
        let off = configuration.disabledRules(for: .phone)
        #expect(!off.contains(.lockSilences))
        #expect(off.contains(.duckingLowers))
        #expect(off.contains(.idleAppsAreSuspended))
    }

    @Test("says what is followed")
    func sources() {
        let (configuration, problems) = ServiceConfiguration.parse(
            "windows ignore\nevents ofono off\nevents modem-manager off\nevents ofono on\n")
        #expect(problems == [])
        #expect(!configuration.followsWindows)
        #expect(configuration.eventsOff == [.modemManager])
        // Each has a word of its own, and is on at first.
        for source in DeviceEventSource.allCases {
            let one = ServiceConfiguration.parse("events \(source.word) off\n").configuration
            #expect(one.eventsOff == [source])
        }
    }

    @Test("without a profile has the service's")
    func noProfile() {
        let configuration = ServiceConfiguration.parse("rule lock-silences off").configuration
        #expect(configuration.profile == nil)
        #expect(
            configuration.disabledRules(for: .phone)
                == Rule.allCases.filter {
                    ServiceProfile.phone.disabledRules.contains($0) || $0 == .lockSilences
                })
    }

    @Test("treats a program by the first line that fits, and by its role otherwise")
    func treatments() {
        let text = """
            program Firefox category playback options mixWithOthers,duckOthers
            program "GNOME Clocks" category playback mode spokenAudio
            role test ignored
            desktop-category Chat system-sounds
            recording ignored
            """
        let (configuration, problems) = ServiceConfiguration.parse(text)
        #expect(problems == [])
        func treatment(
            _ names: [String], role: String? = nil, _ categories: [String] = [],
            isRecording: Bool = false
        ) -> ProgramTreatment {
            configuration.treatment(
                of: ProgramFacts(
                    names: names, role: role, desktopCategories: categories,
                    isRecording: isRecording))
        }
        #expect(
            treatment(["org.mozilla.firefox", "firefox"], role: "Music")
                == .session(.playback, .default, [.mixWithOthers, .duckOthers]))
        #expect(treatment(["gnome clocks"]) == .session(.playback, .spokenAudio, []))
        #expect(treatment(["x"], role: "Test") == .ignored)
        #expect(treatment(["x"], ["Network", "Chat"]) == .systemSounds)
        #expect(treatment(["x"], isRecording: true) == .ignored)
        // What the file does not mention.
        #expect(treatment(["x"], role: "music") == .session(.playback, .default, []))
        #expect(treatment(["x"], role: "event") == .systemSounds)
        #expect(treatment(["x"], role: "nonsense") == .session(.ambient, .default, []))
        #expect(treatment([]) == .session(.ambient, .default, []))
    }

    @Test(
        "names the line and what was expected",
        arguments: [
            ("profil phone", "did you mean 'profile'?"),
            ("profile car", "expected a profile, found 'car': phone, desktop"),
            ("profile", "expected a name after 'profile'"),
            ("profile phone desktop", "expected nothing after 'phone', found 'desktop'"),
            ("rule lock-silence off", "did you mean 'lock-silences'?"),
            ("rule lock-silences maybe", "expected on or off, found 'maybe'"),
            ("rule lock-silences", "expected a name after 'lock-silences'"),
            ("program x", "expected category, system-sounds, ignored at the end"),
            ("program x category", "expected a name after 'category'"),
            ("program x category playbck", "did you mean 'playback'?"),
            ("program x category ambient mode voiceChat", "does not take this mode"),
            ("program x category soloAmbient options mixWithOthers", "does not take these options"),
            ("program x category playback options mixwithOthers", "did you mean 'mixWithOthers'?"),
            ("program x category playback options", "expected a name after 'options'"),
            ("program x category playback loud", "expected 'mode', 'options' or the end"),
            ("program x ignored always", "expected nothing after 'ignored', found 'always'"),
            ("program \"x ignored", "expected a closing '\"'"),
            ("windows open", "expected what windows do, found 'open': follow, ignore"),
            ("events modem off", "expected a source of events, found 'modem'"),
            ("events ofono", "expected a name after 'ofono'"),
            ("mute-key ring", "expected what the key moves, found 'ring'"),
        ])
    func problems(line: String, message: String) {
        let (configuration, problems) = ServiceConfiguration.parse(
            "\n" + line + "\nprofile phone\n")
        #expect(problems.map(\.line) == [2])
        #expect(problems.first?.message.contains(message) == true, "\(problems)")
        // The rest is in force.
        #expect(configuration.profile == .phone)
    }

    @Test("printed with all that can be set is what holds without one")
    func template() {
        let (configuration, problems) = ServiceConfiguration.parse(ConfigurationFile.template)
        #expect(problems == [])
        #expect(
            configuration.disabledRules(for: .desktop)
                == ServiceConfiguration().disabledRules(for: .desktop))
        // The same with every line in force.
        let lines = ConfigurationFile.template.split(separator: "\n").map { line in
            line.hasPrefix("#") && !line.hasPrefix("# ") ? String(line.dropFirst()) : String(line)
        }
        let whole = ServiceConfiguration.parse(lines.joined(separator: "\n"))
        #expect(whole.problems == [])
        #expect(whole.configuration.rules.count == Rule.allCases.count)
        #expect(
            whole.configuration.disabledRules(for: .phone)
                == ServiceConfiguration().disabledRules(for: .desktop))
    }

    @Test("is bounded")
    func limits() {
        let many = String(repeating: "nonsense\n", count: 5_000)
        #expect(
            ServiceConfiguration.parse(many).problems.count == ServiceConfiguration.problemsMax)
        let large = String(repeating: "#", count: ServiceConfiguration.byteCountMax + 1)
        #expect(ServiceConfiguration.parse(large).problems.map(\.line) == [1])
    }
}
