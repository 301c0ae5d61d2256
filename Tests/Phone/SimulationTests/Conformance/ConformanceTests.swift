import AudioModel
import Simulation
import Testing

@Suite("What was measured of the categories")
struct ConformanceTests {
    /// The report, measured once for all tests.
    private static let report = ConformanceReport.measured()

    private func cell(_ table: String, _ row: String, _ column: String) throws -> ConformanceCell {
        let table = try #require(ConformanceTests.report.tables.first { $0.title == table })
        return try #require(table.cell(row, column), "\(row), \(column)")
    }

    private func itself(_ row: String, _ column: String) throws -> MeasuredSound {
        try #require(cell("By itself", row, column).itself)
    }

    @Test("is what the specification's behaviour table says", arguments: SessionCategory.allCases)
    func behaviour(category: SessionCategory) throws {
        let typed = try #require(CategoryBehaviour.typed.first { $0.category == category })
        let name = category.rawValue
        let records = try itself(name, "records")
        #expect((records.outcome == .plays) == typed.takesInput)
        let plays = try itself(name, "plays")
        #expect((plays.outcome == .plays) == (typed.defaultOutput != nil))
        // A category without output is measured while it records.
        let isAudible = typed.defaultOutput != nil
        if let obeysSwitch = typed.obeysSwitch {
            let silent = try itself(name, isAudible ? "silent mode" : "records in silent mode")
            #expect((silent.outcome == .silent) == obeysSwitch)
        }
        if let silencedByLock = typed.silencedByLock {
            let locked = try itself(name, isAudible ? "locked" : "records while locked")
            #expect((locked.outcome == .silent) == silencedByLock)
        }
        if let worksInBackground = typed.worksInBackground, isAudible {
            let there = try itself(name, "in the background")
            #expect((there.outcome == .plays) == worksInBackground)
            #expect(try itself(name, "locked, without audio mode").outcome == .silent)
        }
    }

    @Test("is what that table says of others and of outputs", arguments: SessionCategory.allCases)
    func others(category: SessionCategory) throws {
        let typed = try #require(CategoryBehaviour.typed.first { $0.category == category })
        let name = category.rawValue
        let music = try #require(cell("Beside another", name, "music").other)
        #expect(music.outcome == (typed.interrupts ? .interrupted : .plays))
        #expect((music.outcome == .plays) == typed.mixes)
        let request = try #require(cell("Requests", name, "mixWithOthers").itself)
        #expect((request.outcome == .taken) == typed.canBeMadeMixable)
        if typed.canBeMadeMixable {
            let mixing = try cell("Beside another", name + " mixWithOthers", "music")
            #expect(mixing.other?.outcome == .plays && mixing.itself?.outcome == .plays)
        }
        let route = try #require(cell("Routes", name, "nothing").route)
        #expect(route.outputs == (typed.defaultOutput.map { [$0] } ?? []))
        #expect(route.inputs == (typed.takesInput ? [.builtInMicrophone] : []))
    }

    @Test("is what the specification's matrix says", arguments: TypedMatrix.rows.map(\.a))
    func matrix(a: String) throws {
        let typed = try #require(TypedMatrix.rows.first { $0.a == a })
        let table = try #require(ConformanceTests.report.tables.first { $0.title == "A against B" })
        #expect(table.columns == TypedMatrix.columns)
        #expect(table.rows.map(\.name) == TypedMatrix.rows.map(\.a))
        for (column, fate) in zip(TypedMatrix.columns, typed.fates) {
            let cell = try cell("A against B", a, column)
            let (first, second) = outcomes(fate)
            #expect(cell.other?.outcome == first, "A, met by \(column)")
            #expect(cell.itself?.outcome == second, "\(column) as B")
            for measurement in [cell.other, cell.itself] where measurement?.outcome == .ducked {
                #expect(measurement?.gain == 0.25)
            }
        }
    }

    private func outcomes(
        _ fate: TypedMatrix.Fate
    ) -> (MeasuredSound.Outcome, MeasuredSound.Outcome) {
        switch fate {
        case .nothing: (.plays, .plays)
        case .interrupted: (.interrupted, .plays)
        case .ducked: (.ducked, .plays)
        case .beginsDucked: (.plays, .ducked)
        case .bothDucked: (.ducked, .ducked)
        case .bSilent: (.plays, .silent)
        case .aSilent: (.silent, .plays)
        }
    }
}
