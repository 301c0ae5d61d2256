/// What became of the items of a list that a command took.
package struct ListTally {
    private let count: Int
    private var failed: Set<Int> = []
    private var ended: Set<Int> = []

    package init(count: Int) { self.count = count }

    /// The item at an index has come to its end.
    package mutating func end(_ index: Int) { ended.insert(index) }

    /// The item at an index failed, or was only done in part.
    package mutating func fail(_ index: Int) { failed.insert(index) }

    /// A line such as `9 of 10 done, 1 failed`; `nil` for a list of one, and where none failed.
    package var words: String? {
        guard count > 1, !failed.isEmpty else { return nil }
        return "\(ended.subtracting(failed).count) of \(count) done, \(failed.count) failed"
    }
}
