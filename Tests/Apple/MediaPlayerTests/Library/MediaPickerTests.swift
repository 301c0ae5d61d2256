import Foundation
import Glibc
import MediaPlayer
import Simulation
import Terminal
import Testing

/// Acceptance case 23 of players.
@MainActor
@Suite("A media picker")
struct MediaPickerTests {
    private let phone = SimulatedPhone.withSongs()

    private final class Picking: UIViewController, MPMediaPickerControllerDelegate {
        var picked: [[String]] = []
        var cancelCount = 0
        var loadCount = 0
        var dismisses = false

        override func viewDidLoad() {
            super.viewDidLoad()
            loadCount += 1
        }

        func mediaPicker(
            _ mediaPicker: MPMediaPickerController,
            didPickMediaItems mediaItemCollection: MPMediaItemCollection
        ) {
            picked.append(mediaItemCollection.items.map { $0.title ?? "" })
            if dismisses { dismiss(animated: true) }
        }

        func mediaPickerDidCancel(_ mediaPicker: MPMediaPickerController) {
            cancelCount += 1
            mediaPicker.dismiss(animated: true)
        }
    }

    private func launch(
        multiple: Bool
    ) -> (app: SimulatedPhone.App, controller: Picking, picker: MPMediaPickerController) {
        let controller = Picking()
        let picker = MPMediaPickerController(mediaTypes: .anyAudio)
        let app = phone.launch("Songs", info: libraryInfo) {
            picker.allowsPickingMultipleItems = multiple
            picker.delegate = controller
            controller.loadViewIfNeeded()
            controller.present(picker, animated: true)
            return controller
        }
        return (app, controller, picker)
    }

    @Test("of one song tells its delegate once, and stays until that dismisses it")
    func single() {
        let (app, controller, picker) = launch(multiple: false)
        #expect(phone.pickerTitles(in: app)?.count == 15)
        phone.pick("Ben 2", "Ben 3", in: app)
        #expect(controller.picked == [["Ben 2"]])
        #expect(controller.presentedViewController === picker)
        #expect(picker.presentingViewController === controller)
        app.run { controller.dismiss(animated: true) }
        #expect(controller.presentedViewController == nil)
        #expect(phone.pickerTitles(in: app) == nil)
        #expect(controller.loadCount == 1)
    }

    @Test("of several songs gives them in the order of picking, and can be shown again")
    func multiple() {
        let (app, controller, picker) = launch(multiple: true)
        controller.dismisses = true
        phone.pick("Ben 3", "Anna 1", in: app)
        #expect(controller.picked == [["Ben 3", "Anna 1"]])
        #expect(controller.presentedViewController == nil)
        app.run { controller.present(picker, animated: false) }
        phone.cancelPicker(in: app)
        #expect(controller.cancelCount == 1)
        #expect(phone.pickerTitles(in: app) == nil)
    }

    @Test("that is not shown, or does not offer a title, is a finding")
    func findings() {
        let (app, controller, _) = launch(multiple: false)
        var findings: [String] = []
        phone.onFinding = { findings.append($0.description) }
        phone.pick("Nothing", in: app)
        app.run { controller.dismiss(animated: true) }
        phone.pick("Ben 1", in: app)
        #expect(
            findings == [
                "Songs: the media picker offers no \"Nothing\"", "Songs shows no media picker",
            ])
        #expect(controller.picked.isEmpty)
    }
}

@Suite("A media picker in a terminal")
struct PickerListTests {
    private func list(isMultiple: Bool) -> PickerList {
        PickerList(
            [
                .init(id: 1, title: "Alle Vögel", artist: "Chor"),
                .init(id: 2, title: "Čau", artist: "Dvořák"),
                .init(id: 3, title: "久石譲", artist: "Band"),
            ], isMultiple: isMultiple, prompt: "Choose")
    }

