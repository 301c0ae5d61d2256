/// What an app says of itself to a device service. The service takes its word for none of what gives
/// rights over other apps: the process and its user come from the kernel.
package struct AppIntroduction: Hashable, Sendable {
    /// The app's name, for reports.
    package var name: String
    /// The values of `UIBackgroundModes` in the app's `Info.plist`, in their order.
    package var backgroundModes: [String]
    /// The value of `UIApplicationExitsOnSuspend`.
    package var exitsOnSuspend: Bool
    /// Whether the app has been in the background at the end of its last connection.
    package var isInBackground: Bool

    package init(
        name: String, backgroundModes: [String] = [], exitsOnSuspend: Bool = false,
        isInBackground: Bool = false
    ) {
        self.name = name
        self.backgroundModes = backgroundModes
        self.exitsOnSuspend = exitsOnSuspend
        self.isInBackground = isInBackground
    }
}

extension MessageWriter {
    mutating func write(_ introduction: AppIntroduction) {
        write(introduction.name)
        write(
            introduction.backgroundModes, max: MessageLimits.backgroundModesMax,
            "list of background modes"
        ) { $1.write($0) }
        write(introduction.exitsOnSuspend)
        write(introduction.isInBackground)
    }
}

extension MessageReader {
    mutating func readIntroduction() throws(MessageError) -> AppIntroduction {
        AppIntroduction(
            name: try readText("name"),
            backgroundModes: try readList(
                max: MessageLimits.backgroundModesMax, "list of background modes"
            ) { reader throws(MessageError) in try reader.readText("background mode") },
            exitsOnSuspend: try readBool("exit on suspension"),
            isInBackground: try readBool("background"))
    }
}
