import Synchronization

/// A lock without state: serialises the use of something outside the program's memory, such as a
/// device or a connection. State that a lock guards is the value of a `Mutex`.
package struct CriticalSection: ~Copyable, Sendable {
    private let mutex = Mutex(())

    package init() {}

    package borrowing func withLock<Value, Failure: Error>(
        _ body: () throws(Failure) -> sending Value
    ) throws(Failure) -> sending Value {
        try mutex.withLock { _ throws(Failure) in try body() }
    }
}
