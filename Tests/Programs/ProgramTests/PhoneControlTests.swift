import AudioModel
import CommandLineTool
import DeviceActions
import Foundation
import LiveDevice
import PhoneCommands
import Simulation
import TestSupport
import Testing

@Suite("Commands for a running phone")
struct PhoneControlTests {
    @Test(
        "are short forms, and actions of the scenario language",
        arguments: [
            ("switch silent", .device(.act(.event(.ringSwitchMoved(.silent))))),
            ("volume up", .device(.act(.event(.volumePressed(.up))))),
            ("volume down x3", .device(.act(.press(.down, times: 3)))),
            ("volume 50", .device(.act(.event(.volumeSet(.media, 0.5))))),
            ("volume 12.5%", .device(.act(.event(.volumeSet(.media, 0.125))))),
            ("headphones plug", .device(.act(.event(.portPlugged(.headphones))))),
            ("headphones  unplug", .device(.act(.event(.portUnplugged(.headphones))))),
            ("bluetooth on", .device(.act(.event(.portPlugged(Port(.bluetoothA2DP)))))),
            ("call", .device(.act(.event(.callArrived)))),
            ("call banner", .device(.act(.event(.callArrivedAsBanner)))),
            ("answer", .device(.act(.event(.callAnswered)))),
            ("decline", .device(.act(.event(.callDeclined)))),
            ("hang up", .device(.hangUp)),
            ("hangup", .device(.hangUp)),
            ("alarm", .device(.act(.event(.alarmFired)))),
            ("timer fires", .device(.act(.event(.timerFired)))),
            ("dismiss", .device(.dismiss)),
            ("lock", .device(.act(.event(.locked)))),
            ("open My App", .device(.open("My App"))),
            ("press", .key(.playPause)),
            ("press volume up", .device(.act(.event(.volumePressed(.up))))),
            ("play", .device(.act(.event(.remoteCommand(.play))))),
            ("why", .device(.why(nil))),
            ("why Music.song", .device(.why("Music.song"))),
            ("status", .device(.status)),
            ("quit", .end),
            ("headset press 2", .device(.act(.event(.headsetPressed(times: 2))))),
        ] as [(String, ControlCommand)])
    func commands(line: String, command: ControlCommand) throws {
        #expect(try ControlCommand(line) == command)
    }

    @Test(
        "are refused where they are none",
        arguments: [
            "", " ", "fly", "volume", "volume 101", "volume -1", "volume nan", "open", "quit now",
            "switch", "switch silent fails -50", "switch silent; lock", "at 0 lock",
            "Music opens", "expect Music.song audible", "include \"/etc/passwd\"",
            "call\rlock", "end", String(repeating: "lock ", count: 1000),
        ])
    func refused(line: String) {
        #expect(throws: ProgramError.self) { try ControlCommand(line) }
    }

    @Test("all have a first word that completions know, and each in the help can be parsed")
    func help() throws {
        for (usage, _) in ControlCommand.words {
            let words = usage.split(separator: " ").map { word -> String in
                switch word {
                case "APP": "Music"
                case "[APP]": "Music"
                case "PORT": "speaker"
                default: String(word.split(separator: "|")[0])
                }
            }
            #expect(throws: Never.self) { try ControlCommand(words.joined(separator: " ")) }
            #expect(ControlCommand.firstWords.contains(words[0]))
        }
    }

