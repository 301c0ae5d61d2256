/// The names that desktops give to the control groups of apps.
///
/// Source: systemd.io, "Desktop Environments": `app[-LAUNCHER]-APPID-RANDOM.scope` and
/// `app[-LAUNCHER]-APPID[@RANDOM].service`.
package enum ControlGroup {
    /// The app ID in the text of `/proc/PID/cgroup`; `nil` when the process is not an app's.
    package static func appID(in text: String) -> String? {
        let bytesMax = 64 << 10
        guard text.utf8.count <= bytesMax else { return nil }
        for line in text.split(separator: "\n") where line.hasPrefix("0::") {
            guard let unit = line.split(separator: "/").last(where: { $0.hasPrefix("app-") })
            else { continue }
            return appID(unit: String(unit))
        }
        return nil
    }

    /// The app ID in the name of a unit.
    static func appID(unit: String) -> String? {
        guard unit.hasPrefix("app-"), let dot = unit.lastIndex(of: ".") else { return nil }
        var name = unit[..<dot]
        switch unit[dot...] {
        case ".scope":
            guard let dash = name.lastIndex(of: "-"),
                dash > unit.index(unit.startIndex, offsetBy: 3)
            else { return nil }
            name = name[..<dash]
        case ".service": name = name.prefix { $0 != "@" }
        default: return nil
        }
        // A launcher has no dash, and those of the ID are escaped.
        guard let id = name.split(separator: "-").dropFirst().last else { return nil }
        return unescaped(id)
    }

    /// Replaces `\x2d` and the like by their bytes.
    private static func unescaped(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), rest.count >= 3, rest.first == UInt8(ascii: "x"),
                let value = UInt8(
                    String(decoding: rest.dropFirst().prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
