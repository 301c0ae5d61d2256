import AudioModel
package import CommandLineTool
import Glibc
import Simulation
import Terminal

/// Sends a command to a running `sori phone`.
package enum PhoneControlCommand: Command {
    package static var syntax: CommandSyntax {
        CommandSyntax(
            name: "ctl", of: "sori phone",
            summary: "sends a command to a running 'sori phone', from another shell",
            operands: .oneOrMore("COMMAND", words: ControlCommand.firstWords),
            options: [
                OptionSyntax(
                    "--phone", value: "PID",
                    "the phone that is this process; the newest one unless given"),
                OptionSyntax(
                    "--name", value: "NAME", "the phone that has this name"),
                OptionSyntax(
                    "--json", "prints JSON: of status as 'sori status --json', else the lines"),
            ],
            choices: ControlCommand.words,
            notes: [
                "Other actions of the phone in the scenario language are commands, too: setting "
                    + "vibrate-on-ring off, headset press 2, press volume up x3. See "
                    + "docs/scenario.md.",
                "Prints the events that the command caused. Exits with 3 when the command is "
                    + "impossible now, and with 4 when no phone runs.",
            ])
    }

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        let line = arguments.operands.joined(separator: " ")
        guard !line.contains(where: \.isNewline), line.utf8.count <= PhoneSocket.lineBytesMax else {
            throw arguments.wrongUse(
                "a command is one line of at most \(PhoneSocket.lineBytesMax) bytes",
                advice: "see 'sori phone ctl --help'")
        }
        let process = try process(arguments)
        let isStatus = arguments.has("--json") && arguments.operands == ["status"]
        let sent = isStatus ? ControlCommand.statusAsJSONWords.joined(separator: " ") : line
        let answer = try send(sent, to: process, in: PhoneSocketFolder())
        guard answer.code != .done else {
            let isOneText = isStatus || arguments.operands == ["screenshot"]
            console.print(text(of: answer, isJSON: arguments.has("--json"), isOneText: isOneText))
            return .done
        }
        throw ProgramError(
            answer.code, answer.lines.joined(separator: "; "), in: arguments.place)
    }

    /// The process of the phone that is meant; `nil` for the newest one.
    private static func process(_ arguments: Arguments) throws(ProgramError) -> Int32? {
        let process = try arguments.integer("--phone", in: 1...Int(Int32.max)).map { Int32($0) }
        guard let text = arguments.value("--name") else { return process }
        guard process == nil else {
            throw arguments.wrongUse(
                "--name and --phone both name a phone", advice: "leave out one of them")
        }
        let name = try PhoneName(text)
        let phones = try NamedPhones.ofUser()
        if case .process(let number?) = PhoneLock.holder(in: phones.folder(of: name)) {
            return number
        }
        let isThere = phones.exists(name)
        throw ProgramError(
            .deviceMissing,
            isThere ? "the phone '\(name.text)' is shut down" : "there is no phone '\(name.text)'",
            in: phones.path,
            advice: isThere
                ? "start it with 'sori phone --name \(PhoneFiles.quoted(name))'"
                : advice(
                    insteadOf: name.text, among: phones.names.map(\.text),
                    otherwise: "see 'sori phone list'"))
    }

    /// What is printed of an answer.
    package static func text(of answer: PhoneAnswer, isJSON: Bool, isOneText: Bool) -> String {
        if isOneText { return answer.lines.joined() + "\n" }
        guard isJSON else { return answer.lines.map { $0 + "\n" }.joined() }
        let lines: [JSONValue] = answer.lines.map { .string($0) }
        return JSONValue.object([("lines", .array(lines))]).compactText + "\n"
    }

    /// Sends a line to a phone, and waits for its answer.
    ///
    /// - Parameter process: The phone's process; `nil` for the newest.
    package static func send(
        _ line: String, to process: Int32?, in folder: PhoneSocketFolder
    ) throws(ProgramError) -> PhoneAnswer {
        guard let (process, descriptor) = connection(to: process, in: folder) else {
            throw process.map {
                ProgramError(
                    .deviceMissing, "no phone runs as process \($0)", in: folder.path,
                    advice: "leave --phone out for the newest")
            }
                ?? ProgramError(
                    .deviceMissing, "no phone runs", in: folder.path,
                    advice: "start one with 'sori phone' in another terminal")
        }
        defer { close(descriptor) }
        func failed(_ what: String) -> ProgramError {
            ProgramError(
                .deviceMissing, "the phone of process \(process) \(what)", in: folder.path,
                advice: "bring it to the front of its terminal, or end it")
        }
        var request = line + "\n"
        guard request.withUTF8({ writeAll($0, to: descriptor) }) == 0 else {
            throw failed("takes no command")
        }
        var received: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while received.count <= answerBytesMax {
            let count = read(descriptor, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw failed(count == 0 ? "is too busy, or has ended" : "does not answer")
            }
            received += bytes[..<count]
            do throws(PhoneAnswer.Malformed) {
                if let answer = try PhoneAnswer(from: received) { return answer }
            } catch {
                break
            }
        }
        throw failed("is of another version")
    }

    private static let answerBytesMax = 4 << 20

    private static func connection(
        to process: Int32?, in folder: PhoneSocketFolder
    ) -> (process: Int32, descriptor: Int32)? {
        for process in process.map({ [$0] }) ?? folder.processes {
            if let descriptor = folder.connect(to: process) { return (process, descriptor) }
        }
        return nil
    }
}
