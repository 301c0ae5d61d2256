import AudioModel
import SoundCommands
import Terminal
import Testing

@Suite("The progress line")
struct ProgressLineTests {
    private let line = ProgressLine(
        name: "lesson.wav", position: 3.25, duration: 72, level: 0.25, route: "Speaker",
        isPaused: false)

    @Test("shows name, position, level and route")
    func whole() {
        #expect(
            line.text(width: 80)
                == ">  lesson.wav  0:03.2 [>----------------] 1:12.0  [########--] -12.0 dB  Speaker"
        )
    }

    @Test("leaves out what matters least on a narrow terminal, and never breaks")
    func narrow() {
        #expect(
            line.text(width: 70)
                == ">  lesson.wav  0:03.2 [>---------------] 1:12.0  [########--] -12.0 dB")
        #expect(line.text(width: 40) == ">  lesson.wav  0:03.2 [>--------] 1:12.0")
        #expect(line.text(width: 36) == ">  lesson.wav  0:03.2 / 1:12.0")
        var long = line
        long.place = "12 of 345"
        long.name = String(repeating: "名前 e\u{301} ", count: 12)
        long.note = "chapter 2 of 3: " + String(repeating: "長い", count: 20)
        for width in 0...200 {
            #expect(line.text(width: width).columnCount <= width)
            #expect(long.text(width: width).columnCount <= width)
        }
    }

    @Test("has a progress bar at 80 columns, whatever the name")
    func bar() {
        #expect(
            line.text(width: 100)
                == ">  lesson.wav  0:03.2 [=>-------------------------] 1:12.0"
                + "  [################----] -12.0 dB  Speaker")
        var other = line
        other.name = String(repeating: "name ", count: 20)
        other.place = "2 of 5"
        #expect(other.text(width: 79).contains("n…  0:03.2 [>-------] 1:12.0"))
        other = line
        other.position = 36
        #expect(other.text(width: 92).contains("0:36.0 [=========>---------] 1:12.0"))
        other.position = 72
        #expect(other.text(width: 92).contains("[===================]"))
        other.duration = nil
        #expect(!other.text(width: 200).contains("=="))
    }

    @Test("says that it is paused, and what it does not know")
    func paused() {
        var other = line
        other.isPaused = true
        other.duration = nil
        other.name = "a\u{1B}b"
        #expect(other.text(width: 30) == "|| a\u{FFFD}b  0:03.2")
    }

    @Test(
        "has a meter from -60 to 0 dB",
        arguments: [
            (0, "[--------------------]   silent"), (1, "[####################]   0.0 dB"),
            (2, "[####################]   6.0 dB"), (0.001, "[--------------------] -60.0 dB"),
            (0.1, "[#############-------] -20.0 dB"), (.nan, "[--------------------]   silent"),
        ] as [(Float, String)])
    func meter(level: Float, expected: String) {
        var other = line
        other.level = level
        #expect(other.meter == expected)
    }

    @Test(
        "has a clock",
        arguments: [
            (0, "0:00.0"), (59.99, "0:59.9"), (60, "1:00.0"), (3661, "61:01.0"), (-1, "?:??.?"),
            (.infinity, "?:??.?"), (.nan, "?:??.?"),
        ] as [(Double, String)])
    func clock(seconds: Double, expected: String) {
        #expect(Numeral.clock(seconds) == expected)
    }
}