    @Test("are answered with what they cause, or why they are impossible")
    func answers() {
        let driver = VirtualDriver()
        let controller = PhoneController(BuiltInApp.all(), world: driver.world)
        #expect(controller.answer("why") == PhoneAnswer(.done, ["no app has a sound"]))
        #expect(
            controller.answer("open music").lines == [
                "Music was opened: Music is inactive, active; Music told willFinishLaunching, "
                    + "didFinishLaunching, didBecomeActive"
            ])
        #expect(controller.answer("press").lines == ["Music started a sound: Music.song audible"])
        #expect(
            controller.answer("why music").lines == [
                "Music: active, category playback, session active",
                "  Music.song: audible, -1.9 dB (media volume)",
            ])
        #expect(
            controller.answer("why music.song").lines == [
                "Music.song: audible, -1.9 dB (media volume)"
            ])
        #expect(
            controller.answer("switch silent").lines == ["the ring switch was moved to silent"])
        #expect(controller.answer("answer") == PhoneAnswer(.badInput, ["there is no call"]))
        #expect(controller.answer("why Game").lines == ["Game: not running"])
        #expect(controller.answer("why Nope").code == .badInput)
        #expect(controller.answer("open 99").code == .badInput)
        #expect(controller.answer("fly").code == .wrongUse)
        #expect(
            controller.answer("status").lines.prefix(2) == [
                "profile  iOS 17", "switch   silent",
            ])
        #expect(controller.answer("log").lines.last == "0:00.0 call is answered: there is no call")
        // What it did is in its recording, like what keys do.
        let acts = controller.phone.scenario.timed.map(\.action.name)
        #expect(acts == ["opens", "plays", "switch"])
        controller.end()
    }

    @Test("tell the status as JSON, however long it is")
    func json() throws {
        let driver = VirtualDriver()
        let controller = PhoneController(BuiltInApp.all(), world: driver.world)
        _ = controller.answer("open music")
        _ = controller.answer("press")
        let answer = controller.answer("status json")
        let sent = try #require(try PhoneAnswer(from: Array(answer.text.utf8)))
        let text = PhoneControlCommand.text(of: sent, isJSON: true, isOneText: true)
        #expect(try DeviceStatus(json: text) == controller.status)
        #expect(try DeviceStatus(json: text).streams.map(\.name) == ["Music.song"])
        let long = String(repeating: "é\u{301}\u{1F3B5}", count: 5000)
        let pieces = PhoneAnswer(asOneText: long)
        let received = try #require(try PhoneAnswer(from: Array(pieces.text.utf8)))
        #expect(received.lines.joined() == long)
        let events = PhoneControlCommand.text(
            of: controller.answer("switch silent"), isJSON: true, isOneText: false)
        #expect(events == "{\"lines\": [\"the ring switch was moved to silent\"]}\n")
        controller.end()
    }

    @Test("give a picture of the screen that is whole XML with its words")
    func screenshot() throws {
        let driver = VirtualDriver()
        let controller = PhoneController(BuiltInApp.all(), world: driver.world)
        _ = controller.answer("open music")
        _ = controller.answer("press")
        let answer = controller.answer("screenshot")
        let sent = try #require(try PhoneAnswer(from: Array(answer.text.utf8)))
        let text = PhoneControlCommand.text(of: sent, isJSON: false, isOneText: true)
        #expect(text.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 692 452\""))
        #expect(text.contains("sori phone  iOS 17") && text.contains("Music.song"))
        let names = text.matches(of: /<(\/?)([a-z]+)[^<>]*?(\/?)>/)
        var open: [Substring] = []
        for name in names {
            if !name.output.1.isEmpty {
                #expect(open.popLast() == name.output.2)
            } else if name.output.3.isEmpty {
                open.append(name.output.2)
            }
        }
        #expect(open.isEmpty && names.count > 20)
        let picture = ScreenPicture([ScreenLine("a <b> & 音x", .faint)], width: 20).svg
        #expect(picture.contains(">a &lt;b&gt; &amp; 音x</text>"))
        // A wide character takes two columns of 8.4 pixels.
        #expect(picture.contains("textLength=\"92.4\""))
        controller.end()
    }

    @Test("an answer survives being sent, in pieces too")
    func coding() throws {
        for lines in [[], ["one"], ["one", "", "tw\u{1B}[1mo"]] {
            let answer = PhoneAnswer(.badInput, lines)
            let bytes = Array(answer.text.utf8)
            for count in 0..<bytes.count {
                #expect(try PhoneAnswer(from: Array(bytes[..<count])) == nil)
            }
            let received = try #require(try PhoneAnswer(from: bytes))
            #expect(received.code == .badInput)
            #expect(received.lines.count == lines.count)
            #expect(received.lines.allSatisfy { !$0.contains("\u{1B}") })
        }
        for text in ["x\n", "0 -1\n", "0 9999999\n", "77 0\n", String(repeating: "1", count: 99)] {
            #expect(throws: PhoneAnswer.Malformed.self) {
                try PhoneAnswer(from: Array(text.utf8))
            }
        }
    }
}

@Suite("The socket of a phone")
struct PhoneSocketTests {
    private let folder: TemporaryFolder
    private let sockets: PhoneSocketFolder
    private let socket: PhoneSocket
    private var now = HostTime.zero

    init() throws {
        folder = try TemporaryFolder()
        sockets = PhoneSocketFolder(path: folder.file("sori"))
        socket = try PhoneSocket(in: sockets)
    }

