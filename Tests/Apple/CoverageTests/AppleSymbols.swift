/// An area of one of Apple's frameworks: the symbols that public bindings list.
struct AppleArea: Sendable {
    /// A symbol by its name in C or Objective-C.
    struct Symbol: Hashable, Sendable {
        /// The type that has it; empty for functions, constants and types themselves.
        var owner: String
        /// A name or a selector.
        var name: String
    }

    var framework: String
    var name: String
    /// Empty when `isCountedOnly`.
    var symbols: [Symbol] = []
    /// The number of symbols, classes and protocols included.
    var count = 0
    /// Whether the list has a number for this area, and the names of classes and protocols alone.
    var isCountedOnly = false
    /// Classes and protocols of an area that is only counted.
    var types: [String] = []

    /// The areas of a list, in its order.
    ///
    /// - Parameter text: Comments that begin with `#`, a line of titles, then lines of a framework, an
    ///   area, a type and names divided by spaces; or `#` with a number in place of the type.
    static func areas(parsing text: String) -> [AppleArea] {
        var areas: [AppleArea] = []
        for line in text.split(separator: "\n").drop(while: { $0.hasPrefix("#") }).dropFirst() {
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
                .map(String.init)
            guard columns.count == 4 else { continue }
            if areas.last?.framework != columns[0] || areas.last?.name != columns[1] {
                areas.append(AppleArea(framework: columns[0], name: columns[1]))
            }
            let names = columns[3].split(separator: " ").map(String.init)
            if columns[2].hasPrefix("#") {
                areas[areas.count - 1].isCountedOnly = true
                areas[areas.count - 1].count += Int(columns[2].dropFirst()) ?? 0
                areas[areas.count - 1].types += names
            } else {
                areas[areas.count - 1].count += names.count
                areas[areas.count - 1].symbols += names.map { Symbol(owner: columns[2], name: $0) }
            }
        }
        return areas
    }
}

/// The public symbols of Sori, to look up by the names of Objective-C and C.
struct SwiftNames {
    /// Names with the types around them, as letters and digits alone.
    private var paths: Set<String> = []
    private var members: [String: [Member]] = [:]

    private struct Member {
        var name: String
        var letters: String
        var words: [String]
        var hasArguments: Bool
    }

    init(_ symbols: some Sequence<PublicSymbol>) {
        for symbol in symbols {
            paths.insert(symbol.path.letters)
            if ["NSNotification.Name", "Notification.Name"]
                .contains(symbol.owners.joined(separator: "."))
            {
                paths.formUnion([symbol.name.letters, symbol.name.letters + "notification"])
            }
            guard !symbol.owners.isEmpty else { continue }
            members[symbol.owners.joined().letters, default: []].append(
                Member(
                    name: symbol.name, letters: symbol.name.letters, words: symbol.name.words,
                    hasArguments: symbol.name.contains("(")))
        }
    }

    /// Whether there is such a symbol under the name that Swift gives it: `AVAudioSession.Category` for
    /// `AVAudioSessionCategory`, `init(contentsOf:)` for `initWithContentsOfURL:error:`.
    func contain(_ symbol: AppleArea.Symbol) -> Bool {
        let letters = symbol.name.letters
        if paths.contains(letters) { return true }
        guard !symbol.owner.isEmpty else {
            return letters.hasSuffix("ref") && paths.contains(String(letters.dropLast(3)))
        }
        let members = members[symbol.owner.letters] ?? []
        if symbol.name.isNameOfConstant {
            return members.contains {
                !$0.hasArguments && $0.letters.count > 1 && letters.hasSuffix($0.letters)
            }
        }
        let selector = symbol.initializer.words
        return members.contains { isMethod($0, selector, symbol.name) }
    }

    /// Swift leaves words of a selector out, but keeps their order.
    private func isMethod(_ member: Member, _ selector: [String], _ name: String) -> Bool {
        var words = member.words
        guard let first = words.first, let verb = selector.first else { return false }
        if member.name.hasPrefix("init(") {
            return verb == "init" && (words.count > 1) == name.contains(":")
                && words.isContainedInOrder(in: selector)
        }
        if ["is", "has"].contains(first), !["is", "has"].contains(verb) { words.removeFirst() }
        guard let first = words.first else { return false }
        if first == verb { return words.isContainedInOrder(in: selector) }
        let rest = Array(selector.dropFirst())
        switch verb {
        case "set": return !member.hasArguments && words.isContainedInOrder(in: rest)
        case "is", "get": return first == rest.first && words.isContainedInOrder(in: rest)
        default: return false
        }
    }
}

extension AppleArea.Symbol {
    /// The selector, as that of an initializer if it makes an instance: `timeWithHostTime:` of
    /// `AVAudioTime`.
    fileprivate var initializer: String {
        guard let with = name.firstRange(of: "With"), !name.hasPrefix("init"),
            owner.letters.hasSuffix(String(name[..<with.lowerBound]).letters)
        else { return name }
        return "init" + name[with.lowerBound...]
    }
}

extension String {
    fileprivate var letters: String { String(filter { $0.isLetter || $0.isNumber }).lowercased() }

    /// A case or a constant: `kAudioFormatAC3`, `AVAudioStereoOrientationNone`.
    fileprivate var isNameOfConstant: Bool {
        let rest = hasPrefix("k") ? dropFirst() : self[...]
        return rest.first?.isUppercase == true && !contains(":")
    }

    /// The words of a name in camel case, in lower case.
    fileprivate var words: [String] {
        matches(of: /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[A-Z]/).map { $0.output.lowercased() }
    }
}

extension [String] {
    fileprivate func isContainedInOrder(in others: [String]) -> Bool {
        var rest = others[...]
        return allSatisfy { word in
            guard let index = rest.firstIndex(of: word) else { return false }
            rest = rest[(index + 1)...]
            return true
        }
    }
}
