/// The state of a live device, as other processes read it.
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
        /// Seconds since the device was switched on.
        package var time: Double
        /// What was refused, why and what is allowed.
        package var reason: String
        /// The rule that refused it; `nil` where none decides.
        package var rule: String?

        package init(time: Double, reason: String, rule: String?) {
            self.time = time
            self.reason = reason
            self.rule = rule
        }
    }

    /// The VoIP call of an app.
    package struct Call: Codable, Hashable, Sendable {
        /// The name of its app.
        package var app: String
        /// Its state: `ringing`, `answering`, `starting`, `connected` or `held`.
        package var state: String
        /// The name of the other party; empty when its app does not say.
        package var name: String
        /// The address of the other party; empty when its app does not say.
        package var handle: String
        package var isOutgoing: Bool

        /// The call in words: `Chat: connected, from Anna (+491234)`.
        var words: String {
            let party = [name, name.isEmpty || handle.isEmpty ? handle : "(\(handle))"]
                .filter { !$0.isEmpty }.joined(separator: " ")
            return "\(app): \(state)"
                + (party.isEmpty ? "" : ", \(isOutgoing ? "to" : "from") \(party)")
        }
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

        /// The name of its app.
        var app: Substring { name.lastIndex(of: ".").map { name[..<$0] } ?? name[...] }
    }

    /// Streams of a program that stay silent because there are too many.
    package struct HeldProgram: Codable, Hashable, Sendable {
        package var program: String
        package var count: Int
    }

    package var profile = ""
    /// Seconds since the device was switched on.
    package var uptime = 0.0
    package var ringSwitch = ""
    package var isLocked = false
    package var call = ""
    /// The VoIP calls of apps; `nil` for none.
    package var calls: [Call]?
    /// What interrupts all apps now.
    package var interrupters: [String] = []
    /// Whether an alarm will sound again.
    package var isAlarmSnoozed: Bool?
    package var route: [String] = []
    /// The sink of the machine's sound server that the route is; `nil` where none reports its own.
    package var sink: String?
    package var accessories: [String] = []
    /// Volumes of the present output, 0…1.
    package var mediaVolume = 0.0
    package var ringerVolume = 0.0
    package var callVolume = 0.0
    package var frontApp: String?
    package var nowPlayingApp: String?
    /// The title and the artist that the lock screen shows.
    package var nowPlayingTitle: String?
    package var settingsOff: [String] = []
    package var apps: [App] = []
    package var streams: [Stream] = []
    /// The streams that are held beyond a limit, a value a program; `nil` for none.
    package var heldStreams: [HeldProgram]?
    /// Whether the session manager links a new stream only when the service has decided about it;
    /// `nil` where the service decides about no streams.
    package var isWaitedFor: Bool?

    package init() {}

    /// What is decided on and why, without what passes: time, levels, refused requests and streams
    /// beyond a limit.
    package var situation: DeviceStatus {
        var situation = self
        situation.uptime = 0
        situation.heldStreams = nil
        for index in streams.indices { situation.streams[index].level = 0 }
        for index in apps.indices { situation.apps[index].lastRefusal = nil }
        return situation
    }
}
