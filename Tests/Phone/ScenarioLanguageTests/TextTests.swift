import AudioModel
import Testing

import ScenarioLanguage

@Suite("The text of a scenario")
struct TextTests {
    @Test("may have blank lines, indentation, comments, CRLF and a byte order mark")
    func layout() throws {
        let plain = try scenario(
            "app Game\nat 0 Game opens; lock\nat 3 end\nexpect never Game is inactive\n")
        let text =
            "\u{FEFF}# A story\r\n\r\n \t app\tGame # the game\r\n\tat 0   Game opens;lock\r\n"
            + "  #\r\nat 3 end \t\r\nexpect never Game is inactive # ; at 4 end"
        #expect(try scenario(text) == plain)
    }

    @Test("opens a comment only where a word could begin")
    func comments() {
        #expect(
            errors(in: "at 3 end#no").first?.hasPrefix("1:9: expected a blank before '#'") == true)
        #expect(errors(in: "at 3 end #yes") == [])
        #expect(errors(in: "#yes\nat 3 end # # #") == [])
        #expect(
            errors(in: "at 1 lock;#no\nat 3 end") == [
                "1:11: expected a blank before '#', which opens a comment"
            ])
    }

    @Test("counts columns in Unicode scalars")
    func columns() {
        #expect(
            errors(in: "scenario \"소리 é\" x\nat 3 end")
                == ["1:17: expected the end of the line, found 'x'"])
    }

    @Test("may use letters of any script in names")
    func scripts() throws {
        let story = try scenario(
            "app Ölçü\nat 0 Ölçü opens; Ölçü plays noise as été_2\nat 3 end\n"
                + "expect never Ölçü.été_2 silent")
        #expect(story.apps.map(\.name) == ["Ölçü"])
    }

    @Test("may use scripts without case in names, for the place says what a name is")
    func scriptsWithoutCase() throws {
        let quoted = try scenario(
            "app \"음악\"\nat 0 \"음악\" opens; \"음악\" plays noise as \"노래\"\nat 3 end\n"
                + "expect never \"음악\".\"노래\" silent; \"음악\" is inactive")
        let bare = try scenario(
            "app 음악\nat 0 음악 opens; 음악 plays noise as 노래\nat 3 end\n"
                + "expect never 음악.노래 silent; 음악 is inactive")
        #expect(quoted == bare)
        #expect(quoted.apps.map(\.name) == ["음악"])
        #expect(
            quoted.expectations.map(\.claim).first
                == .stream(.app("음악", stream: "노래"), .silent(because: nil)))
        #expect(
            quoted.description == """
                app "음악"
                at 0 "음악" opens
                at 0 "음악" plays noise as 노래
                at 3 end
                expect never "음악".노래 silent
                expect never "음악" is inactive

                """)
    }

    @Test(
        "takes names whose letters carry marks, and none that begins with a mark, a digit or a dash",
        arguments: [
            ("संगीत", true), ("เพลง", true), ("שִׁיר", true), ("می\u{200C}خواهم", true),
            ("ミュージック", true), ("音乐 2", true), ("\u{301}a", false), ("2음악", false),
            ("-음악", false), ("음악!", false), ("phone", false), ("음악 ", false),
        ])
    func lettersWithMarks(name: String, isName: Bool) {
        #expect(errors(in: "app \"\(name)\"\nat 3 end").isEmpty == isName)
    }

    @Test("holds no bytes that are not UTF-8, no control characters, no unusual blanks")
    func bytes() {
        #expect(
            errors(in: Array("at 1 lock\nat 2 ".utf8) + [0xC3, 0x28])
                == ["2:6: expected UTF-8 text, found other bytes at offset 15"])
        #expect(
            errors(in: "at 3 end\u{0}")
                == ["1:9: expected text, found the control character U+0000"])
        #expect(
            errors(in: "scenario \"a\u{7}\"\nat 3 end")
                == ["1:12: expected text, found the control character U+0007"])
        #expect(
            errors(in: "at 3 lock\rat 4 end")
                == ["1:10: expected text, found the control character U+000D"])
        #expect(
            errors(in: "at\u{A0}3 end") == [
                "1:3: expected a word or an ordinary blank, found the blank character U+00A0"
            ])
    }

    @Test("has keywords without quotes, in the spelling of the reference")
    func keywords() {
        #expect(errors(in: "at 3 end\nexpect never \"clicks\"").first?.hasPrefix("2:14: ") == true)
        #expect(
            errors(in: "At 3 end")
                == [
                    "1:1: expected a keyword, found 'At'; did you mean 'at'?"
                ])
    }

    @Test("is bounded: the file, a line, a name and a number")
    func limits() {
        let tooLong = [UInt8](repeating: UInt8(ascii: "\n"), count: Scenario.byteCountMax + 1)
        #expect(
            errors(in: tooLong) == ["1:1: expected a file of at most 4194304 bytes, found 4194305"])
        let line = "#" + String(repeating: "x", count: ScenarioParser.lineByteCountMax)
        #expect(
            errors(in: "\(line)\nat 3 end")
                == ["1:1: expected a line of at most 65536 bytes, found 65537"])
        let name = "A" + String(repeating: "a", count: Scenario.nameLengthMax - 1)
        #expect(errors(in: "app \(name)\nat 3 end") == [])
        #expect(errors(in: "app \(name)a\nat 3 end").count == 1)
        let zeros = String(repeating: "0", count: DecimalText.lengthMax - 2)
        #expect(errors(in: "at 3.\(zeros) end") == [])
        #expect(errors(in: "at 3.0\(zeros) end").count == 1)
    }

    @Test(
        "takes time that grows with its length and not with its square",
        arguments: [
            "at 1 lock\n", "expect never clicks\n", "at 1 Game sounds noise as x%\n",
            "expect never Game is active; Game is inactive\n", "expect at 0 Geme is active\n",
            "# nothing\n",
        ])
    func isLinear(line: String) {
        func duration(of lineCount: Int) -> Duration {
            let lines = (0..<lineCount).map { line.replacing("%", with: "\($0)") }
            let text = "app Game\nat 0 Game opens\n" + lines.joined() + "at 3 end"
            return ContinuousClock().measure { _ = errors(in: text) }
        }
        // Given a text, and one sixteen times as long: quadratic time would be 256 times as long.
        let short = (0..<3).map { _ in duration(of: 500) }.min() ?? .zero
        let long = (0..<2).map { _ in duration(of: 8_000) }.min() ?? .zero
        #expect(long < short * 100 + .milliseconds(50))
    }

    @Test("reads and writes decimal numbers exactly", arguments: numbers)
    func number(text: String, value: Double?) {
        #expect(DecimalText.double(text[...]) == value)
        if let value {
            #expect(DecimalText.double(DecimalText.text(value)[...]) == value)
        }
    }

    static let numbers: [(String, Double?)] = [
        ("0", 0), ("2.5", 2.5), ("-12.25", -12.25), ("007", 7), ("0.00000123", 1.23e-6),
        ("0.000000000000000000000000000000000000000000012", 1.2e-44),
        ("123456789012345", 123456789012345),
        ("-0.00001", -0.00001), ("5000000000000000000000", 5e21),
        ("12345678901234567890123", 1.2345678901234568e22),
        ("", nil), ("-", nil), (".", nil), (".5", nil), ("5.", nil), ("1.2.3", nil), ("+1", nil),
        ("1e3", nil), ("0x10", nil), ("inf", nil), ("nan", nil), ("1_000", nil), ("--1", nil),
        ("٣", nil),
    ]

    @Test("reads times to the nanosecond", arguments: times)
    func readsTime(text: String, nanoseconds: Int64?) {
        #expect(DecimalText.time(text[...])?.nanoseconds == nanoseconds)
        if let nanoseconds {
            let time = HostTime(nanoseconds: nanoseconds)
            #expect(DecimalText.time(DecimalText.text(time)[...]) == time)
        }
    }

    static let times: [(String, Int64?)] = [
        ("0", 0), ("1", 1_000_000_000), ("0.1", 100_000_000), ("2.000000001", 2_000_000_001),
        ("0.0000000004", 0), ("0.0000000005", 1), ("0.9999999999", 1_000_000_000),
        ("9223372036.854775807", .max), ("9223372036.854775808", nil),
        ("99999999999999999999", nil), ("-1", nil), ("-0", nil), ("1.", nil),
    ]
}
