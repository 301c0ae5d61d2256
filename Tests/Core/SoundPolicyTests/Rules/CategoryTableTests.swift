import AudioModel
import SoundPolicy
import Testing

/// The behaviour of one category according to the guides.
struct CategoryRow: Sendable, CustomStringConvertible {
    var category: SessionCategory
    var words: [String]

    var description: String { category.rawValue }

    func says(_ column: Column) -> String { words[column.rawValue] }

    enum Column: Int {
        case obeysSwitch, mixesByDefault, mayMix, interrupts, isSilencedByLock
        case worksInBackground, takesInput, givesOutput, defaultOutput
    }

    /// Typed by hand from the Audio Session Programming Guide, appendix B, and the iPhone OS 2
    /// guidelines; a cell that they leave open is `no`.
    static let table = rows(
        """
        category                  | switch mixes mayMix interrupts lock background input output port
        userInterfaceSoundEffects | yes    yes   no     no         yes  no         no    yes    speaker
        ambient                   | yes    yes   no     no         yes  no         no    yes    speaker
        soloAmbient               | yes    no    no     yes        yes  no         no    yes    speaker
        playback                  | no     no    yes    yes        no   yes        no    yes    speaker
        liveAudio                 | no     no    yes    yes        no   yes        no    yes    speaker
        record                    | no     no    no     yes        no   yes        yes   no     speaker
        playAndRecord             | no     no    yes    yes        no   yes        yes   yes    receiver
        audioProcessing           | no     no    no     yes        no   no         no    no     speaker
        multiRoute                | no     no    yes    yes        no   yes        yes   yes    speaker
        """)

    private static func rows(_ table: String) -> [CategoryRow] {
        table.split(separator: "\n").dropFirst().map { line in
            let cells = line.split(whereSeparator: { $0 == " " || $0 == "|" }).map(String.init)
            return CategoryRow(
                category: SessionCategory(rawValue: cells[0])!, words: Array(cells.dropFirst()))
        }
    }
}

@Suite("The category table")
struct CategoryTableTests {
    private let rules = RuleSet(off: [])

    @Test("has a row for every category")
    func complete() {
        #expect(CategoryRow.table.map(\.category) == SessionCategory.allCases)
    }

    @Test("says what each category does, and what it does not", arguments: CategoryRow.table)
    func cells(row: CategoryRow) {
        let category = row.category
        let other = Session(category: .playback)
        let found: [CategoryRow.Column: Bool] = [
            .obeysSwitch: obeysSwitch(category),
            .mixesByDefault: mixesByDefault(category),
            .mayMix: mayMix(category),
            .interrupts: interrupts(Session(category: category), other, rules: rules),
            .isSilencedByLock: isSilencedByLock(category),
            .worksInBackground: worksInBackground(category),
            .takesInput: takesInput(category),
            .givesOutput: givesOutput(category),
        ]
        for (column, isSo) in found {
            #expect((isSo ? "yes" : "no") == row.says(column), "\(column)")
        }
        let port = defaultOutput(of: category, mode: .default, options: [])
        #expect(port.description == row.says(.defaultOutput))
    }

    @Test(
        "lets a session mix by itself or by its option, and not otherwise",
        arguments: CategoryRow.table)
    func mixing(row: CategoryRow) {
        let plain = Session(category: row.category)
        let mixing = Session(category: row.category, options: .mixWithOthers)
        let mixesAnyway = row.says(.mixesByDefault) == "yes"
        let mixesOnDemand = row.says(.mayMix) == "yes"
        #expect(isMixable(plain, rules: rules) == mixesAnyway)
        #expect(isMixable(mixing, rules: rules) == (mixesAnyway || mixesOnDemand))
    }

    @Test("sends play-and-record to the speaker where an option or a mode asks for it")
    func speakerInsteadOfReceiver() {
        #expect(
            defaultOutput(of: .playAndRecord, mode: .default, options: .defaultToSpeaker)
                == .speaker)
        #expect(defaultOutput(of: .playAndRecord, mode: .videoChat, options: []) == .speaker)
        for mode in SessionMode.allCases where mode != .videoChat {
            #expect(defaultOutput(of: .playAndRecord, mode: mode, options: []) == .receiver)
        }
    }
}
