import HostLinux
import Testing
import UIKit

@Suite struct RouteMenuTests {
    private let menu = RouteMenu([
        .init(name: "speaker", description: "Built-in Audio", isCurrent: true),
        .init(name: "raop", description: "Living\u{1B}room", isCurrent: false),
    ])

    @Test func `the outputs of a machine are numbered, and the present one is marked`() {
        #expect(
            menu.text
                == "Outputs\n* 1  Built-in Audio\n  2  Livingroom\nNumber, or Return for none: ")
        #expect(RouteMenu([]).text.hasPrefix("This machine has no output.\n"))
    }

    @Test(arguments: [
        ("1\n", "speaker"), (" 2 \n", "raop"), ("\n", nil), ("0\n", nil), ("3\n", nil),
        ("-1\n", nil), ("99999999999999999999\n", nil), ("two\n", nil), ("", nil),
    ])
    func `an answer is a number of the list, or none`(answer: String, name: String?) {
        #expect(menu.choice(answer: answer)?.name == name)
    }
}