    @Test("finds what is typed without regard to accents, and picks it")
    func search() {
        var list = list(isMultiple: false)
        for letter in ["d", "v", "o", "r"] { #expect(list.press(.text(letter)) == .goesOn) }
        #expect(list.press(.enter) == .picked([2]))
        #expect(list.press(.erase) == .goesOn)
        #expect(list.press(.cancel) == .cancelled)
    }

    @Test("marks several songs, in their order")
    func marks() {
        var list = list(isMultiple: true)
        _ = list.press(.down)
        _ = list.press(.mark)
        _ = list.press(.up)
        _ = list.press(.up)
        _ = list.press(.mark)
        #expect(list.press(.enter) == .picked([2, 1]))
    }

    @Test("fits the screen, and shows no control characters of tags")
    func lines() {
        let hostile = PickerList(
            [.init(id: 1, title: "a\u{1B}[2J\u{7}b", artist: String(repeating: "x", count: 500))],
            isMultiple: false, prompt: "P\nQ")
        let lines = hostile.lines(width: 20, height: 6)
        #expect(lines.count == 6)
        #expect(lines[0] == "P\u{FFFD}Q")
        #expect(lines[2] == "\u{1B}[7m> a\u{FFFD}[2J\u{FFFD}b - xxxxxxx…\u{1B}[0m")
    }

    @Test("decodes keys that arrive in pieces")
    func keys() {
        var decoder = TerminalKeyDecoder()
        func keys(_ bytes: [UInt8]) -> [PickerList.Key] {
            decoder.keys(in: bytes).compactMap { PickerList.Key($0) }
        }
        #expect(keys([0x1B]) == [])
        #expect(keys([0x5B, 0x42, 0x0D]) == [.down, .enter])
        #expect(keys(Array("ř x".utf8)) == [.text("ř"), .mark, .text("x")])
        #expect(keys([0x1B]) == [])
        #expect(decoder.finishWaiting() == [.escape])
        #expect(PickerList.Key(.escape) == .cancel)
        #expect(keys([0x1B, 0x5B, 0x36, 0x7E]) == [.pageDown])
    }

    @Test("takes the screen of a terminal, and gives it back as it was")
    func terminal() throws {
        var (typist, program): (Int32, Int32) = (-1, -1)
        try #require(openpty(&typist, &program, nil, nil, nil) == 0)
        defer {
            close(typist)
            close(program)
        }
        var (before, after) = (termios(), termios())
        tcgetattr(program, &before)
        let keys = Array("dvo\r".utf8)
        #expect(write(typist, keys, keys.count) == keys.count)
        var picker = TerminalPicker(list(isMultiple: false), input: program, output: program)
        // The line discipline has not seen the keys as a line yet.
        #expect(picker.run { false } == [2])
        tcgetattr(program, &after)
        #expect(after.c_lflag == before.c_lflag)
        // The terminal may hand over what was written in several pieces.
        var shown: [UInt8] = []
        var screen = ""
        var waiting = pollfd(fd: typist, events: Int16(POLLIN), revents: 0)
        while !screen.contains("\u{1B}[?1049l"), poll(&waiting, 1, 10_000) > 0 {
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = read(typist, &bytes, bytes.count)
            guard count > 0 else { break }
            shown += bytes[..<count]
            screen = String(decoding: shown, as: UTF8.self)
        }
        #expect(screen.contains("\u{1B}[?1049h") && screen.contains("\u{1B}[?1049l"))
        #expect(screen.contains("Čau - Dvořák"))
    }

    @Test("is cancelled by the escape key alone, and when it is dismissed")
    func escape() throws {
        var (typist, program): (Int32, Int32) = (-1, -1)
        try #require(openpty(&typist, &program, nil, nil, nil) == 0)
        defer {
            close(typist)
            close(program)
        }
        #expect(write(typist, [0x1B] as [UInt8], 1) == 1)
        var picker = TerminalPicker(list(isMultiple: true), input: program, output: program)
        #expect(picker.run { false } == nil)
        #expect(picker.run { true } == nil)
    }

    @Test("is cancelled when the terminal is closed, before or while it is shown")
    func closed() throws {
        for isBefore in [true, false] {
            var (typist, program): (Int32, Int32) = (-1, -1)
            try #require(openpty(&typist, &program, nil, nil, nil) == 0)
            defer { close(program) }
            if isBefore { close(typist) }
            var picker = TerminalPicker(list(isMultiple: true), input: program, output: program)
            var isClosed = isBefore
            let result = picker.run {
                if !isClosed {
                    close(typist)
                    isClosed = true
                }
                return false
            }
            #expect(result == nil)
            #expect(isClosed)
        }
    }

    @Test("is cancelled without a terminal: its keys come from a pipe or a file")
    func noTerminal() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let file = open("/dev/null", O_RDWR)
        defer { for end in ends + [file] { close(end) } }
        for input in [ends[0], file, -1] {
            var picker = TerminalPicker(list(isMultiple: true), input: input, output: ends[1])
            #expect(picker.run { false } == nil)
        }
        // Nothing was written for a screen.
        var ready = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        #expect(poll(&ready, 1, 0) == 0)
    }
}
