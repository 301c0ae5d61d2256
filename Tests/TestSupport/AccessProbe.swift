import Foundation

/// What a program may do with an object on the bus: it tries each method and each property.
package struct AccessProbe {
    /// A call, and what came of it.
    package struct Outcome: Sendable {
        /// `Interface.Member`; of a property with `get` or `set` before it.
        package var name: String
        /// The answer: `ok` and the names in a dictionary, or an error's name and message.
        package var answer: String

        package var isDenied: Bool {
            answer.hasPrefix("org.freedesktop.DBus.Error.AccessDenied ")
        }
    }

    private struct Call {
        var name: String
        var line: String
    }

    private static let properties = "org.freedesktop.DBus.Properties"
    private var calls: [Call] = []

    /// Lists all that an object has.
    ///
    /// - Parameters:
    ///   - description: What the object answers to `Introspect`.
    ///   - text: The texts among the arguments.
    package init(
        of destination: String, at path: String, describedBy description: String, text: String
    ) {
        var interface = ""
        var method: (name: String, signature: String)?
        for line in description.split(separator: "\n") {
            func attribute(_ name: String) -> String {
                let parts = line.components(separatedBy: " \(name)=\"")
                return parts.count > 1 ? String(parts[1].prefix { $0 != "\"" }) : ""
            }
            func add(_ name: String, _ called: String, _ rest: String) {
                guard !interface.hasPrefix("org.freedesktop.") else { return }
                calls.append(Call(name: name, line: "\(destination) \(path) \(called) \(rest)"))
            }
            if line.contains("<interface ") {
                interface = attribute("name")
            } else if line.contains("<method ") {
                method = (attribute("name"), "")
            } else if line.contains("<arg "), attribute("direction") == "in" {
                method?.signature += attribute("type")
            } else if line.contains("</method>"), let found = method {
                add(
                    "\(interface).\(found.name)", "\(interface) \(found.name)",
                    "\(found.signature) \(text)")
                method = nil
            } else if line.contains("</interface>") {
                add("all of \(interface)", "\(Self.properties) GetAll", "s \(interface)")
            } else if line.contains("<property ") {
                let name = attribute("name")
                let owned = "\(interface) \(name)"
                add("get \(interface).\(name)", "\(Self.properties) Get", "ss \(owned)")
                if attribute("access") == "readwrite", attribute("type") == "d" {
                    add("set \(interface).\(name)", "\(Self.properties) Set", "ssv \(owned)")
                }
            }
        }
    }

    /// Makes the calls from a program of its own.
    ///
    /// - Parameters:
    ///   - sandbox: The sandbox of the program; `nil` for none.
    ///   - isWanted: Which of the calls to make, by their names.
    package func run(
        _ address: String, in sandbox: Sandbox?, where isWanted: (String) -> Bool = { _ in true }
    ) throws -> [Outcome] {
        let program = BuiltProgram(name: "BusCaller").url
        let process: TestProcess
        if let sandbox {
            process = sandbox.process(running: program, [address])
        } else {
            process = TestProcess()
            process.executableURL = program
            process.arguments = [address]
        }
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let wanted = calls.filter { isWanted($0.name) }
        let lines = wanted.map { $0.line + "\n" }.joined()
        try input.fileHandleForWriting.write(contentsOf: Data(lines.utf8))
        try input.fileHandleForWriting.close()
        let answers = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let answered = answers.split(separator: "\n").map(String.init)
        guard answered.count == wanted.count else {
            throw ProbeError(what: "\(answered.count) of \(wanted.count) calls were answered")
        }
        return zip(wanted, answered).map { Outcome(name: $0.name, answer: $1) }
    }

    private struct ProbeError: Error { var what: String }
}
