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
                insteadOf: "it is delivered"
            ) { $0.backgroundLaunchTellsEntering.toggle() },
            PolicyChoice(
                "`didEnterBackground` of an app that exits on suspension", .ours,
                insteadOf: "it is not delivered"
            ) { $0.exitTellsEntering.toggle() },
            PolicyChoice(
                "`willResignActive` on iPhone OS 3, home button", .ours,
                insteadOf: "it is not delivered"
            ) { $0.endTellsResigning.toggle() },
            PolicyChoice(
                "Background tasks of one stay in the background", .observed,
                insteadOf: "background tasks have another time"
            ) { $0.backgroundTaskLimitOverride = .seconds(40) },
            PolicyChoice(
                "Expiration of background tasks", .observed,
                insteadOf: "the notice comes at another time"
            ) { $0.expirationNotice = .seconds(4) },
            PolicyChoice(
                "After an answered call", .remembered,
                insteadOf: "the user returns to the app, not the phone"
            ) { $0.returnsToAppAfterCallOverride = !$0.returnsToAppAfterCall },
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
                "One press of a headset's button, for an app that takes play and pause without the "
                    + "toggle", .disputed, insteadOf: "it is not delivered"
            ) { $0.togglesBecomePlayOrPause.toggle() },
        ])
}
