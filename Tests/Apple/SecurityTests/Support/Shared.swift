/// An argument of a test, of a type that says nothing about threads.
///
/// Ownership: immutable, and read by one test at a time.
struct Shared<Value>: @unchecked Sendable {
    let value: Value
}
