import Foundation

/// A rule of the house that a machine can check.
enum TidyRule: String, CaseIterable, Sendable {
    case importsAreListed
    case nothingSleeps
    case noExitTests
    case rulesNameTheirSource
    case uncheckedSendableNamesItsOwner
    case locksHaveState
    case commentsAreSentences
    case filesAreShort

    /// Lines that break the rule.
    func violations(in file: SourceFile, _ targets: [PackageTarget]) -> [TidyViolation] {
        switch self {
        case .importsAreListed: unlistedImports(in: file, targets)
        case .nothingSleeps: sleeps(in: file)
        case .noExitTests: exitTests(in: file)
        case .rulesNameTheirSource: rulesWithoutSource(in: file)
        case .uncheckedSendableNamesItsOwner: unownedSendables(in: file)
        case .locksHaveState: emptyLocks(in: file)
        case .commentsAreSentences: fragments(in: file)
        case .filesAreShort: excessLength(of: file)
        }
    }
}

/// Source and test files have at most this many lines.
let lineCountMax = 400

// MARK: Imports

/// SwiftPM's own check accepts what a dependency depends on; this one does not.
private func unlistedImports(in file: SourceFile, _ targets: [PackageTarget]) -> [TidyViolation] {
    guard file.isSwift, let target = targets.first(where: { file.path.hasPrefix($0.path + "/") })
    else { return [] }
    let names = Set(targets.map(\.name))
    return file.lines.indices.compactMap { index in
        guard let module = importedModule(file.code(index)), names.contains(module),
            module != target.name, !target.dependencies.contains(module)
        else { return nil }
        return TidyViolation(
            path: file.path, line: index + 1,
            message: "\(target.name) imports \(module), which Package.swift does not list for it")
    }
}

private func importedModule(_ line: Substring) -> String? {
    var words = line.split(separator: " ").map(String.init)[...]
    let prefixes: Set<String> = [
        "@testable", "@_exported", "@preconcurrency", "@_implementationOnly", "public", "package",
        "internal", "fileprivate", "private",
    ]
    while let first = words.first, prefixes.contains(first) || first.hasPrefix("@_spi(") {
        words.removeFirst()
    }
    guard words.popFirst() == "import" else { return nil }
    let kinds: Set<String> = [
        "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
    ]
    if let kind = words.first, kinds.contains(kind) { words.removeFirst() }
    return words.first.flatMap { $0.split(separator: ".").first }.map(String.init)
}

// MARK: Sleeping

/// Folders and files that may wait for real time: a device's pacing, terminal loops, benchmarks,
/// tests of real devices and processes, and what puts sleep itself on a phone's clock.
private let sleepingPlaces = [
    "Sources/Phone/CVirtualTime/", "Sources/App/SimulatedTime/SleepingTasks.swift",
    "Sources/App/HostLinux/", "Sources/App/DeviceConnections/PhoneConnection.swift",
    "Sources/Device/AppHosting/ChildApps/ChildApp.swift", "Benchmarks/",
    "Sources/Programs/SoundCommands/Playing/",
    "Sources/Programs/SoundCommands/Recording/", "Tests/App/HostLinuxTests/",
    "Tests/App/CamerasTests/PipeWireCamera.swift",
    "Tests/Apple/AVFoundationTests/Support/Frames.swift",
    "Tests/Programs/ProgramTests/PlayingTests.swift",
    "Tests/Device/PhoneGuest/", "Tests/Phone/SimulatedPhoneTests/AppTimeTests.swift",
    "Tests/TestSupport/PrivateServer.swift", "Tests/Device/ProgramStreamsTests/GuardFixture.swift",
]

private func sleeps(in file: SourceFile) -> [TidyViolation] {
    guard !sleepingPlaces.contains(where: file.path.hasPrefix) else { return [] }
    let calls = ["sleep(", "usleep(", "nanosleep(", "Task.sleep(", "Thread.sleep("]
    return file.lines.indices.compactMap { index in
        let code = file.code(index)
        guard let call = calls.first(where: { code.callsFunction($0) }) else { return nil }
        return TidyViolation(
            path: file.path, line: index + 1, message: "\(call)…) waits for real time")
    }
}

