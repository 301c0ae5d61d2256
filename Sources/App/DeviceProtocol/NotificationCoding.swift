import AudioModel

/// The encoded kinds of notification; see `RequestKind`.
enum NotificationKind: UInt8, CaseIterable {
    case interruptionBegan, interruptionEnded, routeChanged, secondaryAudioHint
    case outputVolumeChanged, mediaServicesLost, mediaServicesReset
    case willFinishLaunching, didFinishLaunching, openURL, didBecomeActive, willResignActive
    case didEnterBackground, willEnterForeground, willTerminate, didReceiveMemoryWarning
    case willChangeStatusBarFrame, didChangeStatusBarFrame, changed, backgroundTaskExpires
    case remoteCommand, callRequested
}

extension MessageWriter {
    mutating func write(_ notification: AppNotification) {
        switch notification {
        case .interruptionBegan(let reason):
            write(case: NotificationKind.interruptionBegan)
            write(reason) { $1.write(case: $0) }
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
        case .willFinishLaunching(let launch):
            write(case: NotificationKind.willFinishLaunching)
            write(launch)
        case .didFinishLaunching: write(case: NotificationKind.didFinishLaunching)
        case .openURL(let url):
            write(case: NotificationKind.openURL)
            write(url)
        case .didBecomeActive: write(case: NotificationKind.didBecomeActive)
        case .willResignActive: write(case: NotificationKind.willResignActive)
        case .didEnterBackground(let state):
            write(case: NotificationKind.didEnterBackground)
            write(case: state)
        case .willEnterForeground: write(case: NotificationKind.willEnterForeground)
        case .willTerminate: write(case: NotificationKind.willTerminate)
        case .didReceiveMemoryWarning: write(case: NotificationKind.didReceiveMemoryWarning)
        case .willChangeStatusBarFrame: write(case: NotificationKind.willChangeStatusBarFrame)
        case .didChangeStatusBarFrame: write(case: NotificationKind.didChangeStatusBarFrame)
        case .changed(let change):
            write(case: NotificationKind.changed)
            write(case: change)
        case .backgroundTaskExpires(let task):
            write(case: NotificationKind.backgroundTaskExpires)
            write(task.rawValue)
        case .remoteCommand(let command):
            write(case: NotificationKind.remoteCommand)
            write(command)
        case .callRequested(let event):
            write(case: NotificationKind.callRequested)
            write(case: event)
        }
    }

    private mutating func write(_ launch: Launch) {
        switch launch {
        case .byUser: write(UInt8(0))
        case .byURL(let url):
            write(UInt8(1))
            write(url)
        case .inBackground(let work):
            write(UInt8(2))
            write(case: work)
        }
    }
}

extension MessageReader {
    mutating func readNotification() throws(MessageError) -> AppNotification {
        switch try readCase("kind of notification", of: NotificationKind.self) {
        case .interruptionBegan:
            return .interruptionBegan(
                reason: try readOptional("choice") { reader throws(MessageError) in
                    try reader.readCase("reason")
                })
        case .interruptionEnded: return .interruptionEnded(shouldResume: try readBool("advice"))
        case .routeChanged:
            return .routeChanged(try readCase("reason"), previous: try readRoute())
        case .secondaryAudioHint: return .secondaryAudioHint(begins: try readBool("hint"))
        case .outputVolumeChanged: return .outputVolumeChanged(try readFloat("volume"))
        case .mediaServicesLost: return .mediaServicesLost
        case .mediaServicesReset: return .mediaServicesReset
        case .willFinishLaunching: return .willFinishLaunching(try readLaunch())
        case .didFinishLaunching: return .didFinishLaunching
        case .openURL: return .openURL(try readText("URL"))
        case .didBecomeActive: return .didBecomeActive
        case .willResignActive: return .willResignActive
        case .didEnterBackground: return .didEnterBackground(try readCase("state"))
        case .willEnterForeground: return .willEnterForeground
        case .willTerminate: return .willTerminate
        case .didReceiveMemoryWarning: return .didReceiveMemoryWarning
        case .willChangeStatusBarFrame: return .willChangeStatusBarFrame
        case .didChangeStatusBarFrame: return .didChangeStatusBarFrame
        case .changed: return .changed(try readCase("change"))
        case .backgroundTaskExpires:
            return .backgroundTaskExpires(BackgroundTaskID(rawValue: try readInt()))
        case .remoteCommand: return .remoteCommand(try readRemoteCommand())
        case .callRequested: return .callRequested(try readCase("event"))
        }
    }

    private mutating func readLaunch() throws(MessageError) -> Launch {
        switch try readByte() {
        case 0: return .byUser
        case 1: return .byURL(try readText("URL"))
        case 2: return .inBackground(try readCase("work"))
        default: throw MessageError(.badField("launch"), offset: offset - 1)
        }
    }
}
