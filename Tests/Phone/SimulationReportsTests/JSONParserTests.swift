import AudioModel
import SimulationReports
import Testing

@Suite("Parsing JSON")
struct JSONParserTests {
    private func parsed(_ text: String) throws(JSONError) -> JSONValue {
        try JSONValue(parsing: Array(text.utf8))
    }

    @Test("keeps digits and the order of members, so that a report is the same text again")
    func same() throws {
        let text = SmallStory.report.jsonText
        #expect(try parsed(text).readableText + "\n" == text)
        let numbers = "[0, -0, 1.50, 1e3, 12E-7, -3.25e+10, 123456789012345678901234567890]"
        #expect(try parsed(numbers).compactText == numbers)
    }

    @Test(
        "decodes strings",
        arguments: [
            (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u20AC""#, "é€"),
            (#""\ud83d\ude00""#, "😀"), ("\"é😀\"", "é😀"), ("\"\"", ""),
        ])
    func strings(text: String, string: String) throws {
        #expect(try parsed(text).text == string)
    }

    @Test(
        "refuses what is no JSON",
        arguments: [
            "", " ", "{", "[", "[1,]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "[1 2]",
            "\"", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\ud800\\u0041\"",
            "\"\\udc00\"", "\"\u{1}\"", "tru", "nul", "01", "+1", "1.", ".5", "1e", "-", "NaN",
            "1 1", "[1]]", String(repeating: "[", count: 1_000_000),
        ])
    func wrong(text: String) {
        #expect(throws: JSONError.self) { try parsed(text) }
    }

    @Test("refuses strings that are not UTF-8, and says where a text ends early")
    func bytes() {
        #expect(throws: JSONError.self) { try JSONValue(parsing: [0x22, 0xFF, 0x22]) }
        let text = Array(SmallStory.report.jsonText.utf8).dropLast(1)
        for count in 0..<text.count {
            let error = #expect(throws: JSONError.self) {
                try JSONValue(parsing: Array(text.prefix(count)))
            }
            #expect((error?.offset ?? .max) <= count)
        }
    }
}
