/// How a terminal shows pictures.
package enum TerminalPictureMethod: Hashable, Sendable {
    /// Kitty's graphics protocol.
    case kitty
    case sixel
    /// Two pixels a character, in colours of 24 bits.
    case halfBlocks
}

/// What is known of a terminal's pictures.
package struct TerminalPictureSupport: Equatable, Sendable {
    package private(set) var method: TerminalPictureMethod?

    /// Decides by the environment alone.
    ///
    /// - Parameters:
    ///   - isColored: Whether colours may be used.
    ///   - environment: Returns an environment variable.
    package init(isColored: Bool, environment: (String) -> String?) {
        let isMultiplexed = environment("TMUX") != nil || environment("STY") != nil
        let type = environment("TERM") ?? ""
        let program = (environment("TERM_PROGRAM") ?? "").lowercased()
        let isKitty =
            type == "xterm-kitty" || type == "xterm-ghostty"
            || environment("KITTY_WINDOW_ID") != nil
            || ["wezterm", "ghostty"].contains(program)
        let hasTrueColor = ["truecolor", "24bit"].contains(environment("COLORTERM") ?? "")
        if isKitty, !isMultiplexed {
            method = .kitty
        } else if hasTrueColor, isColored {
            // Until the terminal has answered.
            method = .halfBlocks
        }
    }

    /// The terminal has answered whether it understands kitty's graphics.
    package mutating func receive(kittyGraphics isSupported: Bool) {
        if isSupported { method = .kitty }
    }

    /// The terminal has sent its device attributes; 4 stands for sixel.
    package mutating func receive(attributes: [Int]) {
        if attributes.contains(4), method != .kitty { method = .sixel }
    }

    /// Asks for kitty's graphics, the size of a character cell, and the device attributes.
    package static let query =
        "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[16t\u{1B}[c"
}

extension Pixels {
    /// The picture for kitty's graphics protocol, at the cursor.
    ///
    /// - Parameters:
    ///   - columns: Character cells that the picture fills.
    ///   - identifier: Replaces the picture of the same number.
    ///
    /// Source: kitty, "Terminal graphics protocol": chunks of at most 4096 bytes.
    package func kittyGraphics(columns: Int, rows: Int, identifier: Int) -> String {
        let data = base64(rgba)
        var text = ""
        var start = 0
        while start < data.count {
            let end = min(start + Self.chunkByteCount, data.count)
            let isLast = end == data.count
            let control =
                start == 0
                ? "a=T,f=32,s=\(width),v=\(height),c=\(columns),r=\(rows),i=\(identifier),p=1,"
                    + "C=1,q=2,m=\(isLast ? 0 : 1)"
                : "m=\(isLast ? 0 : 1)"
            text += "\u{1B}_G\(control);" + String(decoding: data[start..<end], as: UTF8.self)
            text += "\u{1B}\\"
            start = end
        }
        return text
    }

    private static let chunkByteCount = 4096

    /// Removes all pictures of kitty's graphics protocol from the screen.
    package static let kittyRemoval = "\u{1B}_Ga=d,d=A,q=2\u{1B}\\"
}

/// Source: RFC 4648, 4.
private func base64(_ bytes: [UInt8]) -> [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
        let count = min(3, bytes.count - start)
        var word = 0
        for index in 0..<3 { word = word << 8 | (index < count ? Int(bytes[start + index]) : 0) }
        for index in 0..<4 {
            text.append(
                index <= count ? alphabet[word >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
        }
    }
    return text
}
