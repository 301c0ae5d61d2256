import AudioToolbox
import Foundation
import HostLinux
import SoundServer

/// Is itself a phone, of one app of the manner that its third argument says, until
/// it is killed.
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
