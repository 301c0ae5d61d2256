import SoundCommands
import Testing

@Suite("The progress of sori convert")
struct ConversionProgressTests {
    @Test("shows a bar of the width that there is")
    func progress() {
        let progress = ConversionProgress(name: "a.m4a", done: 30, duration: 120, elapsed: 2)
        #expect(
            progress.text(width: 80) == "[######------------------]  25%  0:06.0 left  15x  a.m4a")
        #expect(progress.text(width: 50) == "[######------------------]  25%  0:06.0 left  15x")
        #expect(progress.text(width: 5) == " 25%")
        #expect(progress.text(width: 0) == "")
        let unknown = ConversionProgress(name: "a", done: 0, duration: 0, elapsed: 0)
        #expect(unknown.text(width: 80) == "[------------------------]   0%    a")
    }
}
