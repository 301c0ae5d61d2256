import AudioFormats
import AudioModel
import CommandLineTool
import FileTypes
import Terminal

/// What `sori info` finds in a file.
enum InspectedFile {
    case sound(FileInspection)
    /// A file of another kind; with the reason why it is no sound.
    case other(path: String, FileTypeDescription, reason: String)

    /// Inspects a file on disk. One that is no sound is described by its type, unless its name says
    /// that it is a sound.
    init(path: String, limits: SystemSoundLimits) throws(FormatError) {
        do throws(FormatError) {
            self = .sound(try FileInspection(path: path, limits: limits))
        } catch {
            guard error.reason == .unknownContainer || error.reason == .empty else { throw error }
            let type = FileTypeDescription(
                name: fileName(of: path), head: try Self.head(path), in: .ofMachine)
            guard !([type.uniformType] + type.supertypes).contains("public.audio") else {
                throw error
            }
            self = .other(path: path, type, reason: error.description)
        }
    }

    /// The same under another path.
    func named(_ path: String) -> InspectedFile {
        switch self {
        case .sound(var file):
            file.path = path
            return .sound(file)
        case .other(_, let type, let reason): return .other(path: path, type, reason: reason)
        }
    }

    /// One aligned line per known fact.
    var text: String {
        switch self {
        case .sound(let file): file.text
        case .other(let path, let type, let reason):
            type.text(path: StreamPath.name(of: path), reason: reason)
        }
    }

    var json: JSONValue {
        switch self {
        case .sound(let file): file.json
        case .other(let path, let type, let reason): type.json(path: path, reason: reason)
        }
    }

    private static func head(_ path: String) throws(FormatError) -> [UInt8] {
        let file = try FileBytes(path: path)
        var head = [UInt8](repeating: 0, count: FileTypeDescription.headByteCount)
        var failure: FormatError?
        let count = head.withUnsafeMutableBytes { buffer in
            do throws(FormatError) {
                return try file.read(into: buffer, at: 0)
            } catch {
                failure = error
                return 0
            }
        }
        if let failure { throw failure }
        return Array(head.prefix(count))
    }
}

extension FileTypeDescription {
    /// One aligned line per fact.
    func text(path: String, reason: String) -> String {
        let facts = [
            ("type", mimeType), ("uniform type", uniformType),
            ("conforms to", supertypes.joined(separator: ", ")), ("sound", "none: it \(reason)"),
        ]
        return printable(path) + "\n"
            + facts.map { name, value in
                let start = "  \(name.padded(to: 12))  "
                return wrapped(
                    start + printable(value), width: CommandSyntax.widthMax, indent: start.count
                ).joined(separator: "\n") + "\n"
            }.joined()
    }

    func json(path: String, reason: String) -> JSONValue {
        .object([
            ("path", .string(path)), ("type", .null), ("mimeType", .string(mimeType)),
            ("uniformType", .string(uniformType)),
            ("conformsTo", .array(supertypes.map { .string($0) })),
            ("limitation", .string(reason)),
        ])
    }
}

extension FileInspection {
    /// The identifier of the container's uniform type.
    var uniformType: String {
        let database = FileTypeDatabase.ofMachine
        return kind.fileType.uniformTypes.first
            ?? kind.extensions.lazy.compactMap { database.uniformTypes(forExtension: $0).first }
            .first
            ?? database.uniformTypes(forMIMEType: mimeType).first ?? "public.audio"
    }
}
