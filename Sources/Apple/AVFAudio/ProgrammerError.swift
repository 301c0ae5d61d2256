import SoundRuntime

/// Ends the program where Apple's framework raises an exception, which Swift code cannot catch; see
/// `raiseProgrammerError`.
///
/// - Parameters:
///   - call: The call that is wrong, as in `AVAudioEngine.connect(_:to:format:)`.
///   - rule: The condition that does not hold, as in Apple's message.
package func programmerError(_ call: String, _ rule: String) {
    raiseProgrammerError(call, rule)
}

/// The replacement of a programmer error's ending, for tests.
package enum ProgrammerErrors {
    /// Runs `body` with programmer errors delivered to `handler` instead of ending the program.
    package static func handle<Value>(
        with handler: @escaping @Sendable (_ call: String, _ rule: String) -> Void,
        during body: () throws -> Value
    ) rethrows -> Value {
        try ProgrammerErrorHandler.handle(with: handler, during: body)
    }
}
