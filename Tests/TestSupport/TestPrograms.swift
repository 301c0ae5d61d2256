import Foundation

/// Makes a program that a shell runs.
///
/// Another process writes it: a program cannot be started while a process has it open for writing,
/// and what this one has open another test's child may hold for a moment.
///
/// - Throws: A `CocoaError` when the file cannot be made.
package func makeProgram(_ path: String, script: String) throws {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = [
        "-c", #"printf '#!/bin/sh\n%s\n' "$2" >"$1" && chmod 755 "$1""#, "sh", path, script,
    ]
    try shell.run()
    shell.waitUntilExit()
    guard shell.terminationStatus == 0 else {
        throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path])
    }
}
