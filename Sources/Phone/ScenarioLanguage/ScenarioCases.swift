/// Parses the cases of a scenario from the bytes of its file, and the files that it includes.
///
/// - Parameters:
///   - bytes: The bytes of the whole file.
///   - path: The file's path, for errors and for finding sounds.
///   - read: Reads an included file; its path begins with the folder of `path`.
/// - Returns: A scenario for each case, in the order of the tables; one for a story that is told once.
/// - Throws: The errors of `parseScenario(_:path:)`, each with the file in which it is.
public func parseScenarios(
    bytes: [UInt8], path: String, reading read: @escaping IncludeReader
) throws(ScenarioErrors) -> [Scenario] {
    [try parseScenario(bytes: bytes, path: path, reading: read)]
}
