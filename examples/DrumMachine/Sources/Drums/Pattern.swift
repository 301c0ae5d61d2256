/// A bar of sixteen steps, each a sixteenth note, for every drum.
public struct Pattern: Equatable, Sendable {
    /// The number of steps of a bar.
    public static let stepCount = 16
    /// The number of steps of a beat.
    public static let stepsPerBeat = 4

    private var hits: [Drum: Set<Int>] = [:]

    /// An empty bar.
    public init() {}

    /// Reads a bar of each drum: `x` is a hit, every other character a rest; spaces do not count.
    public init(_ lines: [Drum: String]) {
        for (drum, line) in lines {
            let steps = line.filter { $0 != " " }.prefix(Self.stepCount)
            for (step, character) in steps.enumerated() where character == "x" {
                self[drum, step] = true
            }
        }
    }

    /// Whether a drum is hit at a step; steps outside of the bar never are.
    public subscript(drum: Drum, step: Int) -> Bool {
        get { hits[drum]?.contains(step) ?? false }
        set {
            guard (0..<Self.stepCount).contains(step) else { return }
            if newValue {
                hits[drum, default: []].insert(step)
            } else {
                hits[drum]?.remove(step)
            }
        }
    }

    /// A beat to begin with.
    public static let rock = Pattern([
        .kick: "x... ..x. x... ....",
        .snare: ".... x... .... x..x",
        .hat: "x.x. x.x. x.x. x.x.",
    ])
}
