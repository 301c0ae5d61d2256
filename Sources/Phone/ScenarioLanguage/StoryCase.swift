/// One case of a story that is told several times: the values that set it apart from the others.
///
/// A `for each` line of the scenario gives values, and so does a run on several generations.
public struct StoryCase: Hashable, Sendable {
    /// A name with the value that it has in the case.
    public struct Value: Hashable, Sendable {
        public var name: String
        public var value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The values, in the order in which the scenario gives them; names are unique.
    public var values: [Value]

    public init(_ values: [Value] = []) { self.values = values }

    /// Whether the story is told once.
    public var isOnly: Bool { values.isEmpty }

    /// The limit of a scenario's cases.
    public static let countMax = 100
}

extension StoryCase: CustomStringConvertible {
    /// The values in words: `category=ambient, switch=silent`; empty for a story that is told once.
    public var description: String {
        values.map { "\($0.name)=\($0.value)" }.joined(separator: ", ")
    }

    /// A title with the values behind it: `Music [category=ambient]`.
    public func title(_ title: String) -> String { isOnly ? title : "\(title) [\(self)]" }
}
