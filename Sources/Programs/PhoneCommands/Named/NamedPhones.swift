package import CommandLineTool
import Foundation
import Glibc
import SoundClient

/// The phones of this user that keep their state, a folder each.
package struct NamedPhones: Sendable {
    /// The folder of all phones; it need not exist.
    package let path: String

    /// Limit of the phones that are listed.
    private static let phonesMax = 10_000

    /// The folder `phones` beside what other programs of this user keep.
    package static func ofUser(
        _ environment: (String) -> String? = environmentValue
    ) throws(ProgramError) -> NamedPhones {
        guard let folder = stateFolder(environment) else {
            throw ProgramError(
                .deviceMissing, "there is no folder for phones with names", in: "sori phone",
                advice: "set XDG_STATE_HOME or HOME to an absolute path")
        }
        return NamedPhones(path: folder + "/phones")
    }

    package init(path: String) { self.path = path }

    package func folder(of name: PhoneName) -> String { path + "/" + name.text }

    /// The names of the phones that are there, sorted.
    package var names: [PhoneName] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return files.prefix(Self.phonesMax).compactMap { file in
            guard let name = try? PhoneName(file), name.text == file, exists(name) else {
                return nil
            }
            return name
        }.sorted()
    }

    package func exists(_ name: PhoneName) -> Bool {
        var status = stat()
        return stat(folder(of: name), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// - Throws: A `ProgramError` when there is no such phone.
    package func check(_ name: PhoneName) throws(ProgramError) {
        guard !exists(name) else { return }
        throw ProgramError(
            .badInput, "there is no phone '\(name.text)'", in: path,
            advice: advice(
                insteadOf: name.text, among: names.map(\.text),
                otherwise: "see 'sori phone list'"))
    }

    // MARK: What is done to phones that are shut down

    /// Removes a phone with everything that it keeps.
    package func delete(_ name: PhoneName) throws(ProgramError) {
        try check(name)
        let lock = try lock(name)
        defer { withExtendedLifetime(lock) {} }
        // From here on it is no phone, however long its files take to go.
        let gone = try newFolder(Self.gone)
        guard rename(folder(of: name), gone + "/phone") == 0 else {
            let number = errno
            rmdir(gone)
            throw cannotWrite(folder(of: name), number)
        }
        removeLeftovers()
    }

    /// Removes what a phone keeps, but its name and its generation.
    ///
    /// - Returns: Whether its state could be read; a damaged one becomes a phone of the usual
    ///   generation.
    @discardableResult
    package func erase(_ name: PhoneName) throws(ProgramError) -> Bool {
        try check(name)
        let folder = folder(of: name)
        let lock = try lock(name)
        defer { withExtendedLifetime(lock) {} }
        var kept: KeptPhone?
        do throws(KeptPhoneError) { kept = try PhoneFiles.read(in: folder) } catch {
            if case .newer = error { throw PhoneFiles.problem(error, with: name, in: folder) }
        }
        var erased = (kept ?? KeptPhone()).erased
        if kept == nil {
            let last = PhoneFiles.contentNumbers(in: folder).max() ?? 0
            erased.contentNumber = KeptPhone.contentNumber(after: last)
            erased.lastUsed = PhoneKeeper.now
        }
        try PhoneFiles.write(erased, in: folder)
        PhoneFiles.removeContent(in: folder, but: erased.contentNumber)
        return kept != nil
    }

    /// Makes a phone that keeps the same as another.
    package func clone(_ name: PhoneName, as new: PhoneName) throws(ProgramError) {
        try check(name)
        guard !exists(new) else {
            throw ProgramError(
                .badInput, "there is a phone '\(new.text)' already", in: path,
                advice: "choose another name, or 'sori phone delete' it first")
        }
        let lock = try lock(name)
        defer { withExtendedLifetime(lock) {} }
        // Its name is another than those of deleted phones, which anyone may remove.
        let part = try newFolder(".new-")
        defer { try? FileManager.default.removeItem(atPath: part) }
        do {
            try FileManager.default.copyItem(atPath: folder(of: name), toPath: part + "/phone")
        } catch {
            throw ProgramError(
                .deviceMissing, "'\(name.text)' cannot be copied: \(error.localizedDescription)",
                in: path, advice: "make room there")
        }
        guard rename(part + "/phone", folder(of: new)) == 0 else {
            throw cannotWrite(folder(of: new), errno)
        }
    }

    private func lock(_ name: PhoneName) throws(ProgramError) -> PhoneLock {
        do throws(PhoneLock.Refusal) { return try PhoneLock(in: folder(of: name)) } catch {
            throw PhoneFiles.problem(error, with: name, in: folder(of: name))
        }
    }

    private static let gone = ".gone-"

    private func newFolder(_ start: String) throws(ProgramError) -> String {
        let folder = path + "/" + start + UUID().uuidString
        guard mkdir(folder, 0o700) == 0 else { throw cannotWrite(path, errno) }
        return folder
    }

    /// Removes deleted phones, also those of a process that was killed meanwhile.
    private func removeLeftovers() {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for file in files where file.hasPrefix(Self.gone) {
            try? FileManager.default.removeItem(atPath: path + "/" + file)
        }
    }
}
