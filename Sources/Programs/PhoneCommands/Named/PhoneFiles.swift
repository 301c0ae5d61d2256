package import CommandLineTool
import Foundation
import Glibc
import Terminal

/// The files in the folder of a named phone.
///
///     lock          held while it runs, with the number of its process
///     phone.json    its state
///     content-1     what its apps keep: their homes, the keychain, the vendors' identifiers
package enum PhoneFiles {
    private static func statePath(in folder: String) -> String { folder + "/phone.json" }

    /// The state; `nil` for a phone that has none yet.
    ///
    /// - Throws: `damaged` too where the file cannot be read.
    package static func read(in folder: String) throws(KeptPhoneError) -> KeptPhone? {
        let path = statePath(in: folder)
        var status = stat()
        guard lstat(path, &status) == 0 || errno != ENOENT else { return nil }
        guard status.st_mode & S_IFMT == S_IFREG,
            let bytes = try? readFile(path, byteCountMax: KeptPhone.bytesMax)
        else { throw .damaged }
        return try KeptPhone(bytes)
    }

    /// Replaces the state: it is the old or the new one, also after a loss of power.
    package static func write(_ kept: KeptPhone, in folder: String) throws(ProgramError) {
        let path = statePath(in: folder)
        // The folder's lock is held: nothing else writes there, and a killed process may have.
        let part = path + ".part"
        unlink(part)
        let file = open(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw cannotWrite(path, errno) }
        var text = kept.text
        var number = text.withUTF8 { writeAll($0, to: file) }
        if number == 0, fsync(file) != 0 { number = errno }
        if close(file) != 0, number == 0 { number = errno }
        if number == 0, rename(part, path) != 0 { number = errno }
        guard number == 0 else {
            unlink(part)
            throw cannotWrite(path, number)
        }
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    // MARK: Content

    private static let contentStart = "content-"

    package static func contentPath(in folder: String, number: Int) -> String {
        folder + "/" + contentStart + String(number)
    }

    /// The numbers of the contents that are there.
    package static func contentNumbers(in folder: String) -> [Int] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).compactMap { file in
            file.hasPrefix(contentStart) ? Int(file.dropFirst(contentStart.count)) : nil
        }
    }

    /// Removes what an erased phone has kept.
    package static func removeContent(in folder: String, but number: Int) {
        for other in contentNumbers(in: folder) where other != number {
            try? FileManager.default.removeItem(atPath: contentPath(in: folder, number: other))
        }
    }

    /// Removes what is in the folder of a phone's apps.
    static func clearContent(in folder: String, number: Int) {
        let content = contentPath(in: folder, number: number)
        for file in (try? FileManager.default.contentsOfDirectory(atPath: content)) ?? [] {
            try? FileManager.default.removeItem(atPath: content + "/" + file)
        }
    }

    // MARK: Messages

    static func problem(
        _ error: KeptPhoneError, with name: PhoneName, in folder: String
    ) -> ProgramError {
        let path = statePath(in: folder)
        return switch error {
        case .newer(let version):
            ProgramError(
                .badInput,
                "the phone '\(name.text)' is kept in version \(version), and this sori knows "
                    + "\(KeptPhone.version)",
                in: path, advice: "use the sori that kept it, or a phone of another name")
        case .damaged:
            ProgramError(
                .badInput, "the state of the phone '\(name.text)' cannot be read", in: path,
                advice: "mend the file, or begin again with 'sori phone erase'")
        }
    }

    static func problem(
        _ refusal: PhoneLock.Refusal, with name: PhoneName, in folder: String
    ) -> ProgramError {
        switch refusal {
        case .held(let process):
            ProgramError(
                .badInput,
                "the phone '\(name.text)' runs"
                    + (process.map { " as process \($0)" } ?? " already"),
                in: folder, advice: "end it first: sori phone ctl --name \(quoted(name)) quit")
        case .notMade(let number): cannotWrite(folder, number)
        }
    }

    /// A name as a shell takes it.
    static func quoted(_ name: PhoneName) -> String {
        let isPlain = name.text.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains(scalar)
        }
        return isPlain ? name.text : "'" + name.text.replacing("'", with: "'\\''") + "'"
    }
}
