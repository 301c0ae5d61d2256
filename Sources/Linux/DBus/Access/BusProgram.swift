/// A program on the bus, as far as its sandbox is concerned.
enum BusProgram: Hashable, Sendable {
    /// A program of the user's, outside of every sandbox.
    case unconfined
    /// A sandboxed program, with the name that a configuration allows it by.
    case sandboxed(name: String, process: Int32)
    /// A program that cannot be looked at, with the reason.
    case unknown(String)
}

/// What is known of a process that has other namespaces than this one, or a security label.
package struct SandboxFacts: Hashable, Sendable {
    /// The file `.flatpak-info` that is mounted in the root folder of the process.
    package var flatpakInfo: String?
    /// The file `/proc/PID/cgroup`.
    package var controlGroups = ""
    /// The label of the security module, as the bus knows it.
    package var securityLabel: String?

    package init(
        flatpakInfo: String? = nil, controlGroups: String = "", securityLabel: String? = nil
    ) {
        self.flatpakInfo = flatpakInfo
        self.controlGroups = controlGroups
        self.securityLabel = securityLabel
    }

    /// The name of the sandboxed program: `org.example.App` of Flatpak, `snap.NAME`, or
    /// `DBusAllowances.unidentified`.
    ///
    /// A sandboxed program that may make namespaces can mount any file in a root folder of its own.
    /// Where the service manager of the user runs, Flatpak moves each program into a control group
    /// that no program can enter by itself: there both must agree.
    package var name: String {
        if let name = Self.snapName(securityLabel: securityLabel) { return name }
        let unit = Self.unit(in: controlGroups)
        if let info = flatpakInfo, let app = Self.appID(inFlatpakInfo: info),
            unit.map({ Self.isUnit($0, ofFlatpak: app) }) ?? true
        {
            return app
        }
        let parts = unit?.split(separator: ".") ?? []
        if parts.count > 2, parts[0] == "snap", parts.last == "scope", Self.isSnap(parts[1]) {
            return "snap.\(parts[1])"
        }
        return DBusAllowances.unidentified
    }

    /// Whether something is mounted at a path, from the text of `/proc/PID/mountinfo`.
    package static func hasMount(at path: String, in mounts: String) -> Bool {
        mounts.split(separator: "\n").contains { line in
            let fields = line.split(separator: " ", maxSplits: 5)
            return fields.count > 4 && fields[4] == path
        }
    }

    /// The snap that a label confines: `snap.NAME` of `snap.NAME.APP (enforce)`.
    ///
    /// Source: snapd, "Security policy and sandboxing": the profile of an application.
    static func snapName(securityLabel label: String?) -> String? {
        let parts = label?.split(separator: " ") ?? []
        guard parts.count == 2, parts[1] == "(enforce)" else { return nil }
        let names = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        guard names.count >= 3, names[0] == "snap", isSnap(names[1]) else { return nil }
        return "snap.\(names[1])"
    }

    /// The identifier of the application in a file `.flatpak-info`.
    ///
    /// Source: Flatpak documentation, `flatpak-metadata`, groups "Application" and "Runtime".
    static func appID(inFlatpakInfo text: String) -> String? {
        var isApplication = false
        for line in text.split(whereSeparator: \.isNewline).prefix(256) {
            if line.hasPrefix("[") {
                isApplication = line == "[Application]" || line == "[Runtime]"
            } else if isApplication, line.hasPrefix("name=") {
                // A runtime is named with its architecture and branch: no identifier.
                let name = String(line.dropFirst(5))
                return isAppID(name) ? name : nil
            }
        }
        return nil
    }

    /// The unit of the user's service manager that a process is in; `nil` without such a manager.
    private static func unit(in controlGroups: String) -> Substring? {
        let line = controlGroups.split(separator: "\n").first { $0.hasPrefix("0::") }
        let names = line?.dropFirst(3).split(separator: "/") ?? []
        guard
            let manager = names.firstIndex(where: {
                $0.hasPrefix("user@") && $0.hasSuffix(".service")
            })
        else { return nil }
        return names[(manager + 1)...].first { !$0.hasSuffix(".slice") } ?? ""
    }

    /// `app-flatpak-ID-NUMBER.scope`, where a hyphen of the identifier is escaped.
    private static func isUnit(_ unit: Substring, ofFlatpak app: String) -> Bool {
        let escaped = app.split(separator: "-", omittingEmptySubsequences: false)
            .joined(separator: "\\x2d")
        return unit.hasSuffix(".scope") && unit.hasPrefix("app-flatpak-\(escaped)-")
    }

    /// Three elements or more: a snap's name here has two.
    private static func isAppID(_ name: String) -> Bool {
        let elements = name.utf8.split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return elements.count >= 3 && name.utf8.count <= 255
            && elements.allSatisfy { !$0.isEmpty && $0.allSatisfy(isNameByte) }
    }

    private static func isSnap(_ name: Substring) -> Bool {
        !name.isEmpty && name.utf8.count <= 255 && name.utf8.allSatisfy(isNameByte)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
