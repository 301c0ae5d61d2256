import Terminal
import Testing

@Suite("The columns of a text")
struct TextWidthTests {
    @Test(
        "are those of a terminal",
        arguments: [
            ("", 0), ("abc", 3), ("Sigur Rós", 9), ("Sigur Ro\u{301}s", 9), ("東京事変", 8),
            ("ｱｲｳ", 3), ("ＡＢ", 4), ("방탄소년단", 10), ("\u{1112}\u{1161}\u{11AB}", 2), ("فيروز", 5),
            ("עברית", 5), ("שָׁלוֹם", 4), ("नमस्ते", 4), ("🎵", 2), ("👩‍🎤", 2), ("🇮🇸", 2), ("❤️", 2),
            ("a\u{200B}b", 2), ("…", 1), ("、", 2), ("\u{7}", 0),
        ])
    func counts(text: String, columns: Int) {
        #expect(text.columnCount == columns)
    }

    @Test("limit a text, which then ends with an ellipsis")
    func cuts() {
        #expect("abcdef".cut(toColumns: 6) == "abcdef")
        #expect("abcdef".cut(toColumns: 4) == "abc…")
        // A wide character does not fit in the one column that is left.
        #expect("東京事変".cut(toColumns: 6) == "東京…")
        #expect("東京事変".fitted(toColumns: 6) == "東京… ")
        #expect("abc".fitted(toColumns: 5) == "abc  ")
        #expect("abc".fitted(toColumns: 5, alignsRight: true) == "  abc")
        #expect("abc".cut(toColumns: 0) == "")
        #expect("abc".cut(toColumns: -1) == "")
    }

    @Test("of any text fit", arguments: 0..<12)
    func fits(columns: Int) {
        for text in ["東a京b事c変", "e\u{301}e\u{301}e\u{301}e\u{301}", "👩‍🎤👩‍🎤", "فيروز طويلة جدا"] {
            #expect(text.cut(toColumns: columns).columnCount <= columns)
            #expect(text.fitted(toColumns: columns).columnCount == columns)
        }
    }
}
