#if PipeWire
    import AudioModel
    import CommandLineTool
    import Foundation
    import HostLinux

    /// A program that runs beside the benchmark; it is ended with this object.
    final class BenchChildProcess {
        private let process = Process()
        private let output = Pipe()
        private let errors = Pipe()
        private var unread: [UInt8] = []

        /// - Parameter words: The program's path and its arguments.
        init(_ words: [String]) throws(ProgramError) {
            process.executableURL = URL(fileURLWithPath: words[0])
            process.arguments = Array(words.dropFirst())
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            process.standardError = errors
            do {
                try process.run()
            } catch {
                throw ProgramError(.deviceMissing, "cannot be started", in: words[0])
            }
        }

        deinit { end() }

        /// Asks it to end, and kills it if it does not.
        private func end() {
            process.terminate()
            let deadline = LinuxClock.now + .seconds(Self.endSecondsMax)
            while process.isRunning, LinuxClock.now < deadline { usleep(5_000) }
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        }

        private static let endSecondsMax = 15.0

        var isRunning: Bool { process.isRunning }

        /// The next line that it prints; `nil` if it prints no more, or nothing in time.
        func nextLine(within seconds: Int) -> String? {
            let descriptor = output.fileHandleForReading.fileDescriptor
            var piece = [UInt8](repeating: 0, count: 4096)
            while true {
                if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                    defer { unread.removeFirst(end + 1) }
                    return String(decoding: unread[..<end], as: UTF8.self)
                }
                var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                guard poll(&wanted, 1, Int32(seconds * 1000)) > 0 else { return nil }
                let count = read(descriptor, &piece, piece.count)
                guard count > 0 else { return nil }
                unread += piece[..<count]
            }
        }

        /// Ends it, and returns the last line of its standard error.
        func lastComplaint() -> String {
            end()
            let text = errors.fileHandleForReading.readDataToEndOfFile()
            return String(decoding: text, as: UTF8.self).split(separator: "\n").last
                .map(String.init) ?? "it said nothing"
        }

        /// Processor seconds of all its threads; `nil` when it has ended.
        ///
        /// Source: clock_getcpuclockid(3).
        func processorSeconds() -> Double? {
            var clock = clockid_t()
            var time = timespec()
            guard process.isRunning, clock_getcpuclockid(process.processIdentifier, &clock) == 0,
                clock_gettime(clock, &time) == 0
            else { return nil }
            return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
        }
    }

    /// The path at which the shell would find a program.
    func programPath(_ name: String) -> String? {
        (environmentValue("PATH") ?? "").split(separator: ":").map { "\($0)/\(name)" }
            .first { access($0, X_OK) == 0 }
    }

    /// This program's path.
    func ownPath() -> String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            ?? CommandLine.arguments[0]
    }

    /// The script that runs a command beside private sound servers. A program built in its checkout
    /// finds it in a parent folder.
    enum PrivateServerScript {
        /// The script's path; `nil` also if a program that it needs is missing.
        static func path() -> String? {
            let programs = [
                "dbus-daemon", "pipewire", "pw-metadata", "wireplumber", "perl", "setpriv",
                "setsid",
            ]
            guard programs.allSatisfy({ programPath($0) != nil }) else { return nil }
            var above = ownPath()
            while above != "/", above != "." {
                above = folder(of: above)
                let path = above + "/scripts/with-pipewire"
                if access(path, X_OK) == 0 { return path }
            }
            return nil
        }

        /// Whether this program already runs beside private servers.
        static var isInside: Bool { environmentValue("SORI_TEST_PIPEWIRE") == "1" }
    }
#endif
