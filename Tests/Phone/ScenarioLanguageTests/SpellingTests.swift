import ScenarioLanguage
import Testing

@Suite("A word that is nearly right")
struct SpellingTests {
    @Test(
        "is followed by the one that was probably meant",
        arguments: [
            ("phone swich silent", "switch"), ("phone switch silnt", "silent"),
            ("phone route hedphones", "headphones"), ("settng keyboard-clicks off", "setting"),
            ("setting keyboard-click off", "keyboard-clicks"),
            ("app Other categry ambient", "category"),
            ("app Other category ambiant", "ambient"),
            ("app Other options mixWithOther", "mixWithOthers"),
            ("fr each a in 1,2", "for"), ("lett a = 1", "let"), ("for eech a in 1,2", "each"),
        ])
    func headers(line: String, meant: String) {
        #expect(
            firstError(in: story(header: line))?.hasSuffix("; did you mean '\(meant)'?") == true)
    }

    @Test(
        "of an act is too, also a name of an app or a stream",
        arguments: [
            ("Musc leaves", "Music"), ("music leaves", "Music"), ("Music leavs", "leaves"),
            ("Game pauses sng", "song"), ("Game pauses Song", "song"), ("call arives", "arrives"),
            ("Music category ambiant", "ambient"), ("user presses paly", "play"),
        ])
    func acts(act: String, meant: String) {
        let error = firstError(in: story(act: act))
        #expect(error?.hasSuffix("; did you mean '\(meant)'?") == true, "\(error ?? "")")
    }

    @Test(
        "of a condition is too",
        arguments: [
            ("at 1 game.song audible", "Game.song"), ("at 1 Game.sog audible", "song"),
            ("at 1 gme told volume 1", "Game"), ("at 1 Game.song audibel", "audible"),
            ("at 1 Game.song interrupted by msic", "Music"),
            ("witin 1 s of ring route speaker", "within"),
        ])
    func conditions(claim: String, meant: String) {
        let error = firstError(in: story(claim: claim))
        #expect(error?.hasSuffix("; did you mean '\(meant)'?") == true, "\(error ?? "")")
    }

    @Test("and a time without its sign or with a unit has the time that was meant")
    func times() {
        let text = story(act: "Music leaves").replacing("at 10 end", with: "then 5 lock\nat 10 end")
        #expect(firstError(in: text)?.hasSuffix("; did you mean '+5'?") == true)
        let unit = story(act: "Music leaves").replacing("at 10 end", with: "at 5s lock\nat 10 end")
        #expect(firstError(in: unit)?.hasSuffix("; a time has no unit: '5'") == true)
    }
}
