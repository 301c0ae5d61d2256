import Glibc

// The lines of the device's configuration that allow sandboxed programs something.

extension DBusAllowances {
    /// Most bytes of a configuration.
    package static let byteCountMax = 1 << 20

    /// Where the configuration is looked for, in this order.
    package static func standardPaths(_ environment: (String) -> String?) -> [String] {
        let base = environment("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
        return [
            (base ?? (environment("HOME") ?? "/") + "/.config") + "/sori/device.conf",
            "/etc/sori/device.conf",
        ]
    }

    /// Reads the first of several files that can be read; no file allows nothing.
    package init(filesAt paths: [String]) {
        self.init()
        for path in paths {
            let file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
            guard file >= 0 else { continue }
            defer { close(file) }
            // One byte more tells a file that is too large.
            let text = fileText(file, byteCountMax: Self.byteCountMax + 1) ?? ""
            if text.utf8.count <= Self.byteCountMax { self.init(configuration: text) }
            return
        }
    }

    /// Reads the lines `allow PROGRAM PERMISSION…` of a configuration, and ignores all others.
    package init(configuration text: String) {
        self.init()
        for line in text.split(whereSeparator: \.isNewline) {
            guard let words = Self.words(of: line), words.count > 2, words[0] == Self.keyword
            else { continue }
            allow(words[1], words.dropFirst(2))
        }
    }

    /// The words of a line: separated by blanks, in quotation marks where they hold some; `#` begins
    /// a comment.
    ///
    /// - Returns: `nil` when a quotation mark is not closed.
    package static func words(of line: Substring) -> [String]? {
        var words: [String] = []
        var word: String?
        var isQuoted = false
        for character in line {
            if isQuoted {
                if character == "\"" {
                    isQuoted = false
                } else {
                    word?.append(character)
                }
            } else if character == "\"" {
                word = word ?? ""
                isQuoted = true
            } else if character == "#", word == nil {
                break
            } else if character == " " || character == "\t" {
                if let whole = word { words.append(whole) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        guard !isQuoted else { return nil }
        if let word { words.append(word) }
        return words
    }
}

/// Reads a file's bytes as text, to a limit; `nil` when the system refuses.
func fileText(_ file: Int32, byteCountMax: Int) -> String? {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4_096)
    while bytes.count < byteCountMax {
        let count = read(file, &part, min(part.count, byteCountMax - bytes.count))
        guard count >= 0 else { return nil }
        if count == 0 { break }
        bytes += part[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
}
