import AudioModel
import DesktopEntries
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite(
    "An observer of a compositor",
    .enabled(if: ForegroundObserver.isSupported(.wayland), "needs the trait Wayland"),
    .timeLimit(.minutes(5)))
struct WaylandProtocolTests {
    private let folder: TemporaryFolder
    private let compositor: FakeCompositor
    private let reports = Reports()
    private let observer: ForegroundObserver

    init() throws {
        folder = try TemporaryFolder()
        compositor = try FakeCompositor(path: folder.file("wayland-7"))
        observer = ForegroundObserver(runtimeFolder: folder.path, reports)
    }

    /// Makes a window and activates it.
    private func open(_ number: UInt32, _ appID: String) {
        compositor.addWindow(number)
        compositor.addAppID(number, appID)
        compositor.addStates(number, 0, 2)
        compositor.addDone(number)
    }

    @Test("reports a window when its changes are done, and each change of the active window once")
    func changes() async throws {
        try compositor.accept()
        open(0, "one")
        compositor.flush()
        #expect(try await reports.next() == ForegroundApp(appID: "one"))
        #expect(observer.state == .observing(.wayland))
        // Neither a title nor states that are not done are reported; a batch is one report.
        compositor.add(FakeCompositor.window(0), 0, compositor.string("title"))
        compositor.addStates(0)
        compositor.addAppID(0, "renamed")
        open(1, "two")
        compositor.flush()
        #expect(try await reports.next()?.appID == "two")
        compositor.addDone(0)
        compositor.addStates(1)
        compositor.addDone(1)
        compositor.addStates(0, 2)
        compositor.addDone(0)
        compositor.flush()
        #expect(try await reports.next()?.appID == "renamed")
        compositor.addClosed(0)
        compositor.flush()
        #expect(try await reports.next() == nil)
        // The handle is destroyed.
        let request = compositor.request()
        #expect(request?.object == FakeCompositor.window(0))
        #expect(request?.opcode == 7)
    }

    @Test("of two active windows, the one that was activated last is in front")
    func twoActive() async throws {
        try compositor.accept()
        open(0, "one")
        open(1, "two")
        compositor.flush()
        try await reports.wait(for: "two")
        compositor.addStates(1)
        compositor.addDone(1)
        compositor.flush()
        #expect(try await reports.next()?.appID == "one")
    }

    @Test("none in front is not reported while windows change places")
    func settling() async throws {
        let folder = try TemporaryFolder()
        let compositor = try FakeCompositor(path: folder.file("wayland-0"))
        var options = ForegroundOptions(
            runtimeFolder: folder.path, desktopFiles: DesktopFiles(folders: []))
        options.settleMilliseconds = .max
        let observer = ForegroundObserver(options) { [reports] in reports.add($0) }
        defer { observer.close() }
        try compositor.accept()
        for (number, appID) in [(0, "one"), (1, "two")] as [(UInt32, String)] {
            compositor.addWindow(number)
            compositor.addAppID(number, appID)
            compositor.addStates(number, 2)
            compositor.addDone(number)
            compositor.flush()
            #expect(try await reports.next()?.appID == appID)
            compositor.addClosed(number)
            compositor.flush()
            // The observer has seen that no window is active when it answers.
            #expect(compositor.request()?.object == FakeCompositor.window(number))
        }
        compositor.hangUp()
        #expect(try await reports.next() == nil)
    }

    @Test("an app ID without a desktop entry or none at all is reported all the same")
    func unnamed() async throws {
        try compositor.accept()
        compositor.addWindow(0)
        compositor.addStates(0, 2)
        compositor.addDone(0)
        compositor.flush()
        #expect(try await reports.next() == ForegroundApp(appID: ""))
        compositor.addAppID(0, String(repeating: "x", count: 3000))
        compositor.addDone(0)
        compositor.flush()
        #expect(try await reports.next()?.appID.utf8.count == 1024)
    }

