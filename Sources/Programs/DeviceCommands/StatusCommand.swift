package import CommandLineTool
import DeviceService
import Dispatch
import Glibc
import LiveDevice
import Synchronization
import Terminal

/// Shows the state of the device service.
package enum StatusCommand: Command {
    package static let syntax = CommandSyntax(
        name: "status", summary: "shows the apps and the sounds of the device service, and why",
        operands: .none,
        options: [
            OptionSyntax("--json", "prints one JSON object"),
            OptionSyntax("--log", "prints the last decisions instead"),
            OptionSyntax("--lines", value: "N", "with --log: at most N of them (100)"),
            OptionSyntax("--watch", "goes on with each decision, until Ctrl-C"),
        ])

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        let client = try DeviceServiceClient()
        let count = try arguments.integer("--lines", in: 0...10_000) ?? 100
        let watch = arguments.has("--watch")
        guard !watch || !arguments.has("--json") else {
            throw arguments.wrongUse("--watch prints lines, not JSON", advice: "leave one out")
        }
        guard arguments.has("--log") || !arguments.has("--lines") else {
            throw arguments.wrongUse("--lines belongs to --log", advice: "add --log")
        }
        // Subscribed first, so that nothing is missed in between.
        let lines = watch ? LineQueue() : nil
        let subscriptions = lines.map { lines in client.follow { lines.add($0) } }
        if arguments.has("--log") {
            for line in try client.log(count) { console.print(printable(line) + "\n") }
        } else {
            let status = try client.status()
            if arguments.has("--json") {
                console.print(status.json + "\n")
            } else {
                for line in status.lines { console.print(printable(line) + "\n") }
            }
        }
        guard let lines else { return .done }
        while true {
            console.print(printable(lines.next()) + "\n")
            guard !console.output.hasFailed else { break }
        }
        withExtendedLifetime(subscriptions) {}
        return .done
    }
}

/// Lines that arrive on one thread and are printed on another.
private final class LineQueue: Sendable {
    private let (stream, arrived) = (Pipe(), DispatchSemaphore(value: 0))

    func add(_ line: String) {
        if stream.add(line) { arrived.signal() }
    }

    func next() -> String {
        arrived.wait()
        return stream.takeFirst()
    }
}

/// The lines that wait; more than `linesMax` are dropped.
private final class Pipe: Sendable {
    private static let linesMax = 10_000
    private let lines = Mutex<[String]>([])

    func add(_ line: String) -> Bool {
        lines.withLock { lines in
            guard lines.count < Self.linesMax else { return false }
            lines.append(line)
            return true
        }
    }

    func takeFirst() -> String { lines.withLock { $0.isEmpty ? "" : $0.removeFirst() } }
}
