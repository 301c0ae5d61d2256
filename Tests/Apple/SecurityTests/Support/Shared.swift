/// An argument of a test whose type says nothing about threads.
///
/// Ownership: immutable, and read by one test at a time.
struct Shared<Value>: @unchecked Sendable {
    let value: Value
}
