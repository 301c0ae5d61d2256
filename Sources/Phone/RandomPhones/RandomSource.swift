import AudioModel

/// Random choices that depend only on a seed.
struct RandomSource: Sendable {
    private var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(random.next() % UInt64(range.count))
    }

    mutating func bits() -> UInt64 { random.next() }

    mutating func chance(_ count: Int, of all: Int) -> Bool {
        Int(random.next() % UInt64(all)) < count
    }

    mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int(random.next() % UInt64(values.count))]
    }

    /// Picks one of the values, each with a probability in proportion to its weight.
    mutating func pick<Value>(weighted values: [(weight: Int, value: Value)]) -> Value {
        var rest = Int(random.next() % UInt64(values.reduce(0) { $0 + $1.weight }))
        for (weight, value) in values {
            if rest < weight { return value }
            rest -= weight
        }
        return values[0].value
    }

    /// A volume of 0…1 in steps of 1/16; the ends are frequent, because faults are there.
    mutating func volume() -> Float {
        chance(1, of: 4) ? pick([0, 1]) : Float(number(0...16)) / 16
    }
}
