import DBus
import Glibc

// A program for tests of access: it makes the calls of its standard input, and prints the name of the
// error of each, or 'ok'. It ends with its input.
//
// BusCaller ADDRESS
// DESTINATION PATH INTERFACE MEMBER SIGNATURE [TEXT]

/// A value of a type: zero, empty, or the text.
func zero(of type: DBusType, _ text: String) -> DBusValue {
    switch type {
    case .byte: .byte(0)
    case .boolean: .boolean(false)
    case .int16: .int16(0)
    case .uint16: .uint16(0)
    case .int32: .int32(0)
    case .uint32: .uint32(0)
    case .int64: .int64(0)
    case .uint64: .uint64(0)
    case .double: .double(0.5)
    case .string: .string(text)
    case .objectPath: .objectPath("/")
    case .signature: .signature("")
    case .fileDescriptor: .string("a file descriptor cannot be made here")
    case .variant: .variant(.double(0.5))
    case .array(let element): .array(element, [])
    case .dictionary(let key, let value): .dictionary(key: key, value: value, [])
    case .structure(let members): .structure(members.map { zero(of: $0, text) })
    }
}

let connection = DBusConnection(to: .address(CommandLine.arguments[1]))
while let line = readLine() {
    let words = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: false)
        .map(String.init)
    guard words.count >= 5 else { exit(2) }
    let text = words.count > 5 ? words[5] : ""
    let types = DBusType.list(words[4]) ?? []
    // A setter of a property, `Set`, has its interface and name in the text.
    var arguments = types.map { zero(of: $0, text) }
    if words[3] == "Set" || words[3] == "Get" {
        for (index, name) in text.split(separator: " ").prefix(2).enumerated() {
            arguments[index] = .string(String(name))
        }
    }
    do throws(DBusError) {
        let values = try connection.callAndWait(
            DBusMethodCall(
                to: words[0], path: words[1], interface: words[2], member: words[3],
                arguments: arguments), timeoutSeconds: 60)
        let names = values.first?.members?.keys.sorted() ?? []
        print("ok", names.joined(separator: ","))
    } catch {
        print(error.name, error.message)
    }
    fflush(nil)
}
connection.close()
