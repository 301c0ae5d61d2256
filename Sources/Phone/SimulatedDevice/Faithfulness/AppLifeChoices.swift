import AudioModel
import SoundPolicy

extension PolicyChoice {
    static let ofAppLife = PolicyChoice.choices(
        in: "The life of an app",
        [
            PolicyChoice(
                "From background to suspended", .ours,
                insteadOf: "an idle app is suspended sooner"
            ) { $0.suspensionDelay = .seconds(2) },
            PolicyChoice(
                "From background to suspended", .ours,
                insteadOf: "an idle app is suspended later"
            ) { $0.suspensionDelay = .seconds(10) },
            PolicyChoice(
                "`didEnterBackground` of an app launched in the background", .observed,
                \.backgroundLaunchTellsEntering,
                on: "it is delivered",
                off: "it is not delivered"),
            PolicyChoice(
                "`didEnterBackground` of an app that exits on suspension", .ours,
                \.exitTellsEntering,
                on: "it is delivered",
                off: "it is not delivered"),
            PolicyChoice(
                "`willResignActive` on iPhone OS 3, home button", .ours, \.endTellsResigning,
                on: "it is delivered",
                off: "it is not delivered"),
            PolicyChoice(
                "Background tasks of one stay in the background", .observed,
                insteadOf: "background tasks have another time"
            ) { $0.backgroundTaskLimitOverride = .seconds(40) },
            PolicyChoice(
                "Expiration of background tasks", .observed,
                insteadOf: "the notice comes at another time"
            ) { $0.expirationNotice = .seconds(4) },
            PolicyChoice(
                "Expiration of background tasks", .observed, without: .backgroundTasksExpire,
                "background tasks end without a notice"),
            PolicyChoice(
                "Expiration of background tasks", .observed, without: .openTasksEndApp,
                "a task that is still open does not end its app"),
            PolicyChoice(
                "Time for accessories, Bluetooth, location and audio data", .documented,
                insteadOf: "that time is shorter"
            ) { $0.accessoryWindow = .seconds(5) },
            PolicyChoice(
                "Time for accessories, Bluetooth, location and audio data", .documented,
                without: .backgroundWorkLetsRun, "an app is not run for such work"),
            PolicyChoice(
                "Time to fetch, for a silent push, for processing", .documented,
                insteadOf: "that time is shorter"
            ) { $0.fetchWindow = .seconds(15) },
            PolicyChoice(
                "Limits of callbacks", .documented,
                insteadOf: "the limit of didEnterBackground is another"
            ) { $0.enterBackgroundLimit = .seconds(4) },
            PolicyChoice(
                "Limits of callbacks", .documented,
                insteadOf: "the limit of willTerminate is another"
            ) { $0.terminateLimit = .seconds(4) },
            PolicyChoice(
                "Limits of callbacks", .documented, insteadOf: "the limit of a launch is another"
            ) { $0.launchLimitOverride = .seconds(10) },
            PolicyChoice(
                "Limits of callbacks", .documented, without: .watchdogKills,
                "an app that does not return is not killed"),
            PolicyChoice(
                "After an answered call", .remembered,
                isOn: { $0.returnsToAppAfterCall },
                on: "the phone returns to the app",
                off: "the user returns to the app, not the phone"
            ) { $0.returnsToAppAfterCallOverride = $1 },
        ])

    static let ofRemoteControl = PolicyChoice.choices(
        in: "Remote control, and what the phone says by itself",
        [
            PolicyChoice(
                "Commands for a suspended app", .observed,
                insteadOf: "it runs for a shorter time"
            ) { $0.remoteCommandWindow = .seconds(2) },
            PolicyChoice(
                "Commands for a suspended app", .observed,
                insteadOf: "it runs for a longer time"
            ) { $0.remoteCommandWindow = .seconds(20) },
            PolicyChoice(
                "Commands for a suspended app", .observed, without: .remoteCommandLetsRun,
                "it is not resumed for a command"),
            PolicyChoice(
                "One press of a headset's button, for an app that takes play and pause without the "
                    + "toggle", .disputed, \.togglesBecomePlayOrPause,
                on: "it is delivered as the one that toggles",
                off: "it is not delivered"),
            PolicyChoice(
                "When a locked phone with a passcode protects files", .documented,
                insteadOf: "files are protected after another time"
            ) { $0.dataProtectionDelay = .seconds(5) },
            PolicyChoice(
                "When a locked phone with a passcode protects files", .documented,
                without: .passcodeProtectsData, "a passcode protects no files"),
        ])
}
