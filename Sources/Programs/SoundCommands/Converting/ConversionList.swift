import AudioCodecs
import AudioFormats
package import CommandLineTool
import Glibc

/// The conversions of whole folders and of several files into a folder.
package struct ConversionList {
    /// One for each sound, in natural order.
    package private(set) var requests: [ConversionRequest] = []
    /// What is wrong with operands and files, in order.
    package private(set) var errors: [ProgramError] = []

    private let pattern: ConversionRequest
    private let ending: String
    /// The sources by the file that each becomes.
    private var sources: [String: String] = [:]

    /// Limit of the files of one command.
    private static let filesMax = 100_000
    /// Limit of folders within folders.
    private static let depthMax = 32

    /// Whether the operands mean a folder as the output: it is one, ends with a slash, or gets the
    /// files of a folder.
    ///
    /// - Throws: `badInput` when a folder is to become a sound file.
    package static func isMeant(_ arguments: Arguments) throws(ProgramError) -> Bool {
        guard let output = arguments.operands.last else { return false }
        if output.hasSuffix("/") || isFolder(output) { return true }
        guard let folder = arguments.operands.dropLast().first(where: isFolder) else {
            return false
        }
        guard output != "-" else {
            throw ProgramError(
                .wrongUse, "is a folder, and standard output takes one sound", in: folder,
                advice: "name a folder as OUT, with / at its end")
        }
        guard !isSoundName(output) else {
            throw ProgramError(
                .badInput, "is a folder, and \(fileName(of: output)) is a file", in: folder,
                advice: "name a folder as OUT, with / at its end")
        }
        return true
    }

    package init(_ arguments: Arguments) throws(ProgramError) {
        pattern = try ConversionRequest(arguments, isForFolder: true)
        ending = pattern.fileNameExtension
        var status = stat()
        if stat(pattern.output, &status) == 0, status.st_mode & S_IFMT != S_IFDIR {
            throw ProgramError(
                .wrongUse, "is not a folder", in: pattern.output,
                advice: "name a folder for the files of a folder")
        }
        for operand in pattern.inputs {
            if Self.isFolder(operand) {
                let count = (requests.count, errors.count)
                addFolder(operand, inside: "", depth: 0)
                if (requests.count, errors.count) == count {
                    errors.append(
                        ProgramError(
                            .badInput, "there is no sound file in this folder", in: operand,
                            advice: "name a file or another folder"))
                }
            } else {
                add(operand, as: WebAddress(operand)?.name ?? fileName(of: operand))
            }
        }
    }

    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return path != "-" && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// - Parameter place: The path in the folder of the output, with the source's extension.
    private mutating func add(_ path: String, as place: String) {
        guard requests.count < Self.filesMax else { return }
        guard path != "-" else {
            errors.append(
                ProgramError(
                    .wrongUse, "has no name for a file in a folder", in: "standard input",
                    advice: "name the file that it becomes"))
            return
        }
        let inner = folder(of: place)
        let name = "\(baseName(of: place)).\(ending)"
        let output = pattern.output.hasSuffix("/") ? pattern.output : pattern.output + "/"
        var request = pattern
        request.inputs = [path]
        request.output = output + (inner == "." ? name : "\(inner)/\(name)")
        if let other = sources[request.output] {
            errors.append(
                ProgramError(
                    .wrongUse, "would become the same file as \(other)", in: path,
                    advice: "rename one of them, or convert it by itself"))
            return
        }
        sources[request.output] = path
        requests.append(request)
    }

    /// Adds the sounds of a folder and of those in it. Links to folders are not followed, and
    /// the folder of the output is not a source.
    private mutating func addFolder(_ path: String, inside place: String, depth: Int) {
        guard depth < Self.depthMax else { return }
        guard let entries = SoundFolderEntry.all(in: path, countMax: Self.filesMax) else {
            errors.append(
                ProgramError(
                    .badInput, "cannot be read: \(String(cString: strerror(errno)))", in: path,
                    advice: "check the folder's permissions"))
            return
        }
        for entry in entries {
            let inner = place.isEmpty ? entry.name : "\(place)/\(entry.name)"
            if !entry.isFolder {
                add(entry.path, as: inner)
            } else if !isSameFile(entry.path, pattern.output) {
                addFolder(entry.path, inside: inner, depth: depth + 1)
            }
        }
    }
}

extension ConversionList {
    /// Makes the folder of the output, unless there is nothing to convert; its own parent must be
    /// there.
    package func makeFolder() throws(ProgramError) {
        if !requests.isEmpty { try CommandLineTool.makeFolder(pattern.output) }
    }

    /// Makes the folders of a file within the folder of the output.
    package func makeFolders(for request: ConversionRequest) throws(ProgramError) {
        var path = pattern.output
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        let inner = request.output.dropFirst(path.count).split(separator: "/").dropLast()
        for part in inner {
            path += "/\(part)"
            try CommandLineTool.makeFolder(path)
        }
    }
}
