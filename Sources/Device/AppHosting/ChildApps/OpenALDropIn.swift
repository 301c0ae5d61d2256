package import Foundation

/// The library that takes OpenAL Soft's place in programs that are linked against it, so that they are
/// apps of their phone. Nothing in the system is replaced.
package enum OpenALDropIn {
    /// Puts the library's folder before the others in which the dynamic linker looks; changes nothing
    /// where none is installed with the program.
    ///
    /// - Parameter program: The installed program, in `bin` of its prefix.
    package static func add(
        to environment: inout [String: String],
        of program: URL = URL(fileURLWithPath: "/proc/self/exe")
    ) {
        guard let folder = folder(of: program) else { return }
        let others = environment["LD_LIBRARY_PATH"] ?? ""
        environment["LD_LIBRARY_PATH"] = others.isEmpty ? folder : folder + ":" + others
    }

    private static func folder(of program: URL) -> String? {
        let prefix = program.resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent()
        return ["lib", "lib/\(triplet)"].map { prefix.appending(path: "\($0)/sori/openal").path }
            .first { FileManager.default.fileExists(atPath: $0 + "/libopenal.so.1") }
    }

    /// The name of Debian's folder for libraries of this processor.
    private static let triplet: String = {
        #if arch(arm64)
            "aarch64-linux-gnu"
        #else
            "x86_64-linux-gnu"
        #endif
    }()
}
