import Foundation

/// The state of a device service, as clients read it.
package struct DeviceStatus: Codable, Hashable, Sendable {
    /// An app of the device.
    package struct App: Codable, Hashable, Sendable {
        package var name: String
        /// Its process; `nil` when there is none any more.
        package var process: Int32?
        /// The state of the app, in the scenario language's words.
        package var state: String
        package var category: String?
        package var isSessionActive: Bool
        /// What interrupts it; `nil` when nothing does.
        package var interruptedBy: String?
        /// Whether it sends sound that may not begin now, and so is silent.
        package var isRefused: Bool?
        /// The last request that was refused; `nil` for none.
        package var lastRefusal: Refusal?
    }

    /// A request of an app that was refused.
    package struct Refusal: Codable, Hashable, Sendable {
        /// Seconds from the start of the service.
        package var time: Double
        /// What was refused, why and what is allowed.
        package var reason: String
        /// The rule that refused it; `nil` where none decides.
        package var rule: String?
    }

    /// A sound that has not ended.
    package struct Stream: Codable, Hashable, Sendable {
        /// Its name with its app's: `Music.stream1`.
        package var name: String
        package var kind: String
        package var state: String
        /// The product of all gains, linear.
        package var gain: Double
        /// Why it sounds or does not, in words.
        package var why: String
        /// Linear peak of the last samples.
        package var level: Double
    }

    /// Streams of a program that stay silent because there are too many.
    package struct HeldStreams: Codable, Hashable, Sendable {
        package var program: String
        package var count: Int
    }

    package var profile = ""
    /// Seconds since the service began.
    package var uptime = 0.0
    package var ringSwitch = ""
    package var isLocked = false
    package var call = ""
    /// What interrupts all apps now.
    package var interrupters: [String] = []
    package var route: [String] = []
    package var accessories: [String] = []
    /// Volumes of the present output, 0…1.
    package var mediaVolume = 0.0
    package var ringerVolume = 0.0
    package var callVolume = 0.0
    package var frontApp: String?
    package var nowPlayingApp: String?
    package var settingsOff: [String] = []
    package var apps: [App] = []
    package var streams: [Stream] = []
    /// The streams that are held beyond a limit, a value a program; `nil` for none.
    package var heldStreams: [HeldStreams]?

    package init() {}

    /// What is decided on and why, without what passes: time, levels, refused requests and streams
    /// beyond a limit.
    var situation: DeviceStatus {
        var situation = self
        situation.uptime = 0
        situation.heldStreams = nil
        for index in streams.indices { situation.streams[index].level = 0 }
        for index in apps.indices { situation.apps[index].lastRefusal = nil }
        return situation
    }

    /// The status as JSON with sorted keys.
    package var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else { return "{}" }
        return String(decoding: data, as: UTF8.self)
    }

    /// Reads a status.
    ///
    /// - Throws: `DecodingError` for anything else.
    package init(json: String) throws {
        self = try JSONDecoder().decode(DeviceStatus.self, from: Data(json.utf8))
    }
}