    /// A connection to the phone; the descriptor does not block.
    private func connect() throws -> Int32 {
        let descriptor = try #require(sockets.connect(to: getpid()))
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        return descriptor
    }

    private func send(_ text: some Sequence<UInt8>, to descriptor: Int32) {
        let bytes = Array(text)
        #expect(write(descriptor, bytes, bytes.count) == bytes.count)
    }

    /// What has arrived; `nil` when the phone has closed the connection.
    private func received(_ descriptor: Int32) -> String? {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(descriptor, &bytes, bytes.count)
        if count == 0 || (count < 0 && errno != EAGAIN) { return nil }
        return String(decoding: bytes[..<max(count, 0)], as: UTF8.self)
    }

    private func serve(_ rounds: Int = 3, at now: HostTime = .zero) {
        for _ in 0..<rounds { socket.serve(at: now) { PhoneAnswer(.done, ["heard \($0)"]) } }
    }

    @Test("is for this user alone, and gone afterwards")
    func permissions() throws {
        var status = stat()
        #expect(stat(sockets.path, &status) == 0 && status.st_mode & 0o777 == 0o700)
        #expect(lstat(socket.path, &status) == 0 && status.st_mode & 0o777 == 0o700)
        #expect(sockets.processes == [getpid()])
        socket.close()
        #expect(sockets.processes.isEmpty)
        #expect(lstat(socket.path, &status) != 0)
    }

    @Test("is not made in a folder that is a link")
    func link() throws {
        let path = folder.file("link")
        #expect(symlink(sockets.path, path) == 0)
        #expect(throws: ProgramError.self) { try PhoneSocket(in: PhoneSocketFolder(path: path)) }
        #expect(PhoneSocketFolder(path: path).processes.isEmpty)
    }

    @Test("answers each line, however they arrive")
    func lines() throws {
        let client = try connect()
        defer { close(client) }
        send("one\ntw".utf8, to: client)
        serve()
        #expect(received(client) == "0 1\nheard one\n")
        send("o\n\n".utf8, to: client)
        serve()
        #expect(received(client) == "0 1\nheard two\n0 1\nheard \n")
        // Many lines, and then the end.
        send(String(repeating: "x\n", count: 100).utf8, to: client)
        shutdown(client, Int32(SHUT_WR))
        serve(20)
        #expect(received(client) == String(repeating: "0 1\nheard x\n", count: 100))
        #expect(received(client) == nil)
        #expect(socket.clientCount == 0)
    }

    @Test("closes the connection of a client that sends a long line, after saying so")
    func longLine() throws {
        let client = try connect()
        defer { close(client) }
        send(repeatElement(UInt8(ascii: "a"), count: 20_000), to: client)
        serve()
        #expect(received(client) == "2 1\na command has at most 1000 bytes\n")
        #expect(socket.clientCount == 0)
    }

    @Test("says that bytes are no text")
    func garbled() throws {
        let client = try connect()
        defer { close(client) }
        send([0xFF, 0x00, 0xC3, 0x0A], to: client)
        serve()
        #expect(received(client) == "2 1\nthe command is not UTF-8\n")
    }

    @Test("does not wait for a client that sends slowly or nothing")
    func slow() throws {
        let client = try connect()
        defer { close(client) }
        serve()
        for second in 1...4 {
            send("a".utf8, to: client)
            serve(at: .zero + .seconds(Double(second)))
        }
        #expect(socket.clientCount == 1)
        serve(at: .zero + PhoneSocket.patience)
        #expect(socket.clientCount == 0)
        #expect(received(client) == nil)
    }

    @Test("does not keep answers without end for a client that does not read")
    func deaf() throws {
        let client = try connect()
        defer { close(client) }
        let long = String(repeating: "x", count: 3_000)
        for _ in 0..<3_000 where socket.clientCount > 0 || received(client) != nil {
            _ = write(client, "go\n", 3)
            socket.serve(at: .zero) { _ in
                PhoneAnswer(.done, Array(repeating: long, count: 100))
            }
            if socket.clientCount == 0 { break }
        }
        #expect(socket.clientCount == 0)
    }

    @Test("takes a limited number of clients")
    func crowd() throws {
        var clients: [Int32] = []
        defer { for client in clients { close(client) } }
        for _ in 0..<PhoneSocket.clientsMax + 3 {
            clients.append(try connect())
            serve(1)
        }
        #expect(socket.clientCount == PhoneSocket.clientsMax)
        #expect(received(clients[clients.count - 1]) == nil)
        #expect(received(clients[0]) == "")
    }
}
