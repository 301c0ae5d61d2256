import DeviceConnections

/// An error of starting a program as an app of the phone.
package enum ChildAppError: Error, Hashable, Sendable {
    case notFound(String)
    case notExecutable(String)
    /// The app's folder or socket cannot be made; `errno` says why.
    case noFolder(String, errno: Int32)
    case notStarted(String, errno: Int32)
    /// Nothing can be opened for the program's input.
    case noInput(errno: Int32)
    /// Nothing can be opened for the program's output.
    case noOutput(errno: Int32)
}

extension ChildAppError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notFound(let program): "there is no program '\(program)'"
        case .notExecutable(let program): "'\(program)' is not a program"
        case .noFolder(let path, let number):
            "the folder '\(path)' cannot be used: \(systemMessage(number))"
        case .notStarted(let program, let number):
            "'\(program)' cannot be started: \(systemMessage(number))"
        case .noInput(let number):
            "nothing can be opened for the program's input: \(systemMessage(number))"
        case .noOutput(let number):
            "nothing can be opened for the program's output: \(systemMessage(number))"
        }
    }
}
