import CLinuxShim
import Dispatch
import Foundation
import TestSupport
import Testing

@Suite("A library that is opened when it is needed")
struct LibraryLoaderTests {
    /// A description of a library, with the addresses of its functions.
    ///
    /// Ownership: the loader serialises writes; tests read after loading.
    private final class Library: @unchecked Sendable {
        let description = UnsafeMutablePointer<sori_library>.allocate(capacity: 1)
        private let symbols: UnsafeMutablePointer<sori_symbol>
        private let addresses: UnsafeMutablePointer<UnsafeMutableRawPointer?>
        private var texts: [UnsafeMutablePointer<CChar>] = []

        init(
            _ fileName: String, symbols names: [String] = [], version: String? = nil,
            oldest: UInt32 = 0
        ) {
            symbols = .allocate(capacity: max(names.count, 1))
            addresses = .allocate(capacity: max(names.count, 1))
            addresses.initialize(repeating: nil, count: max(names.count, 1))
            description.initialize(to: sori_library())
            for (index, name) in names.enumerated() {
                (symbols + index).initialize(
                    to: sori_symbol(name: text(name), address: addresses + index))
            }
            description.pointee.file_name = UnsafePointer(text(fileName))
            description.pointee.project = UnsafePointer(text("Example"))
            description.pointee.package = UnsafePointer(text("libexample7"))
            description.pointee.symbols = UnsafePointer(symbols)
            description.pointee.symbol_count = names.count
            description.pointee.version_symbol = version.map { UnsafePointer(text($0)) }
            description.pointee.oldest_version = oldest
        }

        deinit {
            for text in texts { free(text) }
            symbols.deallocate()
            addresses.deallocate()
            description.deallocate()
        }

        private func text(_ string: String) -> UnsafeMutablePointer<CChar> {
            let copy = strdup(string)!
            texts.append(copy)
            return copy
        }

        func load() -> Bool { sori_library_load(description) }
        var error: String { String(cString: sori_library_error(description)) }
        func address(_ index: Int) -> UnsafeMutableRawPointer? { addresses[index] }
    }

    @Test("is opened at the path that the dynamic linker's cache has for it")
    func cache() throws {
        let path = try #require(sori_path_in_linker_cache("libm.so.6"))
        #expect(String(cString: path).hasSuffix("/libm.so.6"))
        #expect(FileManager.default.fileExists(atPath: String(cString: path)))
        #expect(sori_path_in_linker_cache("libnone.so.0") == nil)
        // The name is another library's, so only the path can have opened it.
        let library = Library("libnone.so.0", symbols: ["cbrt"])
        library.description.pointee.find = { _ in sori_path_in_linker_cache("libm.so.6") }
        #expect(library.load())
        #expect(library.address(0) != nil)
        #expect(library.description.pointee.handle != nil)
    }

    @Test("gives its functions")
    func functions() throws {
        let library = Library("libm.so.6", symbols: ["sqrt", "cbrt"])
        #expect(library.load())
        typealias Function = @convention(c) (Double) -> Double
        let root = unsafeBitCast(try #require(library.address(0)), to: Function.self)
        #expect(root(9) == 3)
        #expect(library.error.isEmpty)
        #expect(sori_library_is_there(library.description))
    }

    @Test("says what to install when it is missing, also the second time")
    func missing() {
        let library = Library("libsori-example.so.7")
        #expect(library.error.isEmpty)
        for _ in 0..<2 {
            #expect(!library.load())
            #expect(
                library.error
                    == "Example's libsori-example.so.7, which is missing: install libexample7")
        }
        #expect(!sori_library_is_there(library.description))
    }

    @Test("says why it cannot be loaded")
    func damaged() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("libexample.so.7")
        try Data("no library".utf8).write(to: URL(fileURLWithPath: path))
        let library = Library(path)
        #expect(!library.load())
        #expect(library.error.hasPrefix("Example's \(path), which cannot be loaded: "))
    }

    @Test("must have every function")
    func incomplete() {
        let library = Library("libm.so.6", symbols: ["sqrt", "sori_nothing"])
        #expect(!library.load())
        #expect(
            library.error
                == "Example's libm.so.6 with the function sori_nothing, which the installed one "
                + "lacks: upgrade libexample7")
    }

    @Test(
        "must have the major version and at least the minor",
        arguments: [(0, 15, true), (0, 16, true), (0, 17, false), (1, 0, false)])
    func version(major: UInt32, minor: UInt32, isEnough: Bool) {
        // Given a function that returns 4096, which is version 0.16.
        let library = Library(
            "libc.so.6", version: "getpagesize", oldest: major << 16 | minor << 8 | 9)
        #expect(library.load() == isEnough)
        #expect(
            library.error
                == (isEnough
                    ? ""
                    : "Example's libc.so.6 in version \(major).\(minor) or newer, but 0.16 is "
                        + "installed: upgrade libexample7"))
    }

    @Test("is opened once by threads that need it at the same time")
    func concurrent() {
        let library = Library("libm.so.6", symbols: ["sqrt", "cbrt"])
        DispatchQueue.concurrentPerform(iterations: 32) { _ in
            #expect(sori_library_is_there(library.description))
            #expect(library.address(1) != nil)
        }
    }
}
