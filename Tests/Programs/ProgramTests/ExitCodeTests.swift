import CommandLineTool
import Foundation
import TestSupport
import Testing

/// One cause has one exit code, whichever command meets it.
@Suite("The exit code of sori", .serialized)
struct ExitCodeTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.writeWAV(
            (0..<96_000).map { Float(sin(Double($0) * 0.03)) / 2 }, rate: 48_000, as: "in.wav")
        try folder.write("hello".utf8, as: "text.txt")
        try folder.write([], as: "empty.wav")
        try folder.write(
            """
            scenario "a"
            app Game category playback
            at 0 Game opens; Game plays tone:440 as song
            expect 1..1.9 Game.song audible
            at 2 end

            """.utf8, as: "a.scenario")
        for name in ["folder", "run"] {
            try FileManager.default.createDirectory(
                at: folder.url.appending(path: name), withIntermediateDirectories: false)
        }
    }

    /// No sound server, no message bus, no library.
    private var environment: [String: String] {
        [
            "PIPEWIRE_REMOTE": folder.file("none"), "XDG_RUNTIME_DIR": folder.file("run"),
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=" + folder.file("none"),
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=" + folder.file("none"),
            "XDG_DATA_HOME": folder.file("data"), "XDG_MUSIC_DIR": folder.file("none"),
            "HOME": folder.file("home"), "SWIFT_BACKTRACE": "enable=no",
        ]
    }

    struct Cause: CustomTestStringConvertible {
        var name: String
        var code: ExitCode
        var commands: [String]
        /// Shell commands before `sori`, such as a resource limit.
        var before = ""
        /// A redirection after the command.
        var after = ""

        var testDescription: String { name }
    }

    #if FFmpeg
        /// Files that are no libraries hide FFmpeg's on the library path, as if those were missing.
        private static let brokenLibrary = [
            Cause(
                name: "a library that cannot be loaded", code: .deviceMissing,
                commands: [
                    "convert in.wav out.m4a", "convert in.wav out.flac", "convert in.wav out.mp3",
                    "convert in.flac out.wav", "info in.flac", "info --packets in.flac",
                    "play in.flac --output null", "play in.flac --output file:out.wav",
                ],
                before: """
                    "$SORI" convert in.wav in.flac --force; mkdir -p broken
                    for version in {58..63}; do echo >broken/libavcodec.so.$version; done
                    export LD_LIBRARY_PATH=broken;
                    """)
        ]
    #else
        private static let brokenLibrary: [Cause] = []
    #endif

    /// The first six tenths of files of all types that state their length or cut their packets.
    private static let cutFiles: Cause = {
        #if FFmpeg
            let kinds = ["wav", "aiff", "caf", "au", "rf64", "aac", "mp3", "flac", "opus", "m4a"]
        #else
            let kinds = ["wav", "aiff", "caf", "au", "rf64"]
        #endif
        return Cause(
            name: "an input that ends early", code: .badInput,
            commands: kinds.flatMap { kind in
                [
                    "play cut.\(kind) --output file:out.wav", "convert cut.\(kind) out.wav",
                    "info cut.\(kind)",
                ]
            },
            before: """
                for kind in \(kinds.joined(separator: " ")); do [ -e cut.$kind ] || {
                "$SORI" convert in.wav whole.$kind --force &&
                head -c $(($(stat -c %s whole.$kind) * 6 / 10)) whole.$kind >cut.$kind; } 2>/dev/null
                done;
                """)
    }()

    private static let causes =
        brokenLibrary + [
            cutFiles,
            Cause(
                name: "wrong words", code: .wrongUse,
                commands: [
                    "", "nothing", "--nothing", "play", "play --nothing in.wav",
                    "play in.wav --volume loud", "record", "record a.wav --rate fast", "info",
                    "convert in.wav", "convert in.wav out.wav --rate fast", "sim --nothing",
                    "why a.scenario", "phone --nothing", "devices surplus", "explain", "advise",
                    "fuzz --seeds many", "report", "report merge a", "library", "library nothing",
                    "library list nothing", "music nothing", "daemon --profile nothing",
                    "status surplus",
                    "switch", "volume loud", "route", "call", "alarm", "lock maybe", "act",
                    "conformance surplus", "completions", "completions ksh", "manual",
                ]),
            Cause(
                name: "an input that is not there", code: .badInput,
                commands: [
                    "play none.wav --output null", "play none.wav --output file:out.wav",
                    "info none.wav", "info --packets none.wav", "convert none.wav out.wav",
                    "sim none.scenario", "why none.scenario --app A --at 1", "advise none.scenario",
                    "report merge none.xml --junit out.xml", "daemon --config none",
                    "library scan none", "music play ./none.wav", "phone --app ./none",
                ]),
            Cause(
                name: "an input that cannot be read", code: .badInput,
                commands: [
                    "play folder --output null", "info folder", "convert folder out.wav",
                    "sim folder",
                    "why folder --app A --at 1", "advise folder",
                    "report merge folder --junit out.xml", "daemon --config folder",
                    "library scan in.wav",
                ]),
            Cause(
                name: "an input of an unknown format", code: .badInput,
                commands: [
                    "play text.txt --output null", "play text.txt --output file:out.wav",
                    "info empty.wav", "play empty.wav --output null",
                    "convert text.txt out.wav", "convert empty.wav out.wav", "sim text.txt",
                    "why text.txt --app A --at 1", "advise text.txt",
                    "report merge text.txt --junit out.xml",
                ]),
            Cause(
                name: "a missing folder for the output", code: .wrongUse,
                commands: [
                    "play in.wav --output file:none/a.wav", "convert in.wav none/a.wav",
                    "record none/a.wav --seconds 1", "sim a.scenario --wav none/a.wav",
                    "sim a.scenario --stems none/a", "sim a.scenario --svg none/a.svg",
                    "sim a.scenario --html none/a.html", "sim a.scenario --junit none/a.xml",
                    "fuzz --seeds 1 --steps 5 --out none/a", "manual none/a",
                    "report merge a.xml --junit none/a.xml", "daemon --record none/a.scenario",
                ]),
            Cause(
                name: "an output that cannot be written", code: .wrongUse,
                commands: [
                    "play in.wav --output file:folder",
                    "convert in.wav /dev/null --container wav --force",
                    "sim a.scenario --wav folder", "sim a.scenario --svg folder",
                    "sim a.scenario --html folder", "sim a.scenario --junit folder",
                    "sim a.scenario --stems text.txt", "fuzz --seeds 1 --steps 5 --out text.txt",
                    "manual text.txt", "daemon --record folder",
                ]),
            Cause(
                name: "no room for the output", code: .deviceMissing,
                commands: [
                    "play in.wav --output file:out.wav", "convert in.wav out.wav",
                    "convert in.wav out.caf --format ima4", "sim a.scenario --wav out.wav",
                    "sim a.scenario --stems out", "sim a.scenario --html out.html",
                    "sim a.scenario --svg out.svg", "manual out", "library scan folder",
                ], before: "ulimit -f 0;"),
            Cause(
                name: "no room for standard output", code: .deviceMissing,
                commands: [
                    "--help", "--version", "help sim", "play --help", "info in.wav",
                    "info --json in.wav",
                    "play in.wav --output file:out.wav", "sim a.scenario", "sim a.scenario --json",
                    "why a.scenario --app Game --at 1", "advise a.scenario", "explain noErr",
                    "fuzz --seeds 1 --steps 5", "completions bash", "daemon --print-config",
                    "phone --output null --keys q",
                ], after: ">/dev/full"),
            Cause(
                name: "a reader of standard output that has gone", code: .done,
                commands: [
                    "--help", "--version", "help sim", "info in.wav", "info --packets in.wav",
                    "sim a.scenario", "why a.scenario --app Game --at 1", "advise a.scenario",
                    "explain noErr", "fuzz --seeds 1 --steps 5", "completions bash",
                    "daemon --print-config", "phone --output null --keys q",
                ], after: "> >(true)"),
            Cause(
                name: "no sound server", code: .deviceMissing,
                commands: [
                    "play in.wav --output pipewire", "play in.wav --output speaker",
                    "record out.wav --seconds 1", "record out.wav --seconds 1 --input mic",
                    "devices",
                ]),
            Cause(
                name: "no message bus", code: .deviceMissing,
                commands: [
                    "status", "switch silent", "volume 50", "route speaker", "call arrive", "lock",
                    "front Game", "act 'Game activates'", "music status", "music pause",
                    "music play ./in.wav", "music --service",
                ]),
            Cause(
                name: "no music library", code: .deviceMissing,
                commands: [
                    "library list", "library search a", "library show a", "library status",
                    "library playlists",
                ]),
        ]

    @Test("is one for each cause, in every command", arguments: causes)
    private func table(cause: Cause) throws {
        for command in cause.commands {
            let process = TestProcess()
            process.executableURL = URL(filePath: "/bin/bash")
            process.arguments = [
                "-c", "\(cause.before) exec timeout 60 \"$SORI\" \(command) \(cause.after)",
            ]
            process.currentDirectoryURL = folder.url
            process.environment = ProcessInfo.processInfo.environment
                .merging(environment) { $1 }.merging(["SORI": BuiltProgram.sori.url.path]) { $1 }
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            let errors = Pipe()
            process.standardError = errors
            try process.run()
            let text = String(
                decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(
                process.terminationReason == .exit
                    && process.terminationStatus == cause.code.rawValue,
                "sori \(command): \(process.terminationStatus), \(text)")
            // Every failure says why.
            #expect((cause.code == .done) == text.isEmpty, "sori \(command): \(text)")
            for name in ["out.wav", "out.caf", "out.svg", "out.html", "out.xml", "out"] {
                try? FileManager.default.removeItem(at: folder.url.appending(path: name))
            }
        }
    }

    @Test(
        "is that of the signal, as shells count it, in every command that takes a while",
        arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
    func signals(number: Int32, code: Int32) throws {
        try folder.writeWAV(
            [Float](repeating: 0.1, count: 8_000 * 600), rate: 8_000, as: "long.wav")
        for command in [
            ["play", "long.wav", "--output", "null"], ["play", "-", "--output", "null"],
            ["convert", "long.wav", "out.wav", "--rate", "192000", "--force"],
            ["fuzz", "--seeds", "1000000"], ["sim", "a.scenario", "--watch"],
        ] {
            let process = TestProcess()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments =
                ["--default-signal=\(number)", BuiltProgram.sori.url.path] + command
            process.currentDirectoryURL = folder.url
            process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
            // Standard input stays open without data.
            process.standardInput = Pipe()
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            // Every command takes minutes, and has started after this time.
            let start = ContinuousClock.now
            try waitUntil { ContinuousClock.now > start + .milliseconds(400) }
            #expect(process.isRunning, "\(command)")
            kill(process.processIdentifier, number)
            process.waitUntilExit()
            // Without a handler the signal itself ends it, which shells count the same way.
            let status =
                process.terminationReason == .exit
                ? process.terminationStatus : 128 + process.terminationStatus
            #expect(status == code, "\(command)")
        }
    }
}
