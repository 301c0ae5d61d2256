package import AppHosting
import AudioModel
package import CommandLineTool
import DeviceActions
import DeviceProtocol
import Foundation
import HostLinux
package import LiveDevice
package import Simulation
package import SoundServer
import Terminal

/// A user's program that runs as an app of the phone.
package struct ExternalProgram: Sendable {
    package var description: AppDescription
    /// Starts the program's process, in the background. `performSync` runs a closure that makes the
    /// server decide, like `LiveEnvironment.performSync`. `onEvent` is called with clauses without a
    /// subject, on a thread of its own.
    package typealias Launch =
        @Sendable (
            Server, _ performSync: @escaping @Sendable (() -> Void) -> Void,
            _ onEvent: @escaping @Sendable (String) -> Void
        ) throws(ProgramError) -> any ExternalApp

    package var launch: Launch
    /// The folder for the program's files; `nil` if it has none of its own.
    package private(set) var container: ExternalAppContainer?
    /// The path of its executable, without links; empty for a program without one.
    package private(set) var path = ""

    package var name: String { description.name }

    package init(_ description: AppDescription, launch: @escaping Launch) {
        self.description = description
        self.launch = launch
    }

    /// - Parameters:
    ///   - taken: Names of other apps.
    ///   - phone: The phone that keeps the program's files; `nil` for one that keeps nothing.
    /// - Throws: A `ProgramError` when there is no such program.
    package init(
        path: String, arguments: [String], unlike taken: [String], on phone: NamedPhone? = nil
    ) throws(ProgramError) {
        var program = try Self.found(path, arguments)
        let container =
            if let phone {
                ExternalAppContainer(keptAt: phone.home(of: Self.key(of: program)))
            } else { try ExternalAppContainer() }
        program.container = container.path
        if let phone { program.environment.merge(phone.environment()) { $1 } }
        let information = program.information
        var description = AppDescription(
            name: appName(for: information.name, unlike: taken),
            backgroundModes: information.backgroundModes)
        description.exitsOnSuspend = information.exitsOnSuspend
        self.init(description) { [program] (server, performSync, onEvent) throws(ProgramError) in
            var program = program
            program.terminalSize = Self.terminalSize
            do throws(ChildAppError) {
                return try ChildApp.launch(
                    program, in: server, onEvent: { onEvent($0.words) }, performSync: performSync)
            } catch {
                throw ProgramError(.badInput, error.description, in: "--app")
            }
        }
        self.container = container
        self.path = program.path
    }

    private static func found(
        _ path: String, _ arguments: [String]
    ) throws(ProgramError) -> ChildProgram {
        do throws(ChildAppError) {
            return try ChildProgram(path, arguments: arguments, environment: environment)
        } catch {
            throw ProgramError(
                .badInput, error.description, in: "--app", advice: "check the path")
        }
    }

    /// What tells a program from others on a phone that keeps it.
    ///
    /// - Throws: A `ProgramError` when there is no such program.
    package static func key(of path: String) throws(ProgramError) -> String {
        key(of: try found(path, []))
    }

    private static func key(of program: ChildProgram) -> String {
        let identifier = program.information.identifier
        return identifier.isEmpty ? fileName(of: program.path) : identifier
    }

    /// The size of the phone's own terminal.
    package static var terminalSize: TerminalSize {
        let (width, height) = RawTerminal.size(STDOUT_FILENO)
        return TerminalSize(columns: width, rows: height)
    }

    /// Limits Swift's crash report to one line, which the phone can show, unless the user has set
    /// it.
    private static var environment: [String: String] {
        ProcessInfo.processInfo.environment["SWIFT_BACKTRACE"] == nil
            ? ["SWIFT_BACKTRACE": "enable=no"] : [:]
    }
}

extension ChildApp: ExternalApp {
    package func level(ofStream number: Int) -> Float { levels[number]?.outputPeak ?? 0 }
}
