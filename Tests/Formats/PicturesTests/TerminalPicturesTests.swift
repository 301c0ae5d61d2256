import Pictures
import TestSupport
import Testing

@Suite("A picture on a terminal")
struct TerminalPicturesTests {
    /// Draws sixels as a terminal does; `nil` for anything that is none.
    private static func drawn(_ text: String) -> Pixels? {
        guard text.hasPrefix("\u{1B}P0;1;0q\"1;1;"), text.hasSuffix("\u{1B}\\") else { return nil }
        let body = Array(text.utf8.dropFirst(9).dropLast(2))
        var index = 0
        func number() -> Int {
            var value = 0
            while index < body.count, (48...57).contains(body[index]) {
                value = value * 10 + Int(body[index] - 48)
                index += 1
            }
            return value
        }
        func numbers() -> [Int] {
            var all = [number()]
            while index < body.count, body[index] == UInt8(ascii: ";") {
                index += 1
                all.append(number())
            }
            return all
        }
        index = 1  // Behind the quotation mark.
        let raster = numbers()
        guard raster.count == 4 else { return nil }
        var rgba = [UInt8](repeating: 0, count: 4 * raster[2] * raster[3])
        var colours: [Int: [UInt8]] = [:]
        var (colour, x, top, times) = (0, 0, 0, 1)
        while index < body.count {
            let byte = body[index]
            index += 1
            switch byte {
            case UInt8(ascii: "#"):
                let all = numbers()
                colour = all[0]
                if all.count == 5 { colours[colour] = all[2...].map { UInt8($0 * 255 / 100) } }
            case UInt8(ascii: "!"): times = number()
            case UInt8(ascii: "$"): x = 0
            case UInt8(ascii: "-"): (x, top) = (0, top + 6)
            case 63...126:
                for column in x..<x + times {
                    for row in 0..<6 where (byte - 63) >> UInt8(row) & 1 == 1 {
                        guard column < raster[2], top + row < raster[3] else { return nil }
                        let at = 4 * ((top + row) * raster[2] + column)
                        rgba.replaceSubrange(at..<at + 4, with: (colours[colour] ?? []) + [255])
                    }
                }
                (x, times) = (x + times, 1)
            default: return nil
            }
        }
        return Pixels(width: raster[2], height: raster[3], rgba: rgba)
    }

    @Test("is the picture, as sixels", arguments: [(1, 1), (7, 5), (64, 50), (301, 13)])
    func sixels(width: Int, height: Int) throws {
        let pattern = PictureFiles.pattern(width: width, height: height)
        let difference = PictureFiles.difference(Self.drawn(pattern.sixels()), pattern)
        #expect(try #require(difference) < 8)
    }

    @Test("has no sixels where it is transparent")
    func transparentSixels() throws {
        let half = Pixels(width: 2, height: 1, rgba: [255, 0, 0, 255, 0, 255, 0, 0])
        #expect(Self.drawn(half.sixels())?.rgba == [255, 0, 0, 255, 0, 0, 0, 0])
        let none = Pixels(width: 2, height: 1, rgba: [UInt8](repeating: 0, count: 8))
        #expect(Self.drawn(none.sixels())?.rgba == none.rgba)
    }

    @Test("keeps each of a few colours, as sixels")
    func fewColours() {
        let flag = Pixels(
            width: 3, height: 1, rgba: [255, 0, 0, 255, 255, 255, 255, 255, 0, 0, 255, 255])
        #expect(Self.drawn(flag.sixels()) == flag)
    }

    @Test("comes in chunks of at most 4096 bytes for kitty")
    func kitty() throws {
        let pattern = PictureFiles.pattern(width: 40, height: 50)
        let text = pattern.kittyGraphics(columns: 8, rows: 5, identifier: 3)
        let commands = text.split(separator: "\u{1B}\\").map { String($0) }
        var data = ""
        for (index, command) in commands.enumerated() {
            #expect(command.hasPrefix("\u{1B}_G"))
            let parts = command.dropFirst(3).split(separator: ";", maxSplits: 1)
            let control = try #require(parts.first)
            let chunk = try #require(parts.last)
            #expect(chunk.utf8.count <= 4096)
            let isLast = index == commands.count - 1
            #expect(control.hasSuffix("m=\(isLast ? 0 : 1)"))
            if index == 0 {
                #expect(control.hasPrefix("a=T,f=32,s=40,v=50,c=8,r=5,i=3,p=1,C=1,q=2,"))
            }
            data += chunk
        }
        #expect(commands.count == 3)
        #expect(data == Base64.text(pattern.rgba))
    }

    @Test(
        "is shown as the terminal can",
        arguments: [
            ([:], nil), (["TERM": "xterm-kitty"], .kitty), (["KITTY_WINDOW_ID": "1"], .kitty),
            (["TERM_PROGRAM": "WezTerm"], .kitty), (["TERM_PROGRAM": "ghostty"], .kitty),
            (["TERM": "xterm-kitty", "TMUX": "/tmp/tmux"], nil),
            (["COLORTERM": "truecolor"], .halfBlocks),
        ] as [([String: String], TerminalPictureMethod?)])
    func environment(variables: [String: String], method: TerminalPictureMethod?) {
        let support = TerminalPictureSupport(isColored: true) { variables[$0] }
        #expect(support.method == method)
    }

    @Test("is shown as the terminal answers")
    func answers() {
        var support = TerminalPictureSupport(isColored: true) { _ in nil }
        support.receive(attributes: [62, 22])
        #expect(support.method == nil)
        support.receive(attributes: [62, 4, 22])
        #expect(support.method == .sixel)
        support.receive(kittyGraphics: false)
        #expect(support.method == .sixel)
        support.receive(kittyGraphics: true)
        #expect(support.method == .kitty)
        support.receive(attributes: [4])
        #expect(support.method == .kitty)
        let colourless = TerminalPictureSupport(isColored: false) {
            $0 == "COLORTERM" ? "truecolor" : nil
        }
        #expect(colourless.method == nil)
    }
}
