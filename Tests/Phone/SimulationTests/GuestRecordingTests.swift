import AudioModel
import LiveDevice
import Simulation
import SoundPolicy
import SoundServer
import Synchronization
import Testing

@Suite("A recording of an app that runs elsewhere")
struct GuestRecordingTests {
    /// A stand-in for an external app's process, connected to a phone's server.
    private final class Guest: ExternalApp {
        let connection: any AppConnection
        var app: AppID { connection.app }
        let isEnding = false
        private let status = Atomic<Int32>(-1)
        var exitStatus: Int32? {
            let status = status.load(ordering: .relaxed)
            return status < 0 ? nil : status
        }

        init(_ phone: LivePhone, _ description: AppDescription) {
            var description = description
            description.answersCallbacks = true
            connection = phone.server.connect(description, IgnoringReceiver())
            phone.device.adopt(self, as: description)
        }

        func level(ofStream number: Int) -> Float { 0 }

        /// Its process exits by itself; a negative status stands for a signal.
        func exits(_ status: Int32) {
            self.status.store(status, ordering: .relaxed)
            connection.disconnect(.crashed)
        }

        func ask(_ request: AppRequest) { try? connection.request(request) }

        func comesToFront(_ phone: LivePhone) {
            phone.server.open(app)
            ask(.returned(from: .didFinishLaunching))
        }
    }

    private let rehearsal = VirtualDriver()
    private let description = AppDescription(name: "Blog")

    private func phone(_ profile: PhoneProfile = .ios17) -> LivePhone {
        var setup = PhoneSetup()
        setup.profile = profile
        return LivePhone(setup, installed: [], world: rehearsal.world)
    }

    /// Parses the recorded scenario and runs it.
    private func replayed(_ phone: LivePhone) throws -> (text: String, report: StoryReport) {
        let text = phone.scenario.description
        let report = try runScenario(parseScenario(text, path: "a.scenario"))
        #expect(report.failures.isEmpty, "\(text)")
        return (text, report)
    }

    @Test("says which remote commands it takes, and what was pressed")
    func remoteCommands() throws {
        let phone = phone()
        let guest = Guest(phone, description)
        guest.comesToFront(phone)
        guest.ask(.enableRemoteCommands(RemoteCommands([.play, .nextTrack])))
        guest.ask(.setCategory(.playback, .default, [], .default))
        guest.ask(.startStream(number: 1, .queue, appVolume: 1))
        rehearsal.advance(by: .seconds(1), phone)
        // When the user presses next, and the program obeys.
        phone.perform(.remoteCommand(.nextTrack))
        guest.ask(.stopStream(number: 1))
        guest.ask(.startStream(number: 2, .queue, appVolume: 1))
        rehearsal.advance(by: .seconds(1), phone)
        // Then the recorded story has the command, and runs in the same way.
        let (text, report) = try replayed(phone)
        #expect(text.contains("Blog commands play,next\n"))
        #expect(text.contains("at 1 user presses next\nat 1 Blog stops stream1\n"))
        let told = report.told.filter { $0.event == "command" }
        #expect(told.map(\.detail) == ["next"])
    }

    @Test("does not say that one ends whom the phone has ended")
    func endsOnLeaving() throws {
        // Given the first iPhone, on which apps end when they are left.
        let phone = phone(.ios3)
        for isGood in [true, false] {
            let guest = Guest(phone, description)
            guest.comesToFront(phone)
            rehearsal.advance(by: .seconds(1), phone)
            phone.server.leave(guest.app)
            if isGood { guest.ask(.returned(from: .willTerminate)) }
            // When its process ends after it.
            guest.connection.disconnect(.crashed)
            rehearsal.advance(by: .seconds(1), phone)
        }
        let (text, _) = try replayed(phone)
        #expect(!text.contains("quits") && !text.contains("crashes"), "\(text)")
        #expect(text.contains("at 1 Blog leaves\nat 2 Blog opens"), "\(text)")
    }

