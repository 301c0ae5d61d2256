import DesktopEntries
import Foundation
import Glibc
import TestSupport
import Testing

/// What an observer has reported, in order, for a test to wait for.
final class Reports: Sendable {
    private let stream: AsyncStream<ForegroundApp?>
    private let continuation: AsyncStream<ForegroundApp?>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func add(_ app: ForegroundApp?) { continuation.yield(app) }

    /// The next report; the test's time limit ends a wait without one.
    func next() async throws -> ForegroundApp? {
        var iterator = stream.makeAsyncIterator()
        return try #require(await iterator.next())
    }

    /// Passes over reports until one of this app ID, or of none.
    func wait(for appID: String?) async throws {
        while try await next()?.appID != appID {}
    }
}

/// A server of a test's own.
final class TestServer {
    private let process = TestProcess()

    /// - Parameter descriptor: Inherited as descriptor 3.
    init(
        _ words: [String], environment: [String: String] = [:], without names: [String] = [],
        descriptor: Int32? = nil
    ) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        var variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        for name in names { variables[name] = nil }
        process.environment = variables
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.extraDescriptor = descriptor
        try process.run()
    }

    deinit { stop() }

    func stop() {
        process.send(SIGKILL)
        process.waitUntilExit()
    }
}

extension ForegroundObserver {
    /// An observer that reports at once, and without desktop files unless given.
    convenience init(
        runtimeFolder: String? = nil, x11Display: String? = nil,
        desktopFiles: DesktopFiles = DesktopFiles(folders: []), _ reports: Reports
    ) {
        var options = ForegroundOptions(
            runtimeFolder: runtimeFolder, x11Display: x11Display, desktopFiles: desktopFiles)
        options.settleMilliseconds = 0
        self.init(options) { reports.add($0) }
    }

    /// Waits until the observer is in a state; the test's time limit ends a wait without it.
    func wait(for state: ForegroundObserverState) async throws {
        while self.state != state {
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}

func isInstalled(_ programs: String...) -> Bool {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return programs.allSatisfy { program in
        folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
    }
}
