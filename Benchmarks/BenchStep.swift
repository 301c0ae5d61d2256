/// One measurement of a benchmark.
package struct BenchStep {
    package var name: String
    package var measure: (BenchmarkTimer) throws(BenchmarkError) -> Measure.Outcome

    package init(
        name: String, measure: @escaping (BenchmarkTimer) throws(BenchmarkError) -> Measure.Outcome
    ) {
        self.name = name
        self.measure = measure
    }

    package init(_ contest: Benchmark) {
        self.init(name: contest.name) { timing throws(BenchmarkError) in
            try timing.measure(contest).outcome
        }
    }

    package init(skipping name: String, because reason: String) {
        self.init(name: name) { _ throws(BenchmarkError) in
            .skipped(reason: reason)
        }
    }
}
