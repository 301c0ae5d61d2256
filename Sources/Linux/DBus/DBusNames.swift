// The names that messages may carry; all of them are checked before a message is made.
//
// Source: D-Bus Specification 0.38, "Valid Names" and "Valid Object Paths".

private let nameLengthMax = 255

/// Whether a path is one of an object: `/`, or elements of letters, digits and `_` after a `/` each.
package func isObjectPath(_ path: String) -> Bool {
    guard path.utf8.first == UInt8(ascii: "/"), path.utf8.count <= 4096 else { return false }
    if path == "/" { return true }
    return path.utf8.dropFirst().split(
        separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
    )
    .allSatisfy { !$0.isEmpty && $0.allSatisfy { isNameByte($0) } }
}

/// Whether a name is one of an interface or of an error: two elements or more.
package func isInterfaceName(_ name: String) -> Bool {
    let elements = dotted(name)
    return elements.count >= 2 && name.utf8.count <= nameLengthMax
        && elements.allSatisfy { isElement($0, hyphens: false, digitFirst: false) }
}

/// Whether a name is one of a method, a signal or a property.
package func isMemberName(_ name: String) -> Bool {
    name.utf8.count <= nameLengthMax
        && isElement(Substring(name).utf8, hyphens: false, digitFirst: false)
}

/// Whether a name is one of a program on the bus: its own, or the unique one of a connection.
package func isBusName(_ name: String) -> Bool {
    guard name.utf8.count <= nameLengthMax else { return false }
    if isUniqueName(name) {
        let elements = dotted(String(name.dropFirst()))
        return elements.count >= 2
            && elements.allSatisfy { isElement($0, hyphens: true, digitFirst: true) }
    }
    let elements = dotted(name)
    return elements.count >= 2
        && elements.allSatisfy { isElement($0, hyphens: true, digitFirst: false) }
}

/// Whether a bus name is the unique one of a connection.
package func isUniqueName(_ name: String) -> Bool { name.utf8.first == UInt8(ascii: ":") }

private func dotted(_ name: String) -> [Substring.UTF8View] {
    name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        .map { Substring($0).utf8 }
}

private func isElement(
    _ element: Substring.UTF8View, hyphens: Bool, digitFirst: Bool
) -> Bool {
    guard let first = element.first, digitFirst || !isDigit(first) else { return false }
    return element.allSatisfy { isNameByte($0) || (hyphens && $0 == UInt8(ascii: "-")) }
}

private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

private func isNameByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || byte == UInt8(ascii: "_")
}
