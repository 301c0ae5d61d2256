import DeviceConnections
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite("A socket for this user alone")
struct SocketModeTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func mode(of path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    private func makeSocket(_ path: String) throws {
        let address = try #require(socketAddress(path))
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        try #require(bindForThisUser(descriptor, to: address))
    }

    @Test("has no permission for others, whatever the process's mask")
    func permissions() throws {
        try makeSocket(folder.file("socket"))
        #expect(mode(of: folder.file("socket")) == 0o700)
    }

    /// A compositor of another user could not read its configuration when a service began to listen
    /// in the instant in which the file was made.
    @Test("changes no file that another thread makes meanwhile")
    func otherFiles() throws {
        func makeFile(_ name: String) -> mode_t? {
            close(open(folder.file(name), O_WRONLY | O_CREAT | O_CLOEXEC, 0o666))
            return mode(of: folder.file(name))
        }
        let usual = makeFile("before")
        let path = folder.path
        let madeCount = Atomic(0)
        let isOver = Atomic(false)
        let group = DispatchGroup()
        group.enter()
        Thread.detachNewThread {
            while !isOver.load(ordering: .relaxed) {
                let number = madeCount.add(1, ordering: .relaxed).newValue
                try? makeSocket("\(path)/socket-\(number)")
            }
            group.leave()
        }
        var (modes, fileCount) = (Set<mode_t?>(), 0)
        while fileCount < 500 || madeCount.load(ordering: .relaxed) < 500 {
            modes.insert(makeFile("file-\(fileCount)"))
            fileCount += 1
        }
        isOver.store(true, ordering: .relaxed)
        group.wait()
        #expect(modes == [usual])
        #expect(mode(of: "\(path)/socket-1") == 0o700)
    }
}
