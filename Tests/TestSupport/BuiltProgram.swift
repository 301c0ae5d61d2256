package import Foundation

/// A program of this package, in the folder of the tests.
package struct BuiltProgram: Sendable {
    package static let sori = BuiltProgram(name: "sori")
    package static let benchmarks = BuiltProgram(name: "Benchmarks")

    private let name: String

    package init(name: String) {
        self.name = name
    }

    package struct Result {
        package var code: Int32
        package var output: String
        package var errors: String
    }

    package var url: URL {
        let test = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return test.deletingLastPathComponent().appendingPathComponent(name)
    }

    /// Runs the program until it exits. The result's code is -1 when a signal has killed it.
    ///
    /// - Parameters:
    ///   - limit: A limit of the shell's `ulimit`: `-t 1` kills it after a second of processor time.
    ///   - output: Receives standard output instead of the result.
    package func run(
        _ words: [String], environment: [String: String] = [:], limit: String? = nil,
        output given: FileHandle? = nil
    ) throws -> Result {
        let process = TestProcess()
        process.executableURL = limit == nil ? url : URL(fileURLWithPath: "/bin/sh")
        process.arguments =
            (limit.map { ["-c", "ulimit \($0) && exec \"$0\" \"$@\"", url.path] } ?? []) + words
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = given ?? output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.run()
        // The output fits into a pipe's buffer, so reading the pipes one after the other cannot
        // block.
        let outputBytes = given == nil ? output.fileHandleForReading.readDataToEndOfFile() : Data()
        let errorBytes = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Result(
            code: process.terminationReason == .exit ? process.terminationStatus : -1,
            output: String(decoding: outputBytes, as: UTF8.self),
            errors: String(decoding: errorBytes, as: UTF8.self))
    }
}
