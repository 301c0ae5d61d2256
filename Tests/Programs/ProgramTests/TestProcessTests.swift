import Foundation
import Glibc
import TestSupport
import Testing

/// The tests' own way to run programs.
@Suite("A program that a test runs")
struct TestProcessTests {
    @Test("and that ends early makes writing to it an error, which ends no other test")
    func brokenPipe() throws {
        let process = TestProcess()
        process.executableURL = URL(fileURLWithPath: "/bin/true")
        let input = Pipe()
        process.standardInput = input
        try process.run()
        process.waitUntilExit()
        #expect(throws: (any Error).self) {
            try input.fileHandleForWriting.write(contentsOf: Data("unread\n".utf8))
        }
    }

    @Test("ends by the signals that end programs of a shell")
    func defaultSignals() throws {
        let process = TestProcess()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "kill -PIPE $$"]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
        #expect(process.terminationStatus == SIGPIPE)
    }
}
