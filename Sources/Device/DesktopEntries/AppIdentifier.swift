/// An application, named like its desktop file without the extension.
public struct AppIdentifier: Sendable, Hashable {
    /// Where the name is from, the most reliable first.
    public enum Source: Sendable, Hashable {
        /// PipeWire's access control or a control group, both set up by Flatpak.
        case flatpak
        /// A control group of the user's service manager.
        case controlGroup
        /// A desktop file that starts the executable.
        case desktopFile
        /// The executable itself.
        case executable
    }

    /// `org.mozilla.firefox`, `mpv`; never empty, and at most 255 bytes.
    public var name: String
    public var source: Source

    public init(name: String, source: Source) {
        self.name = name
        self.source = source
    }

    /// Identifies an application by what is known of one of its processes.
    ///
    /// - Parameters:
    ///   - flatpakAppID: The application in the words of PipeWire's portal access.
    ///   - controlGroups: The text of `/proc/PID/cgroup`.
    ///   - desktopFile: Returns the identifier of the desktop file that starts an executable.
    public init?(
        flatpakAppID: String? = nil, controlGroups: String? = nil, executableName: String? = nil,
        desktopFile: (String) -> String? = { _ in nil }
    ) {
        if let name = flatpakAppID, AppIdentifier.isValid(name) {
            self.init(name: name, source: .flatpak)
        } else if let app = controlGroups.flatMap(AppIdentifier.init(controlGroups:)) {
            self = app
        } else if let executableName, AppIdentifier.isValid(executableName) {
            if let name = desktopFile(executableName), AppIdentifier.isValid(name) {
                self.init(name: name, source: .desktopFile)
            } else {
                self.init(name: executableName, source: .executable)
            }
        } else {
            return nil
        }
    }

    /// Reads the text of `/proc/PID/cgroup`.
    public init?(controlGroups text: String) {
        guard let path = AppIdentifier.unitPath(controlGroups: text) else { return nil }
        let unit = path.split(separator: "/").last ?? ""
        if unit.hasPrefix("snap."), unit.hasSuffix(".scope") {
            self.init(snapUnit: unit)
        } else {
            self.init(unit: unit)
        }
    }

    /// The path of the unit that a process belongs to, from the text of `/proc/PID/cgroup`.
    static func unitPath(controlGroups text: String) -> String? {
        let lines = text.split(separator: "\n").prefix(64)
        // The unified hierarchy, or the one of the service manager beside it.
        let path =
            lines.first { $0.hasPrefix("0::") && $0.dropFirst(3) != "/" }?.dropFirst(3)
            ?? lines.first { $0.contains(":name=systemd:") }?
            .split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).last
        return path.flatMap { unitPath(controlGroup: $0) }
    }

    /// The path of the outermost unit below the service manager of the user. What is deeper was made
    /// by the application itself, and may have any name.
    ///
    /// Source: systemd.io, Desktop Environment Integration, "XDG standardization for applications".
    private static func unitPath(controlGroup path: Substring) -> String? {
        var components = path.split(separator: "/").prefix(64)[...]
        func skipSlices() {
            components = components.drop { $0.hasSuffix(".slice") }
        }
        skipSlices()
        if let manager = components.first, manager.hasPrefix("user@"), manager.hasSuffix(".service")
        {
            components.removeFirst()
            skipSlices()
        }
        return components.first.map { String(path[..<$0.endIndex]) }
    }

    /// `app[-LAUNCHER]-APPID-RANDOM.scope` or `app[-LAUNCHER]-APPID[@RANDOM].service`.
    private init?(unit: Substring) {
        guard unit.hasPrefix("app-") else { return nil }
        var parts: [Substring]
        if unit.hasSuffix(".scope") {
            parts = unit.dropFirst(4).dropLast(6).split(
                separator: "-", omittingEmptySubsequences: false)
            if parts.count > 1 { parts.removeLast() }
        } else if unit.hasSuffix(".service") {
            let name = unit.dropFirst(4).dropLast(8).prefix { $0 != "@" }
            parts = name.split(separator: "-", omittingEmptySubsequences: false)
        } else {
            return nil
        }
        let launcher = parts.count > 1 ? parts.removeFirst() : nil
        // A launcher that does not escape the name's hyphens leaves several parts.
        guard let name = unescapeUnitName(parts.joined(separator: "-")),
            AppIdentifier.isValid(name)
        else { return nil }
        self.init(name: name, source: launcher == "flatpak" ? .flatpak : .controlGroup)
    }

    /// `snap.SNAP.APP-UUID.scope` or `snap.SNAP.APP.UUID.scope`; the desktop file is `SNAP_APP`.
    private init?(snapUnit: Substring) {
        let parts = snapUnit.dropFirst(5).dropLast(6).split(
            separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else {
            return nil
        }
        var app = parts[1]
        if parts.count == 2 {
            let uuidLength = 36
            guard app.utf8.count > uuidLength + 1, app.dropLast(uuidLength).last == "-" else {
                return nil
            }
            app = app.dropLast(uuidLength + 1)
        }
        let name = "\(parts[0])_\(app)"
        guard AppIdentifier.isValid(name) else { return nil }
        self.init(name: name, source: .controlGroup)
    }

    /// Whether a text can be the name of an application: a file name without control characters.
    private static func isValid(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 255 && name != "." && name != ".."
            && name.unicodeScalars.allSatisfy { scalar in
                scalar != "/" && scalar != "\u{FFFD}"
                    && scalar.properties.generalCategory != .control
                    && scalar.properties.generalCategory != .format
            }
    }
}

/// Replaces `\xNN` by the byte; `nil` when the result is not UTF-8 or an escape is cut off.
private func unescapeUnitName(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "\\") else {
            bytes.append(byte)
            continue
        }
        guard rest.popFirst() == UInt8(ascii: "x"), let high = rest.popFirst(),
            let low = rest.popFirst(), let value = hexadecimal(high, low), value != 0
        else { return nil }
        bytes.append(value)
    }
    return String(validating: bytes, as: UTF8.self)
}

private func hexadecimal(_ high: UInt8, _ low: UInt8) -> UInt8? {
    func digit(_ byte: UInt8) -> UInt8? {
        Character(UnicodeScalar(byte)).hexDigitValue.map(UInt8.init)
    }
    guard let high = digit(high), let low = digit(low) else { return nil }
    return high << 4 | low
}
