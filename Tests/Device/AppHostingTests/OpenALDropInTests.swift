import AppHosting
import Foundation
import TestSupport
import Testing

@Suite("The library in OpenAL Soft's place")
struct OpenALDropInTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func environment(_ known: [String: String]) -> [String: String] {
        var environment = known
        OpenALDropIn.add(to: &environment, of: folder.url.appending(path: "bin/sori"))
        return environment
    }

    @Test("is not looked for where none is installed")
    func missing() {
        #expect(environment(["LD_LIBRARY_PATH": "/opt/lib"]) == ["LD_LIBRARY_PATH": "/opt/lib"])
        #expect(environment([:]) == [:])
    }

    @Test("comes before other folders, those of the user too")
    func installed() throws {
        let place = folder.url.appending(path: "lib/sori/openal")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try Data().write(to: place.appending(path: "libopenal.so.1"))
        // The folder for temporary files may be a symbolic link.
        let path = place.resolvingSymlinksInPath().path
        #expect(environment([:]) == ["LD_LIBRARY_PATH": path])
        #expect(
            environment(["LD_LIBRARY_PATH": "/opt/lib", "HOME": "/"])
                == ["LD_LIBRARY_PATH": path + ":/opt/lib", "HOME": "/"])
    }
}
