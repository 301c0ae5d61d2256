import Foundation

/// A symbol of Apple's that public projects use, or one that Sori leaves out.
struct ListedSymbol: Hashable, Sendable {
    var framework: String
    /// The Swift name with the types around it, such as `AVAudioPlayer.play`.
    var name: String
    /// Why there is no such symbol; `nil` when there is.
    var reason: String?
}

/// The symbols of `Tests/SourceCompatibility/symbols.tsv`.
struct SymbolList: Sendable {
    var symbols: [ListedSymbol]

    /// - Parameter text: Lines of a framework, a symbol and perhaps a reason, divided by tabs. The
    ///   first line has their titles.
    init(parsing text: String) {
        symbols = text.split(separator: "\n").dropFirst().compactMap { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
                .map(String.init)
            guard columns.count >= 2 else { return nil }
            return ListedSymbol(
                framework: columns[0], name: columns[1],
                reason: columns.count > 2 && !columns[2].isEmpty ? columns[2] : nil)
        }
    }

    /// What is wrong with the list, a sentence each.
    ///
    /// - Parameters:
    ///   - shapes: The sources of the clients that `scripts/test-consumer` compiles.
    ///   - existing: The paths of the public symbols.
    func violations(shapes: String, existing: Set<String>) -> [String] {
        // The formatter may break a line before a member.
        let shapes = shapes.replacing(/\s+\./, with: ".")
        return symbols.compactMap { symbol in
            if symbol.reason != nil {
                return existing.contains(symbol.name)
                    ? "\(symbol.name) exists, but has a reason to be left out" : nil
            }
            return isUsed(symbol.name, in: shapes)
                ? nil : "\(symbol.name) has neither a shape nor a reason"
        }
    }

    private func isUsed(_ name: String, in shapes: String) -> Bool {
        let isPartOfName = { (character: Character?) in
            guard let character else { return false }
            return character.isLetter || character.isNumber || character == "_"
        }
        return shapes.ranges(of: name).contains { range in
            let before =
                range.lowerBound == shapes.startIndex
                ? nil : shapes[shapes.index(before: range.lowerBound)]
            let after = range.upperBound == shapes.endIndex ? nil : shapes[range.upperBound]
            return !isPartOfName(before) && before != "." && !isPartOfName(after)
        }
    }
}
