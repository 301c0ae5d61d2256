import DBus
import Foundation
import Glibc
import Synchronization

/// Where the items of the user's programs are: what `SORI_KEYCHAIN` says, else the desktop's Secret
/// Service where one answers, else a file.
package struct UserKeychain: Sendable {
    /// What the environment chooses.
    package enum Choice: Hashable, Sendable {
        case memory
        case file(String)
        case service
        /// Whatever is there.
        case any
        /// A word that chooses nothing.
        case unknown(String)
    }

    private let environment: @Sendable (String) -> String?
    private let busAddress: String?
    private let note: @Sendable (String) -> Void

    /// - Parameters:
    ///   - busAddress: The D-Bus address of a bus; `nil` for the user's.
    ///   - environment: The environment variables.
    ///   - note: Receives sentences for the user, such as which file it is.
    package init(
        busAddress: String? = nil, environment: @escaping @Sendable (String) -> String?,
        note: @escaping @Sendable (String) -> Void
    ) {
        self.environment = environment
        self.busAddress = busAddress
        self.note = note
    }

    package var choice: Choice {
        guard let word = environment("SORI_KEYCHAIN"), !word.isEmpty else { return .any }
        if word == "memory" { return .memory }
        if word == "service" { return .service }
        if word.hasPrefix("file:"), word.count > 5 { return .file(String(word.dropFirst(5))) }
        return .unknown(word)
    }

    /// Opens a store.
    ///
    /// - Parameter name: The name of the store: the identifier of a program.
    /// - Throws: `notAvailable` without a place for it.
    package func store(named name: String) throws(KeychainError) -> any KeychainStore {
        switch choice {
        case .memory: return MemoryKeychainStore()
        case .file(let path): return FileKeychainStore(path: path, note: note)
        case .service:
            guard let service = service(named: name), service.answers else {
                note("the keychain is to be the Secret Service, and none answers")
                throw .notAvailable
            }
            return service
        case .any:
            if let service = service(named: name), service.answers { return service }
            guard let path = path(named: name) else {
                note("there is no home folder for the keychain's file")
                throw .notAvailable
            }
            note("no Secret Service answers; the keychain is the file \(path), not encrypted")
            return FileKeychainStore(path: path, note: note)
        case .unknown(let word):
            note("SORI_KEYCHAIN is \(word), not memory, file:PATH or service")
            throw .notAvailable
        }
    }

    private func service(named name: String) -> SecretServiceStore? {
        let bus = busAddress.map { DBusAddress.address($0) } ?? .session
        guard DBusConnection.isSupported, bus.mayExist, let path = path(named: name) else {
            return nil
        }
        let environment = environment
        return SecretServiceStore(
            name: name, address: busAddress, lockPath: path,
            hasDisplay: {
                ["WAYLAND_DISPLAY", "DISPLAY"].contains { environment($0)?.isEmpty == false }
            }, note: note)
    }

    /// The path of a store's file.
    ///
    /// Source: XDG Base Directory Specification 0.8, `XDG_DATA_HOME`.
    private func path(named name: String) -> String? {
        let home = environment("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
        guard let folder = home ?? environment("HOME").map({ $0 + "/.local/share" }) else {
            return nil
        }
        return "\(folder)/sori/keychain/\(Self.fileName(name)).plist"
    }

    /// Most bytes of a store's name that a file's name repeats; a digest stands for the others.
    private static let nameBytesMax = 60

    /// The name of a store as one of a file: other characters by their codes, `%2F`.
    static func fileName(_ name: String) -> String {
        var text = name.utf8.prefix(nameBytesMax).enumerated().map { index, byte in
            let character = Character(UnicodeScalar(byte))
            let isWord = byte < 128 && (character.isLetter || character.isNumber)
            let isPlain = isWord || "-_".contains(character) || character == "." && index > 0
            return isPlain
                ? String(character) : "%" + String(byte, radix: 16, uppercase: true)
        }.joined()
        if name.utf8.count > nameBytesMax {
            text += "-" + SHA256(Array(name.utf8)).hexadecimal.prefix(16)
        }
        return text.isEmpty ? "%" : text
    }

    // MARK: The process's own

    private static let processStore = Mutex<Result<any KeychainStore, KeychainError>?>(nil)

    /// The store of this process, which is opened once.
    ///
    /// - Parameter name: The identifier of the program.
    package static func processStore(
        named name: String
    ) throws(KeychainError) -> any KeychainStore {
        let result = processStore.withLock { known -> Result<any KeychainStore, KeychainError> in
            if let known { return known }
            let keychain = UserKeychain(
                environment: { getenv($0).map { String(cString: $0) } },
                note: { FileHandle.standardError.write(Data("sori: \($0)\n".utf8)) })
            let opened: Result<any KeychainStore, KeychainError>
            do throws(KeychainError) {
                opened = .success(try keychain.store(named: name))
            } catch {
                opened = .failure(error)
            }
            known = opened
            return opened
        }
        return try result.get()
    }
}
