import AVFAudio
import Simulation
import SoundClient
import Synchronization
import Testing

/// Tests how unmodified code behaves in the phone's time and beside other phones.
@MainActor
@Suite("An app's code in a simulated phone")
struct AppCodeTests {
    private let phone = SimulatedPhone()

    /// Observes interruptions as most apps do, without naming an object.
    @MainActor
    private final class Observer {
        private(set) var count = 0
        private(set) var sessions: [ObjectIdentifier] = []
        private var token: (any NSObjectProtocol)?

        init(_ queue: OperationQueue?) {
            token = NotificationCenter.default.addObserver(
                forName: AVAudioSession.interruptionNotification, object: nil, queue: queue
            ) { [weak self] _ in
                MainActor.assumeIsolated {
                    self?.count += 1
                    self?.sessions.append(ObjectIdentifier(AVAudioSession.sharedInstance()))
                }
            }
        }
    }

    private func activate() throws {
        try AVAudioSession.sharedInstance().setCategory(.playback)
        try AVAudioSession.sharedInstance().setActive(true)
    }

    @Test(
        "observes its own notifications alone, whatever object it names",
        arguments: ["where they are posted", "main", "other"])
    func observers(place: String) throws {
        let queue: OperationQueue? =
            switch place {
            case "main": .main
            case "other": OperationQueue()
            default: nil
            }
        // Given two phones, each with an app that observes interruptions of any object.
        let other = SimulatedPhone()
        let app = phone.launch("One")
        let neighbour = other.launch("Two")
        let (mine, theirs) = (app.run { Observer(queue) }, neighbour.run { Observer(queue) })
        try app.run { try activate() }
        try neighbour.run { try activate() }
        // When a call comes to the first.
        phone.receiveCall()
        // Then its app alone is called, as that app.
        #expect(mine.count == 1 && theirs.count == 0)
        #expect(mine.sessions == [app.session])
        // And when a call comes to the other, the other alone.
        other.receiveCall()
        #expect(mine.count == 1 && theirs.count == 1)
    }

    @Test("is called by its observers in the order in which it added them")
    func order() throws {
        final class Log: Sendable {
            let numbers = Mutex<[Int]>([])
        }
        let log = Log()
        try phone.launch("App") {
            try activate()
            return (0..<20).map { number in
                NotificationCenter.default.addObserver(
                    forName: AVAudioSession.interruptionNotification, object: nil, queue: .main
                ) { _ in log.numbers.withLock { $0.append(number) } }
            }
        }
        phone.receiveCall()
        #expect(log.numbers.withLock { $0 } == Array(0..<20))
    }

    @Test("finds what it gives to a dispatch queue done in the phone's time")
    func dispatch() {
        final class Log: Sendable {
            private let all = Mutex<[String]>([])
            var lines: [String] { all.withLock { $0 } }
            func add(_ line: String) { all.withLock { $0.append(line) } }
        }
        let log = Log()
        let app = phone.launch("App") {
            let session = ObjectIdentifier(AVAudioSession.sharedInstance())
            DispatchQueue.main.async {
                log.add("main")
                #expect(CurrentApp.isOnSimulatedMain)
                #expect(ObjectIdentifier(AVAudioSession.sharedInstance()) == session)
            }
            DispatchQueue.global().async {
                log.add("global")
                #expect(!CurrentApp.isOnSimulatedMain)
            }
            DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) { log.add("after half a second") }
            let global = DispatchQueue.global()
            global.asyncAfter(deadline: .now() + 0.25) { log.add("after a quarter") }
            DispatchQueue.main.asyncAfter(deadline: .distantFuture) { log.add("never") }
            log.add("launched")
        }
        #expect(log.lines == ["launched", "main", "global"])
        phone.advance(by: .milliseconds(240))
        #expect(log.lines.count == 3)
        phone.advance(by: .milliseconds(20))
        #expect(log.lines.last == "after a quarter")
        phone.advance(by: .milliseconds(250))
        #expect(log.lines.last == "after half a second")
        // An app that has ended does nothing any more.
        app.run { DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { log.add("dead") } }
        phone.kill(app)
        #expect(phone.history.last == "0.510  App is gone")
        phone.advance(by: .seconds(1))
        #expect(
            log.lines == [
                "launched", "main", "global", "after a quarter", "after half a second",
            ])
    }

    @Test("takes notifications from a sequence, in a task of the main actor")
    func sequence() async throws {
        final class Listener {
            var types: [UInt] = []
            var task: Task<Void, Never>?
        }
        let listener = Listener()
        let app = try phone.launch("App") {
            try activate()
            listener.task = Task {
                for await note in NotificationCenter.default.notifications(
                    named: AVAudioSession.interruptionNotification)
                {
                    listener.types.append(
                        note.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt ?? 99)
                    // The code runs as the app that was notified.
                    try? AVAudioSession.sharedInstance().setActive(true)
                }
            }
        }
        await phone.advance(by: .milliseconds(100))
        // When a call comes and goes.
        phone.receiveCall()
        await phone.advance(by: .milliseconds(100))
        #expect(listener.types == [1])
        #expect(!app.isSessionActive)
        phone.declineCall()
        await phone.advance(by: .milliseconds(100))
        // Then its task has received both by then, and acted.
        #expect(listener.types == [1, 0])
        #expect(app.isSessionActive)
        listener.task?.cancel()
    }

    @Test("takes notifications from a sequence, in a task of no actor")
    func detachedSequence() async throws {
        final class Listener: Sendable {
            let count = Mutex(0)
            let isListening = Mutex(false)

            func listen() async {
                let notes = NotificationCenter.default.notifications(
                    named: AVAudioSession.interruptionNotification)
                isListening.withLock { $0 = true }
                for await _ in notes { count.withLock { $0 += 1 } }
            }
        }
        let listener = Listener()
        var task: Task<Void, Never>?
        try phone.launch("App") {
            try activate()
            task = Task { @concurrent in await listener.listen() }
        }
        while !listener.isListening.withLock({ $0 }) { await Task.yield() }
        phone.receiveCall()
        await phone.advance(by: .milliseconds(100))
        #expect(listener.count.withLock { $0 } == 1)
        task?.cancel()
    }

    @Test("is still its app's when it has waited")
    func waiting() async {
        let app = phone.launch("App")
        let session = app.session
        let later = await app.run {
            await Task.yield()
            return ObjectIdentifier(AVAudioSession.sharedInstance())
        }
        #expect(later == session)
    }

    @Test("hears what it posts itself, also through its main queue")
    func ownNotifications() {
        let name = Notification.Name("SimulatedPhoneTests.own")
        final class Count: Sendable {
            let value = Mutex(0)
        }
        let (mine, theirs) = (Count(), Count())
        let app = phone.launch("One")
        let other = phone.launch("Two")
        func observe(_ count: Count) -> any NSObjectProtocol {
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) { _ in
                count.value.withLock { $0 += 1 }
            }
        }
        let tokens = [app.run { observe(mine) }, other.run { observe(theirs) }]
        app.run {
            NotificationCenter.default.post(name: name, object: nil)
            // It has been called on the main thread by now.
            #expect(mine.value.withLock { $0 } == 1)
        }
        #expect(theirs.value.withLock { $0 } == 0)
        for token in tokens { NotificationCenter.default.removeObserver(token) }
        app.run { NotificationCenter.default.post(name: name, object: nil) }
        #expect(mine.value.withLock { $0 } == 1)
    }
}

extension SimulatedPhone.App {
    fileprivate var session: ObjectIdentifier {
        run { ObjectIdentifier(AVAudioSession.sharedInstance()) }
    }
}