    @Test("a compositor without the protocol, or that ends it, is unsupported")
    func unsupported() async throws {
        try compositor.accept(globals: ["wl_output"])
        try await observer.wait(for: .unsupported)
        compositor.hangUp()
        try compositor.accept()
        open(0, "one")
        compositor.flush()
        #expect(try await reports.next()?.appID == "one")
        compositor.addFinished()
        compositor.flush()
        #expect(try await reports.next() == nil)
        try await observer.wait(for: .unsupported)
    }

    @Test("a compositor that dies leaves none in front, and its successor is found")
    func restart() async throws {
        try compositor.accept()
        open(0, "one")
        compositor.flush()
        #expect(try await reports.next()?.appID == "one")
        compositor.stop()
        #expect(try await reports.next() == nil)
        let next = try FakeCompositor(path: folder.file("wayland-1"))
        try next.accept()
        next.addWindow(0)
        next.addAppID(0, "again")
        next.addStates(0, 2)
        next.addDone(0)
        next.flush()
        #expect(try await reports.next()?.appID == "again")
    }

    @Test("windows beyond the limit are given back, and the others go on")
    func manyWindows() async throws {
        try compositor.accept()
        open(0, "first")
        for number in 1...1100 as ClosedRange<UInt32> {
            compositor.addWindow(number)
            compositor.addDone(number)
            if number % 100 == 0 { compositor.flush() }
        }
        compositor.flush()
        for number in 1024...1100 as ClosedRange<UInt32> {
            let request = compositor.request()
            #expect(request?.object == FakeCompositor.window(number))
            #expect(request?.opcode == 7)
        }
        compositor.addStates(1023, 2)
        compositor.addAppID(1023, "last")
        compositor.addDone(1023)
        compositor.flush()
        try await reports.wait(for: "last")
    }

    @Test("malformed messages end the connection only", arguments: 1...10 as ClosedRange<UInt64>)
    func malformed(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        try compositor.accept()
        open(0, "one")
        compositor.flush()
        #expect(try await reports.next()?.appID == "one")
        for _ in 0..<64 {
            let objects: [UInt32] = [FakeCompositor.window(0), 1, 2, 3]
            let object = objects.randomElement(using: &random) ?? 1
            let count = 4 * Int.random(in: 0...8, using: &random)
            let noise = (0..<count).map { _ in UInt8.random(in: 0...9, using: &random) }
            compositor.add(object, UInt16.random(in: 0...9, using: &random), noise)
        }
        compositor.addRaw(Array(repeating: 0xFF, count: 64))
        compositor.flush()
        compositor.hangUp()
        try await reports.wait(for: nil)
        try compositor.accept()
        open(0, "again")
        compositor.flush()
        try await reports.wait(for: "again")
    }

    @Test("nothing is reported after the end")
    func closing() async throws {
        try compositor.accept()
        open(0, "one")
        compositor.flush()
        #expect(try await reports.next()?.appID == "one")
        observer.close()
        #expect(observer.state == .closed)
        open(1, "two")
        compositor.flush()
        // The connection ends: there is no further request.
        while compositor.request() != nil {}
        reports.add(ForegroundApp(appID: "marker"))
        #expect(try await reports.next()?.appID == "marker")
    }

    @Test("a report may close the observer, and a silent compositor does not delay that")
    func closingInReport() async throws {
        try compositor.accept()
        let path = try TemporaryFolder()
        let other = try FakeCompositor(path: path.file("wayland-0"))
        let held = Mutex<ForegroundObserver?>(nil)
        let closed = Reports()
        let options = ForegroundOptions(
            runtimeFolder: path.path, desktopFiles: DesktopFiles(folders: []))
        let made = ForegroundObserver(options) { app in
            held.withLock { $0.take() }?.close()
            closed.add(app)
        }
        held.withLock { $0 = made }
        try other.accept()
        other.addWindow(0)
        other.addStates(0, 2)
        other.addDone(0)
        other.flush()
        #expect(try await closed.next() == ForegroundApp(appID: ""))
        #expect(made.state == .closed)
        // This suite's own observer waits for an answer of its compositor all the while.
        observer.close()
        #expect(observer.state == .closed)
    }
}
