/// What is wrong with a file, and where.
///
/// The one error of this module. `description` is a sentence for people, without the file's name.
public struct FormatError: Error, Hashable, Sendable {
    public var reason: Reason
    /// Bytes from the start of the file to what is wrong; zero when it is the file as a whole.
    public var offset: Int64

    public init(_ reason: Reason, offset: Int64 = 0) {
        self.reason = reason
        self.offset = offset
    }

    public enum Reason: Hashable, Sendable {
        /// The number is the system's `errno`.
        case cannotOpen(errno: Int32)
        case cannotRead(errno: Int32)
        case cannotWrite(errno: Int32)
        /// A folder, a pipe or a device.
        case notAFile
        case empty
        /// None of the formats known here.
        case unknownContainer
        /// A known format whose packets are not cut here.
        case containerNotRead(ContainerKind)
        /// Another file has been written over it since it was opened.
        case replaced
        /// The file ends inside the named part.
        case endsEarly(String)
        /// The named part, without which the audio cannot be read, is not there.
        case missing(String)
        /// The named field contradicts the format's rules or the rest of the file.
        case badField(String)
        /// The audio is described but its coding is not decoded here.
        case unsupportedCoding(String)
        /// The named thing exceeds a limit of this module.
        case tooLarge(String)
    }
}

extension FormatError: CustomStringConvertible {
    public var description: String {
        switch reason {
        case .cannotOpen(let number): "cannot be opened: \(systemMessage(number))"
        case .cannotRead(let number): "cannot be read at byte \(offset): \(systemMessage(number))"
        case .cannotWrite(let number): "cannot be written: \(systemMessage(number))"
        case .notAFile: "is not a regular file"
        case .empty: "is empty"
        case .unknownContainer: "is not an audio file of a known kind"
        case .containerNotRead(let kind): "\(kind.name): not read yet"
        case .replaced: "is no longer the file that was opened"
        case .endsEarly(let part): "ends inside the \(part), at byte \(offset)"
        case .missing(let part): "has no \(part)"
        case .badField(let field): "has a \(field) that cannot be, at byte \(offset)"
        case .unsupportedCoding(let coding): "holds \(coding), which is not decoded"
        case .tooLarge(let part):
            "has too large a \(part)" + (offset > 0 ? ", at byte \(offset)" : "")
        }
    }
}
