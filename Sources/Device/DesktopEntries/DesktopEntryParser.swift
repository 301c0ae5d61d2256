/// What a desktop file says: an app, or that there is no app of this ID.
package enum DesktopFileContent: Equatable {
    case app(DesktopEntry)
    /// The file hides those of the same ID in later folders.
    case hidden
}

/// Reads desktop files.
///
/// Source: Desktop Entry Specification 1.5.
package struct DesktopEntryParser {
    /// The suffixes of localized keys, best first: `ko_KR`, `ko`.
    package var locales: [String]

    /// Numbers of a file's parts that are read; the rest is ignored.
    package static let linesMax = 10_000
    package static let listMax = 64
    package static let valueBytesMax = 4096

    /// - Parameter locale: A POSIX locale: `ko_KR.UTF-8`, `sr@latin`.
    package init(locale: String) {
        let modifier = locale.firstIndex(of: "@").map { String(locale[$0...]) } ?? ""
        let base = locale.prefix { $0 != "." && $0 != "@" }
        let language = base.prefix { $0 != "_" }
        var locales: [String] = []
        for name in ["\(base)\(modifier)", "\(base)", "\(language)\(modifier)", "\(language)"]
        where !["", "C", "POSIX"].contains(base) && !locales.contains(name) {
            locales.append(name)
        }
        self.locales = locales
    }

    /// - Returns: `nil` when the file does not describe an app.
    package func parse(_ bytes: some Collection<UInt8>, id: String) -> DesktopFileContent? {
        let values = values(in: bytes)
        if values["Hidden"] == "true" { return .hidden }
        guard values["Type"] == "Application" else { return nil }
        let names = locales.map { "Name[\($0)]" } + ["Name"]
        guard let name = names.lazy.compactMap({ values[$0] }).first, !name.isEmpty else {
            return nil
        }
        let wmClass = values["StartupWMClass"].map(Self.unescaped)
        return .app(
            DesktopEntry(
                id: id, name: Self.unescaped(name),
                executable: values["Exec"].flatMap(Self.executable),
                categories: Self.list(values["Categories"] ?? ""),
                startupWMClass: wmClass.flatMap { $0.isEmpty ? nil : $0 },
                isVisible: values["NoDisplay"] != "true"))
    }

    /// The values of the main group; the first of a key counts.
    private func values(in bytes: some Collection<UInt8>) -> [String: String] {
        var wanted: Set<String> = [
            "Type", "Hidden", "Name", "Exec", "Categories", "StartupWMClass", "NoDisplay",
        ]
        wanted.formUnion(locales.map { "Name[\($0)]" })
        var values: [String: String] = [:]
        var isInGroup = false
        let newline = UInt8(ascii: "\n")
        let lines = bytes.split(separator: newline, maxSplits: Self.linesMax)
        for line in lines.prefix(Self.linesMax) where line.count <= Self.valueBytesMax {
            let text = Self.trimmed(Substring(String(decoding: line, as: UTF8.self)))
            if text.first == "[" {
                if isInGroup { break }
                isInGroup = text == "[Desktop Entry]"
            }
            guard isInGroup, text.first != "#", let equals = text.firstIndex(of: "=") else {
                continue
            }
            let key = String(Self.trimmed(text[..<equals]))
            guard wanted.contains(key), values[key] == nil else { continue }
            values[key] = String(Self.trimmed(text[text.index(after: equals)...]))
        }
        return values
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0.isWhitespace }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    // MARK: Values

    package static func unescaped(_ text: String) -> String {
        var result = ""
        var isEscaped = false
        for character in text {
            guard isEscaped else {
                if character == "\\" { isEscaped = true } else { result.append(character) }
                continue
            }
            isEscaped = false
            switch character {
            case "s": result.append(" ")
            case "n": result.append("\n")
            case "t": result.append("\t")
            case "r": result.append("\r")
            default: result.append(character)
            }
        }
        return result
    }

    /// The strings between semicolons; `\;` is a semicolon of a string.
    package static func list(_ text: String) -> [String] {
        var items: [String] = []
        var item = ""
        var isEscaped = false
        for character in text {
            if character == ";", !isEscaped {
                if !item.isEmpty { items.append(unescaped(item)) }
                item = ""
            } else {
                item.append(character)
            }
            isEscaped = character == "\\" && !isEscaped
        }
        if !item.isEmpty { items.append(unescaped(item)) }
        return Array(items.prefix(listMax))
    }

    /// The program of a value of `Exec`.
    ///
    /// `env` and its settings are skipped. Flatpak's `--command` is the program in the sandbox.
    package static func executable(_ exec: String) -> String? {
        let words = words(unescaped(exec))
        guard let first = words.first else { return nil }
        var program = first
        switch baseName(of: first) {
        case "env":
            guard
                let next = words.dropFirst().first(where: { !$0.contains("=") && $0.first != "-" })
            else { return nil }
            program = next
        case "flatpak":
            let option = "--command="
            if let command = words.first(where: { $0.hasPrefix(option) }) {
                program = String(command.dropFirst(option.count))
            }
        default: break
        }
        return program.isEmpty || baseName(of: program).isEmpty ? nil : program
    }

    /// Splits a command line; double quotes hold words together.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word: String?
        var isQuoted = false
        var isEscaped = false
        for character in text {
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if character == "\\", isQuoted {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
                word = word ?? ""
            } else if character.isWhitespace, !isQuoted {
                if let word { words.append(word) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let word { words.append(word) }
        return Array(words.prefix(listMax))
    }

    package static func baseName(of path: String) -> String {
        String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
    }
}
