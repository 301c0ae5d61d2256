import AVFAudio
import Synchronization

/// The programmer errors that `body` raises, as their rules, and its value.
func programmerErrors<Value>(_ body: () throws -> Value) rethrows -> (rules: [String], Value) {
    let record = ProgrammerErrorRecord()
    let value = try ProgrammerErrors.handle(
        with: { _, rule in record.rules.withLock { $0.append(rule) } }, during: body)
    return (record.rules.withLock { $0 }, value)
}

private final class ProgrammerErrorRecord: Sendable {
    let rules = Mutex<[String]>([])
}
