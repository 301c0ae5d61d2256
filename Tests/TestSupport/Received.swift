/// The values that handlers have received, in order; a test waits for the next one.
package final class Received<Value: Sendable>: Sendable {
    private let stream: AsyncStream<Value>
    private let continuation: AsyncStream<Value>.Continuation

    /// The test was cancelled, by its time limit, before a value came.
    private struct NoValue: Error {}

    package init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    package func add(_ value: Value) { continuation.yield(value) }

    /// The next value; the test's time limit ends a wait without one.
    package func next() async throws -> Value {
        var iterator = stream.makeAsyncIterator()
        guard let value = await iterator.next() else { throw NoValue() }
        return value
    }

    /// The next values.
    package func next(_ count: Int) async throws -> [Value] {
        var values: [Value] = []
        for _ in 0..<count { values.append(try await next()) }
        return values
    }
}
