import MusicLibrary
import Testing

@Suite("Folded text")
struct FoldingTests {
    @Test(
        "is the same for what a person types and what a tag holds",
        arguments: [
            ("Dvořák", "dvorak"), ("Beyoncé", "BEYONCE"), ("İstanbul", "istanbul"),
            ("Ｆｕｌｌ", "full"), ("Straße", "strasse"), ("Đorđe", "dorde"), ("Øl", "ol"),
            ("Мёд", "мед"), ("Don’t", "dont"), ("ﬁne", "fine"), ("ｶﾞﾗｽ", "ガラス"),
            ("  two   words ", "Two Words"), ("Ελλάς", "ελλάσ"), ("Ⅷ", "viii"),
        ])
    func equal(left: String, right: String) {
        #expect(folded(left, .accents) == folded(right, .accents))
    }

    @Test("keeps apart what are other words", arguments: [("か", "が"), ("कि", "की"), ("a", "b")])
    func different(left: String, right: String) {
        #expect(folded(left, .accents) != folded(right, .accents))
    }

    @Test("of names keeps accents, and not case and width")
    func names() {
        #expect(folded("BEYONCÉ", .caseAndWidth) == folded("beyonce\u{301}", .caseAndWidth))
        #expect(folded("Beyoncé", .caseAndWidth) != folded("Beyonce", .caseAndWidth))
        #expect(folded("ＡＢＣ", .caseAndWidth) == "abc")
    }

    @Test("is bounded, whatever the text")
    func bounded() {
        let marks = "a" + String(repeating: "\u{301}", count: 100_000)
        #expect(folded(marks, .caseAndWidth).utf8.count < 8192)
        let long = String(repeating: "\u{FDFA}", count: 100_000)
        #expect(folded(long, .accents).unicodeScalars.count <= 4 * FoldingLimits.scalarsMax)
        #expect(folded(String(repeating: "x", count: 100_000), .accents).count == 512)
    }

    @Test("into words, with pairs for scripts without blanks")
    func words() {
        #expect(SearchWords.indexed("久石譲 feat. AC/DC") == "久石 石譲 譲 feat ac dc")
        #expect(SearchWords.typed("石譲").map(\.text) == ["石譲"])
        #expect(SearchWords.typed("譲") == [.init(text: "譲", isPrefix: true)])
        #expect(
            SearchWords.typed("Don't st") == [
                .init(text: "dont", isPrefix: true), .init(text: "st", isPrefix: true),
            ])
        #expect(SearchWords.typed("\"*(:^") == [])
    }
}

@Suite("Sort keys")
struct SortKeyTests {
    private func sorted(_ names: [String]) -> [String] {
        names.sorted { SortKey($0).bytes.lexicographicallyPrecedes(SortKey($1).bytes) }
    }

    @Test("order names as the phone's lists do")
    func order() {
        let names = [
            "Abba", "The Beatles", "Björk", "(Bob) Dylan", "Track 2", "Track 10", "Zz Top",
            "Éva", "Яна", "あさ", "2Pac", "10cc", "!!!",
        ]
        #expect(
            sorted(names.reversed()) == [
                "Abba", "The Beatles", "Björk", "(Bob) Dylan", "Éva", "Track 2", "Track 10",
                "Zz Top", "Яна", "あさ", "2Pac", "10cc", "!!!",
            ])
    }

    @Test(
        "have index titles",
        arguments: [
            ("The Beatles", "B"), ("a-ha", "A"), ("The The", "T"), ("Ångström", "A"), ("99", "#"),
            ("", "#"), ("Мёд", "М"), ("ガラス", "か"), ("한국", "ㅎ"), ("...Baby", "B"), ("A", "A"),
        ])
    func section(name: String, section: String) {
        #expect(SortKey(name).section == section)
    }

    @Test("follow the sort name of a file")
    func sortName() {
        #expect(SortKey("David Bowie", sortName: "Bowie, David") == SortKey("Bowie, David"))
        #expect(SortKey("David Bowie", sortName: " ") == SortKey("David Bowie"))
    }
}