extension Substring {
    /// Whether a call stands here, and not a method, a declaration or a longer name.
    fileprivate func callsFunction(_ call: String) -> Bool {
        var start = startIndex
        while let found = self[start...].range(of: call) {
            let before = self[..<found.lowerBound]
            let isPart = before.last.map { $0.isLetter || $0 == "_" || $0 == "." || $0 == "\"" }
            if isPart != true, !before.hasSuffix("func ") { return true }
            start = found.upperBound
        }
        return false
    }
}

/// Swift Testing waits for an exit test by `waitid` on all children, which it does not reap: a child
/// of another test that has exited and is not waited for keeps it busy forever.
private func exitTests(in file: SourceFile) -> [TidyViolation] {
    file.lines.indices.filter { file.code($0).contains("processExits" + "With") }.map {
        TidyViolation(
            path: file.path, line: $0 + 1,
            message: "an exit test; run a program with TestProcess instead")
    }
}

// MARK: Rules, sendability and locks

private func rulesWithoutSource(in file: SourceFile) -> [TidyViolation] {
    guard file.path.hasPrefix("Sources/Core/SoundPolicy/Rules/"),
        !file.lines.indices.contains(where: { file.comment($0)?.contains("Source:") == true })
    else { return [] }
    return [TidyViolation(path: file.path, line: 1, message: "a rule without 'Source:'")]
}

/// The comment above such a type, or the lines in it, name the thread or lock that owns its state.
private func unownedSendables(in file: SourceFile) -> [TidyViolation] {
    guard file.isSwift else { return [] }
    return file.lines.indices.compactMap { index in
        guard file.code(index).contains("@unchecked " + "Sendable") else { return nil }
        var above = index - 1
        while above >= 0, file.comment(above) != nil || file.trimmed(above).hasPrefix("@") {
            if file.comment(above)?.hasPrefix("Ownership:") == true { return nil }
            above -= 1
        }
        return TidyViolation(
            path: file.path, line: index + 1,
            message: "@unchecked " + "Sendable without an 'Ownership:' line in its comment")
    }
}

/// State beside a lock is guarded only by a comment; in the lock, the compiler guards it.
private func emptyLocks(in file: SourceFile) -> [TidyViolation] {
    guard file.path.hasPrefix("Sources/"), !file.path.hasSuffix("/CriticalSection.swift") else {
        return []
    }
    let empty = ["Mutex(())", "Mutex<()>", "Mutex<Void>"]
    return file.lines.indices.filter { index in
        empty.contains { file.code(index).contains($0) }
    }.map {
        TidyViolation(
            path: file.path, line: $0 + 1,
            message: "a lock without state; put what it guards inside, or use a CriticalSection")
    }
}

// MARK: Comments

private let fragmentBeginnings: Set<Substring> = ["Of", "That", "Those", "As", "By"]
private let homeMadeWords = [
    "who", "whoever", "whom", "whose", "nobody", "anew", "for ever", "so many", "is no number",
]

/// A comment is a sentence that stands alone, in the field's words.
private func fragments(in file: SourceFile) -> [TidyViolation] {
    guard file.isSwift else { return [] }
    var violations: [TidyViolation] = []
    func add(_ index: Int, _ message: String) {
        violations.append(TidyViolation(path: file.path, line: index + 1, message: message))
    }
    for index in file.lines.indices {
        guard let comment = file.comment(index) else { continue }
        let isFirst = index == 0 || file.comment(index - 1).map(\.isEmpty) != false
        if isFirst, let word = comment.split(separator: " ").first,
            fragmentBeginnings.contains(word)
        {
            add(index, "the comment begins with '\(word)'")
        }
        for word in homeMadeWords where comment.containsWords(word) {
            add(index, "the comment says '\(word)'")
        }
    }
    return violations
}

extension Substring {
    /// Whether the words stand here, and not as parts of others.
    fileprivate func containsWords(_ words: String) -> Bool {
        var start = startIndex
        while let found = self[start...].range(of: words, options: .caseInsensitive) {
            let before = self[..<found.lowerBound].last
            let after = self[found.upperBound...].first
            if before?.isLetter != true, after?.isLetter != true { return true }
            start = found.upperBound
        }
        return false
    }
}

// MARK: Length

private func excessLength(of file: SourceFile) -> [TidyViolation] {
    guard !file.isHeader, file.lines.count > lineCountMax else { return [] }
    return [
        TidyViolation(
            path: file.path, line: lineCountMax + 1,
            message: "\(file.lines.count) lines, and \(lineCountMax) at most")
    ]
}
