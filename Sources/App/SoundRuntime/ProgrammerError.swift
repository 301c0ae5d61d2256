import Foundation

/// Ends the program where Apple's framework raises an exception, which Swift code cannot catch.
///
/// A test replaces the ending with `ProgrammerErrorHandler.handle`; then the call returns, and so the
/// caller must return too, with a harmless value and without having changed anything.
///
/// - Parameters:
///   - call: The call that is wrong, as in `AVAudioEngine.connect(_:to:format:)`.
///   - rule: The condition that does not hold, as in Apple's message.
package func raiseProgrammerError(_ call: String, _ rule: String) {
    if let handler = ProgrammerErrorHandler.handler { return handler(call, rule) }
    let message = "sori: \(call): required condition is false: \(rule)\n"
    FileHandle.standardError.write(Data(message.utf8))
    abort()
}

/// The replacement of a programmer error's ending, for tests.
package enum ProgrammerErrorHandler {
    @TaskLocal static var handler: (@Sendable (_ call: String, _ rule: String) -> Void)?

    /// Runs `body` with programmer errors delivered to `handler` instead of ending the program.
    package static func handle<Value>(
        with handler: @escaping @Sendable (_ call: String, _ rule: String) -> Void,
        during body: () throws -> Value
    ) rethrows -> Value {
        try $handler.withValue(handler, operation: body)
    }
}
