import Glibc

/// Tells the kinds of the machine's interfaces.
package struct InterfaceKinds: Sendable {
    private let folder: String

    /// - Parameter folder: The folder with a folder for each interface.
    package init(in folder: String = "/sys/class/net") {
        self.folder = folder
    }

    package func kind(of name: String, hardware: UInt16) -> NetworkInterface.Kind {
        // A name is one part of a path.
        guard !name.contains("/"), name != ".", name != ".." else { return .other }
        if hardware == 772 { return .loopback }
        let place = folder + "/" + name
        if access(place + "/wireless", F_OK) == 0 || access(place + "/phy80211", F_OK) == 0 {
            return .wifi
        }
        switch deviceType(place) {
        case "wlan": return .wifi
        case "wwan": return .cellular
        default: break
        }
        // Modems: raw IP, and PPP over a modem's line.
        if hardware == 519 || name.hasPrefix("wwan") || name.hasPrefix("rmnet") { return .cellular }
        return hardware == 1 ? .wiredEthernet : .other
    }

    /// The kind of device as the kernel's driver names it; empty without one.
    private func deviceType(_ place: String) -> String {
        for line in smallFile(place + "/uevent").split(separator: "\n")
        where line.hasPrefix("DEVTYPE=") {
            return String(line.dropFirst("DEVTYPE=".count))
        }
        return ""
    }
}

/// Whether the machine knows servers for names.
func hasNameServers(in path: String = "/etc/resolv.conf") -> Bool {
    smallFile(path).split(separator: "\n").contains { line in
        let words = line.split { $0 == " " || $0 == "\t" }
        return words.first == "nameserver" && words.count > 1
    }
}

/// The text of a file of at most 64 KiB; empty for another one.
private func smallFile(_ path: String) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : ""
}
