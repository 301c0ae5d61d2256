import AudioModel

/// The kinds of notification as they travel; see `RequestKind`.
enum NotificationKind: UInt8, CaseIterable {
    case interruptionBegan, interruptionEnded, routeChanged, secondaryAudioHint
    case outputVolumeChanged, mediaServicesLost, mediaServicesReset
    case didFinishLaunching, didBecomeActive, willResignActive, didEnterBackground
    case willEnterForeground, willTerminate, didReceiveMemoryWarning
}

extension WireWriter {
    mutating func write(_ notification: AppNotification) {
        switch notification {
        case .interruptionBegan(let reason):
            write(case: NotificationKind.interruptionBegan)
            write(case: reason)
        case .interruptionEnded(let shouldResume):
            write(case: NotificationKind.interruptionEnded)
            write(shouldResume)
        case .routeChanged(let reason, let previous):
            write(case: NotificationKind.routeChanged)
            write(case: reason)
            write(previous)
        case .secondaryAudioHint(let begins):
            write(case: NotificationKind.secondaryAudioHint)
            write(begins)
        case .outputVolumeChanged(let volume):
            write(case: NotificationKind.outputVolumeChanged)
            write(volume)
        case .mediaServicesLost: write(case: NotificationKind.mediaServicesLost)
        case .mediaServicesReset: write(case: NotificationKind.mediaServicesReset)
        case .didFinishLaunching: write(case: NotificationKind.didFinishLaunching)
        case .didBecomeActive: write(case: NotificationKind.didBecomeActive)
        case .willResignActive: write(case: NotificationKind.willResignActive)
        case .didEnterBackground: write(case: NotificationKind.didEnterBackground)
        case .willEnterForeground: write(case: NotificationKind.willEnterForeground)
        case .willTerminate: write(case: NotificationKind.willTerminate)
        case .didReceiveMemoryWarning: write(case: NotificationKind.didReceiveMemoryWarning)
        }
    }
}

extension WireReader {
    mutating func readNotification() throws(WireError) -> AppNotification {
        switch try readCase("kind of notification", of: NotificationKind.self) {
        case .interruptionBegan: return .interruptionBegan(reason: try readCase("reason"))
        case .interruptionEnded: return .interruptionEnded(shouldResume: try readBool("advice"))
        case .routeChanged:
            return .routeChanged(try readCase("reason"), previous: try readRoute())
        case .secondaryAudioHint: return .secondaryAudioHint(begins: try readBool("hint"))
        case .outputVolumeChanged: return .outputVolumeChanged(try readFloat("volume"))
        case .mediaServicesLost: return .mediaServicesLost
        case .mediaServicesReset: return .mediaServicesReset
        case .didFinishLaunching: return .didFinishLaunching
        case .didBecomeActive: return .didBecomeActive
        case .willResignActive: return .willResignActive
        case .didEnterBackground: return .didEnterBackground
        case .willEnterForeground: return .willEnterForeground
        case .willTerminate: return .willTerminate
        case .didReceiveMemoryWarning: return .didReceiveMemoryWarning
        }
    }
}
