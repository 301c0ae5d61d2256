import Foundation
import Glibc
import Keychain
import Synchronization
import TestSupport
import Testing

/// The store in a file, from several processes, and on a disk that fails.
@Suite struct FileStoreTests {
    private let folder: TemporaryFolder
    private let path: String
    private let notes = Notes()

    private final class Notes: Sendable {
        private let kept = Mutex<[String]>([])
        var all: [String] { kept.withLock { $0 } }
        func add(_ note: String) { kept.withLock { $0.append(note) } }
    }

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("keychain/items.plist")
    }

    private func store(
        fault: @escaping @Sendable (StoreFileStep) -> Int32 = { _ in 0 }
    ) -> FileKeychainStore {
        FileKeychainStore(path: path, fault: fault, note: notes.add)
    }

    private func writer(_ words: [String]) throws -> TestProcess {
        let process = TestProcess()
        process.executableURL = BuiltProgram(name: "KeychainWriter").url
        process.arguments = words
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        return process
    }

    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    // MARK: What is kept

    @Test func `items are there for the next process, and for nobody else`() throws {
        let first = client(store())
        #expect(first.accounts() == .failure(.itemNotFound))
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(first.add("a") == nil && first.add("b", data: "") == nil)
        #expect(mode(path) == 0o600 && mode(folder.file("keychain")) == 0o700)
        let second = client(store())
        #expect(second.accounts() == .success(["a", "b"]))
        #expect(second.data("a") == "secret" && second.data("b") == "")
        #expect(second.add("a") == .duplicateItem)
        #expect(second.update("a", to: "c", data: "new") == nil)
        #expect(first.accounts() == .success(["c", "b"]) && first.data("c") == "new")
        #expect(first.update("c", to: "b", data: "") == .duplicateItem)
        #expect(first.delete("c") == nil && first.delete("c") == .itemNotFound)
        #expect(second.accounts() == .success(["b"]))
        #expect(notes.all == [])
    }

    @Test func `every kind of value comes back`() throws {
        let attributes: [KeychainAttribute: KeychainValue] = [
            .account: .text("ünï\u{0}"), .generic: .data(Data([0, 255])), .creator: .number(1),
            .type: .number(Int64(UInt32.max)), .isInvisible: .flag(true), .isNegative: .flag(false),
            .accessibility: .text("akpu"), .isSynchronizable: .flag(true),
        ]
        let added = try client(store()).add(
            .genericPassword, attributes, data: Data((0...255).map { UInt8($0) }))
        var query = KeychainQuery(.genericPassword)
        query.synchronizable = .yes
        #expect(try client(store()).items(query, needsData: true) == [added])
        query = KeychainQuery(nil)
        query.persistentReference = added.persistentReference
        #expect(try client(store()).items(query, needsData: true) == [added])
    }

    @Test(arguments: [(2, 200), (8, 125)])
    func `processes that add at the same time lose nothing`(writers: Int, count: Int) throws {
        let processes = try (0..<writers).map {
            try writer(["file", path, "writer\($0)", String(count)])
        }
        // Meanwhile the file is whole whenever one looks.
        let reader = client(store())
        var seen = 0
        while processes.contains(where: \.isRunning) {
            switch reader.accounts() {
            case .success(let accounts):
                #expect(accounts.count >= seen)
                seen = accounts.count
            case .failure(let error): #expect(error == .itemNotFound && seen == 0)
            }
        }
        for process in processes {
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
        let accounts = try reader.accounts().get()
        #expect(accounts.count == writers * count && Set(accounts).count == accounts.count)
        #expect(mode(path) == 0o600 && notes.all == [])
    }

    // MARK: What goes wrong

    private static let steps = StoreFileStep.allCases.filter { $0 != .setAside }

    @Test(arguments: steps)
    func `killed in a write it is the old or the new one`(step: StoreFileStep) throws {
        #expect(client(store()).add("before") == nil)
        let process = try writer(["file", path, "killed", "1", String(step.rawValue)])
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
        let accounts = try client(store()).accounts().get()
        let isNew = step == .synchronizeFolder || step == .done
        #expect(accounts == (isNew ? ["before", "killed-0"] : ["before"]))
        // The next one goes on, and leaves nothing behind.
        #expect(client(store()).add("after") == nil)
        #expect(try client(store()).accounts().get() == accounts + ["after"])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("keychain"))
        #expect(Set(names) == ["items.plist", "items.plist.lock"])
        #expect(notes.all == [])
    }

    @Test(arguments: [StoreFileStep.createNew, .write, .synchronize, .rename])
    func `a full disk or a failing one changes nothing`(step: StoreFileStep) throws {
        #expect(client(store()).add("before") == nil)
        for (number, error) in [
            (ENOSPC, KeychainError.diskFull), (EDQUOT, .diskFull), (EIO, .inputOutput),
            (EROFS, .notAvailable),
        ] {
            let failing = client(store { $0 == step ? number : 0 })
            #expect(failing.add("new") == error)
            #expect(failing.update("before", data: "new") == error)
            #expect(failing.delete("before") == error)
        }
        #expect(client(store()).accounts() == .success(["before"]))
        #expect(client(store()).data("before") == "secret")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("keychain"))
        #expect(Set(names) == ["items.plist", "items.plist.lock"])
    }

    @Test func `a damaged file is set aside`() throws {
        for number in 1...2 {
            #expect(client(store()).add("lost") == nil)
            let whole = try Data(contentsOf: URL(fileURLWithPath: path))
            let half = whole.prefix(whole.count / 2)
            try half.write(to: URL(fileURLWithPath: path))
            #expect(client(store()).accounts() == .failure(.itemNotFound))
            #expect(notes.all.count == number)
            let aside = URL(fileURLWithPath: path + ".damaged-\(number)")
            #expect(try Data(contentsOf: aside) == half)
            #expect(!FileManager.default.fileExists(atPath: path))
        }
        #expect(client(store()).add("new") == nil)
        #expect(client(store()).accounts() == .success(["new"]))
    }

    @Test func `a damaged item stays and is told of`() throws {
        #expect(client(store()).add("whole") == nil)
        let url = URL(fileURLWithPath: path)
        var plist = try #require(
            try PropertyListSerialization.propertyList(
                from: Data(contentsOf: url), options: [], format: nil) as? [String: Any])
        let whole = try #require(plist["items"] as? Data)
        let damaged = Data([0, 0, 0, 4]) + Data("none".utf8)
        plist["items"] = whole + damaged
        try PropertyListSerialization.data(fromPropertyList: plist, format: .binary, options: 0)
            .write(to: url)
        chmod(path, 0o600)
        let client = client(store())
        #expect(client.data("whole") == "secret")
        #expect(client.delete("other") == .decode)
        #expect(client.accounts() == .success(["whole"]))
        #expect(client.add("new") == nil)
        #expect(client.delete("whole") == nil && client.delete("new") == nil)
        #expect(client.accounts() == .failure(.decode))
        plist = try #require(
            try PropertyListSerialization.propertyList(
                from: Data(contentsOf: url), options: [], format: nil) as? [String: Any])
        #expect(plist["items"] as? Data == damaged)
    }

    @Test func `a file that is cut or changed anywhere ends no program`() throws {
        #expect(client(store()).add("a", data: "secret") == nil)
        let url = URL(fileURLWithPath: path)
        let whole = try Data(contentsOf: url)
        let cut = (0..<whole.count).map { whole.prefix($0) }
        let changed = (0..<whole.count).flatMap { index in
            [0xff, whole[index] ^ 1].map { byte in
                var bytes = whole
                bytes[index] = byte
                return bytes
            }
        }
        for bytes in cut + changed {
            try bytes.write(to: url)
            chmod(path, 0o600)
            switch client(store()).accounts() {
            case .success(let accounts): #expect(accounts.count == 1)
            case .failure(let error):
                #expect([.itemNotFound, .decode, .notAvailable].contains(error))
            }
            try? FileManager.default.removeItem(atPath: path + ".damaged-1")
        }
    }

    @Test func `a file of a later version stays as it is`() throws {
        #expect(client(store()).add("a") == nil)
        let later = try PropertyListSerialization.data(
            fromPropertyList: ["version": 2, "items": [String]()], format: .binary, options: 0)
        try later.write(to: URL(fileURLWithPath: path))
        chmod(path, 0o600)
        #expect(client(store()).add("b") == .notAvailable)
        #expect(notes.all.count == 1 && notes.all.allSatisfy { $0.contains("version 2") })
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == later)
    }

    @Test(arguments: [0o644, 0o660, 0o601] as [mode_t])
    func `a file that others may use is not touched`(mode: mode_t) throws {
        #expect(client(store()).add("a") == nil)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        chmod(path, mode)
        #expect(client(store()).accounts() == .failure(.notAvailable))
        #expect(client(store()).add("b") == .notAvailable)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        #expect(self.mode(path) == mode)
        #expect(notes.all.count == 2 && notes.all.allSatisfy { $0.contains("is not used") })
    }

    @Test func `a link or a folder is not followed or read`() throws {
        let other = FileKeychainStore(path: folder.file("other/items.plist"))
        #expect(client(other).add("a") == nil)
        mkdir(folder.file("keychain"), 0o700)
        symlink(folder.file("other/items.plist"), path)
        #expect(client(store()).accounts() == .failure(.notAvailable))
        #expect(client(store()).add("b") == .notAvailable)
        unlink(path)
        mkdir(path, 0o700)
        #expect(client(store()).add("b") == .notAvailable)
        #expect(client(other).accounts() == .success(["a"]))
    }

    @Test func `a folder that others may change has no keychain`() throws {
        mkdir(folder.file("keychain"), 0o700)
        chmod(folder.file("keychain"), 0o770)
        #expect(client(store()).add("a") == .notAvailable)
        #expect(notes.all.count == 1 && notes.all.allSatisfy { $0.contains("is not used") })
    }
}
