package import CommandLineTool
import Glibc

/// A phone that keeps its state in a folder, for the time in which this process has it.
///
/// One thread; what its `PhoneKeeper` writes is on a queue of that.
package final class NamedPhone {
    package let name: PhoneName
    package let folder: String
    /// What it keeps; `nil` for a new phone.
    package let kept: KeptPhone?
    private let phones: NamedPhones
    private var lock: PhoneLock?

    /// Takes a phone that is shut down. A new one is made by `begin`.
    ///
    /// - Throws: A `ProgramError` when it runs, or its state cannot be read.
    package init(_ name: PhoneName, in phones: NamedPhones) throws(ProgramError) {
        self.name = name
        self.phones = phones
        folder = phones.folder(of: name)
        guard phones.exists(name) else {
            kept = nil
            return
        }
        lock = try Self.locked(name, folder)
        kept = try Self.state(name, folder)
    }

    private static func state(_ name: PhoneName, _ folder: String) throws(ProgramError)
        -> KeptPhone?
    {
        do throws(KeptPhoneError) { return try PhoneFiles.read(in: folder) } catch {
            throw PhoneFiles.problem(error, with: name, in: folder)
        }
    }

    private static func locked(_ name: PhoneName, _ folder: String) throws(ProgramError)
        -> PhoneLock
    {
        do throws(PhoneLock.Refusal) { return try PhoneLock(in: folder) } catch {
            throw PhoneFiles.problem(error, with: name, in: folder)
        }
    }

    /// Makes the phone if it is new, and keeps its first state.
    package func begin(_ state: KeptPhone) throws(ProgramError) {
        if lock == nil {
            let number = makeFolders(folder)
            guard number == 0 else { throw cannotWrite(folder, number) }
            lock = try Self.locked(name, folder)
            // Another process has made it, and ended, since this one looked.
            guard try Self.state(name, folder) == nil else {
                throw ProgramError(
                    .badInput, "the phone '\(name.text)' was made meanwhile", in: folder,
                    advice: "run it again")
            }
        }
        let content = contentPath(of: state)
        guard mkdir(content, 0o700) == 0 || errno == EEXIST else {
            throw cannotWrite(content, errno)
        }
        try PhoneFiles.write(state, in: folder)
        PhoneFiles.removeContent(in: folder, but: state.contentNumber)
    }

    /// Ends the use of the phone: another process may have it.
    package func end() { lock = nil }

    // MARK: What apps keep

    private func contentPath(of state: KeptPhone?) -> String {
        PhoneFiles.contentPath(in: folder, number: (state ?? KeptPhone()).contentNumber)
    }

    private var contentPath: String { contentPath(of: kept) }

    /// The home of a program.
    package func home(of key: String) -> String {
        contentPath + "/apps/" + Self.folderName(of: key)
    }

    /// Environment variables by which programs keep on this phone what is shared: the keychain,
    /// unless the user has said where, and the identifiers of vendors.
    package func environment(_ user: (String) -> String? = environmentValue) -> [String: String] {
        var variables = ["SORI_VENDORS": contentPath + "/vendors"]
        if user("SORI_KEYCHAIN") == nil {
            variables["SORI_KEYCHAIN"] = "file:" + contentPath + "/keychain/items.plist"
        }
        return variables
    }

    /// A folder's name for a key, which tells any two keys apart.
    package static func folderName(of key: String) -> String {
        let lettersMax = 80
        let isUsable =
            !key.isEmpty && key.utf8.count <= lettersMax && !key.hasPrefix(".")
            && key.utf8.allSatisfy(isPlain)
        if isUsable { return key }
        let letters = key.utf8.prefix(lettersMax).map { isPlain($0) ? $0 : UInt8(ascii: "_") }
        // FNV-1a with 64 bits.
        let hash = key.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        // A plain key has no `~`.
        return "_" + String(decoding: letters, as: UTF8.self) + "~" + String(hash, radix: 16)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
