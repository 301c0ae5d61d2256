package import AudioModel

/// The words of actions and configurations.
package enum Words {
    package static let settings = KeywordTable<DeviceSetting>("a setting")
    package static let onOff = KeywordTable("'on' or 'off'", [("on", true), ("off", false)])
    package static let categories = KeywordTable<SessionCategory>("a category")
    package static let modes = KeywordTable<SessionMode>("a mode")
    package static let options = KeywordTable(
        "an option", SessionOptions.named.map { ($0.name, $0.option) },
        aliases: [("allowBluetoothHFP", .allowBluetooth)])
    package static let backgroundModes = KeywordTable(
        "a background mode",
        [
            "audio", "voip", "fetch", "location", "newsstand-content", "external-accessory",
            "bluetooth-central", "bluetooth-peripheral", "remote-notification", "processing",
            "nearby-interaction", "push-to-talk",
        ].map { ($0, $0) })
    /// The ports that a user may name; microphones come with them.
    package static let ports = KeywordTable(
        "a port",
        PortKind.allCases.filter { $0 != .builtInMicrophone && $0 != .headsetMicrophone }
            .map { ($0.rawValue, $0) })
    package static let commands = KeywordTable<RemoteCommandKind>("a command")
    package static let changes = KeywordTable<SystemChange>("a change")
    static let deviceOrientations = KeywordTable<DeviceOrientation>("an orientation")
    static let batteryStates = KeywordTable<Battery.State>("the state of the battery")
    static let nearFar = KeywordTable("'near' or 'far'", [("near", true), ("far", false)])
}

/// The options' words, separated by commas, without an option that another one contains.
package func optionsWord(_ options: SessionOptions) -> String {
    let given = SessionOptions.named.filter { options.isSuperset(of: $0.option) }
    let needed = given.filter { entry in
        !given.contains { $0.option.isStrictSuperset(of: entry.option) }
    }
    return needed.map(\.name).joined(separator: ",")
}