    @Test(
        "says that one quits that exits with 0, and the log names another status",
        arguments: [
            (0, "quits", "quit"), (3, "crashes", "exited with status 3"),
            (-1, "crashes", "crashed"),
        ]
            as [(Int32, String, String)])
    func exits(status: Int32, act: String, words: String) throws {
        let phone = phone()
        let guest = Guest(phone, description)
        guest.comesToFront(phone)
        guest.ask(.startStream(number: 1, .queue, appVolume: 1))
        rehearsal.advance(by: .seconds(1), phone)
        var reporter = ActivityReporter()
        _ = reporter.newEntries(of: phone.device)
        guest.exits(status)
        let entries = reporter.newEntries(of: phone.device)
        #expect(entries.map(\.event) == ["Blog \(words)"])
        #expect(entries.map(\.kind) == [status < 0 || status > 0 ? .failure : .appEvent])
        rehearsal.advance(by: .seconds(1), phone)
        let (text, report) = try replayed(phone)
        #expect(text.contains("at 1 Blog \(act)\n"), "\(text)")
        #expect(report.streams.first?.spans.last?.verdict.state == .stopped)
    }

    @Test("names apps in the log, and forgets the names of those that have ended long ago")
    func names() {
        let phone = phone()
        var reporter = ActivityReporter()
        for _ in 0...ActivityReporter.namesMax {
            Guest(phone, description).exits(0)
            _ = reporter.newEntries(of: phone.device)
        }
        #expect(reporter.nameCount <= ActivityReporter.namesMax)
        #expect(reporter.nameCount > 0)
    }

    @Test("says what it did not return from, and that it does so again")
    func hangs() throws {
        // Given an app that returns from its callbacks when it is first left, and hangs the second
        // time.
        let phone = phone()
        let guest = Guest(phone, description)
        for isGood in [true, false] {
            guest.comesToFront(phone)
            rehearsal.advance(by: .seconds(1), phone)
            phone.server.leave(guest.app)
            if isGood { guest.ask(.returned(from: .didEnterBackground)) }
            rehearsal.advance(by: .seconds(1), phone)
        }
        rehearsal.advance(by: .seconds(20), phone)
        #expect(phone.device.externalApp(named: "Blog") == nil)
        guest.connection.disconnect(.killed)
        // When it is opened again and returns from its callbacks.
        let second = Guest(phone, description)
        second.comesToFront(phone)
        rehearsal.advance(by: .seconds(1), phone)
        phone.server.leave(second.app)
        second.ask(.returned(from: .didEnterBackground))
        rehearsal.advance(by: .seconds(30), phone)
        let (text, report) = try replayed(phone)
        #expect(text.contains("at 3 Blog hangs in didEnterBackground\nat 3 Blog leaves"), "\(text)")
        #expect(!text.contains("killed"), "\(text)")
        // Then the story delivers the same notifications as the live phone.
        let told = report.told.map(\.event)
        #expect(!told.contains("willTerminate"), "\(told)")
    }

    @Test("says the volume of a prepared player where it is not 1")
    func preparedVolumes() throws {
        let phone = phone()
        let guest = Guest(phone, description)
        guest.comesToFront(phone)
        guest.ask(.prepareStream(number: 1, .player, appVolume: 0.25))
        guest.ask(.prepareStream(number: 2, .player, appVolume: 1))
        rehearsal.advance(by: .seconds(1), phone)
        let (text, _) = try replayed(phone)
        #expect(text.contains("prepares tone:440 as stream1\n"), "\(text)")
        #expect(text.contains("Blog sets stream1 volume 0.25\n"), "\(text)")
        #expect(!text.contains("stream2 volume"), "\(text)")
    }

    @Test("holds nothing that the language does not have")
    func language() throws {
        let phone = phone()
        let guest = Guest(phone, description)
        guest.comesToFront(phone)
        guest.ask(.startStream(number: -5, .player, appVolume: -3))
        for volume: Float in [2, -1, 1e-30, .nan, .infinity] {
            guest.ask(.setStreamVolume(number: -5, volume))
            guest.ask(.setMediaVolume(volume))
        }
        for bits: UInt in [1 << 30, 1 << 30 | 1, 0, .max] {
            guest.ask(.setCategory(.playback, .default, SessionOptions(rawValue: bits), .default))
        }
        for number in [77, .min, .max] {
            guest.ask(.pauseStream(number: number))
            guest.ask(.resumeStream(number: number))
            guest.ask(.stopStream(number: number))
        }
        guest.ask(.beginBackgroundTask(BackgroundTaskID(rawValue: -7)))
        guest.ask(.beginBackgroundTask(BackgroundTaskID(rawValue: -7)))
        guest.ask(.endBackgroundTask(BackgroundTaskID(rawValue: 99)))
        guest.ask(.prepareStream(number: .min, .player, appVolume: 1))
        rehearsal.advance(by: .seconds(1), phone)
        let (text, _) = try replayed(phone)
        #expect(text.contains("plays tone:440 as stream-5 volume 0\n"), "\(text)")
    }
}
