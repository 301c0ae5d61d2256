/// An app that plays in a measurement, and how it begins.
package struct ConformancePlayer: Sendable {
    package var name: String
    var subject: ConformanceSubject
    var begin: @Sendable (BenchApp) -> Void

    init(
        _ name: String, _ subject: ConformanceSubject,
        begin: @escaping @Sendable (BenchApp) -> Void = { $0.play() }
    ) {
        self.name = name
        self.subject = subject
        self.begin = begin
    }
}

extension ConformanceCell {
    /// Makes a player that begins while the other already plays in the background.
    init(
        of player: ConformancePlayer, joining other: ConformancePlayer, _ source: ConformanceSource
    ) {
        let bench = ConformanceBench(source)
        let first = bench.open(other.subject, "Other")
        other.begin(first)
        bench.listen()
        let second = bench.open(player.subject, "Subject")
        player.begin(second)
        bench.listen()
        self.init(itself: second.measurementBeside, other: first.measurementBeside)
    }
}
