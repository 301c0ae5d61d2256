import AppHosting
import AudioToolbox
import Foundation
import HostLinux
import SoundServer

/// Runs a server of its own and launches this executable again as its only app, with the third
/// command-line argument as that app's mode. Never returns; the test kills it.
///
/// - Parameter container: The app's container directory.
func hosts(container: String) -> Never {
    let server = Server(clock: LinuxClock(queue: DispatchQueue(label: "host")))
    do {
        let program = try ChildProgram(
            CommandLine.arguments[0], arguments: [CommandLine.arguments[3]], container: container)
        let child = try ChildApp.launch(program, in: server)
        server.open(child.app)
        while true { pause() }
    } catch {
        say("\(error)")
        exit(1)
    }
}
