import Foundation

/// The environment of this process.
func hostEnvironment() -> [String: String] { ProcessInfo.processInfo.environment }
