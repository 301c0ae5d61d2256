import Foundation
import NetworkPaths
import TestSupport
import Testing

@Suite struct InterfaceKindsTests {
    @Test func `an interface is what its folder says`() throws {
        let folder = try TemporaryFolder()
        func add(_ name: String, _ entry: String? = nil, type: String? = nil) throws {
            let place = folder.url.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: entry.map(place.appendingPathComponent) ?? place,
                withIntermediateDirectories: true)
            if let type {
                try Data("INTERFACE=\(name)\nDEVTYPE=\(type)\n".utf8)
                    .write(to: place.appendingPathComponent("uevent"))
            }
        }
        try add("enp3s0", type: "other")
        try add("wlp2s0", "wireless")
        try add("w1", "phy80211")
        try add("w2", type: "wlan")
        try add("m1", type: "wwan")
        let kinds = InterfaceKinds(in: folder.url.path)
        #expect(kinds.kind(of: "enp3s0", hardware: 1) == .wiredEthernet)
        for name in ["wlp2s0", "w1", "w2"] { #expect(kinds.kind(of: name, hardware: 1) == .wifi) }
        #expect(kinds.kind(of: "m1", hardware: 1) == .cellular)
        #expect(kinds.kind(of: "wwan0", hardware: 519) == .cellular)
        #expect(kinds.kind(of: "lo", hardware: 772) == .loopback)
        #expect(kinds.kind(of: "tun0", hardware: 0xFFFE) == .other)
        #expect(kinds.kind(of: "../net/wlp2s0", hardware: 1) == .other)
    }
}
