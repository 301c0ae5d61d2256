import AudioModel
public import Foundation
import KeyValueObserving
import SimulatedTime
import SoundClient
import SoundServer

/// Key of `interruptionNotification`: the raw value of an `InterruptionType`.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
/// Key of `interruptionNotification` at an end: the raw value of `InterruptionOptions`.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
/// Key of `interruptionNotification` at a beginning: the raw value of an `InterruptionReason`.
public let AVAudioSessionInterruptionReasonKey = "AVAudioSessionInterruptionReasonKey"
/// Key of `interruptionNotification` at a beginning: true if it is delivered late because the app
/// was suspended.
public let AVAudioSessionInterruptionWasSuspendedKey = "AVAudioSessionInterruptionWasSuspendedKey"
/// Key of `routeChangeNotification`: the raw value of a `RouteChangeReason`.
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
/// Key of `routeChangeNotification`: the route before, an `AVAudioSessionRouteDescription`.
public let AVAudioSessionRouteChangePreviousRouteKey = "AVAudioSessionRouteChangePreviousRouteKey"
/// Key of `silenceSecondaryAudioHintNotification`: the raw value of the hint type.
public let AVAudioSessionSilenceSecondaryAudioHintTypeKey =
    "AVAudioSessionSilenceSecondaryAudioHintTypeKey"

extension AVAudioSession {
    /// Reports that the session was interrupted or may resume. Posted on the main thread. Numbers
    /// in `userInfo` can be cast to `UInt` and `Int`.
    public static let interruptionNotification = Notification.Name(
        "AVAudioSessionInterruptionNotification")
    /// Reports a change of the route. Posted on a background thread.
    public static let routeChangeNotification = Notification.Name(
        "AVAudioSessionRouteChangeNotification")
    /// Reports that other apps' primary audio began or ended. Posted on the main thread, to the
    /// foreground app while its session is active.
    public static let silenceSecondaryAudioHintNotification = Notification.Name(
        "AVAudioSessionSilenceSecondaryAudioHintNotification")
    /// Reports that the media services failed. Posted on the main thread.
    public static let mediaServicesWereLostNotification = Notification.Name(
        "AVAudioSessionMediaServicesWereLostNotification")
    /// Reports that the media services run again. Posted on the main thread.
    public static let mediaServicesWereResetNotification = Notification.Name(
        "AVAudioSessionMediaServicesWereResetNotification")
}

/// The interruption callbacks of iOS 3 to 5, superseded by notifications. Main thread.
public protocol AVAudioSessionDelegate: AnyObject {
    /// The session was interrupted and is inactive.
    func beginInterruption()
    /// The interruption has ended.
    ///
    /// - Parameter flags: 1 when the app should resume.
    func endInterruption(withFlags flags: Int)
    /// The interruption has ended; called when the method with flags is not implemented.
    func endInterruption()
    /// A microphone was connected or disconnected.
    func inputIsAvailableChanged(_ isInputAvailable: Bool)
}

extension AVAudioSessionDelegate {
    /// Does nothing.
    public func beginInterruption() {}
    /// Calls `endInterruption()`.
    public func endInterruption(withFlags flags: Int) { endInterruption() }
    /// Does nothing.
    public func endInterruption() {}
    /// Does nothing.
    public func inputIsAvailableChanged(_ isInputAvailable: Bool) {}
}

extension AVAudioSession {
    /// Translates a notification of the server and posts it on the right thread.
    func receive(_ notification: AppNotification) {
        deliver(notification)
        if case .routeChanged(let reason, _) = notification { notifyOfInputs(after: reason) }
        guard !notification.isLifeCycleNotification else { return }
        environment?.onMain { [weak self] in
            guard let self else { return }
            if case .outputVolumeChanged(let volume) = notification {
                didSet(\.outputVolume, to: volume, ifChanged: true)
            }
            didChange()
        }
    }

    private func notifyOfInputs(after reason: AudioModel.RouteChangeReason) {
        let haveChanged = updateInputs()
        let isByDevice = reason == .newDeviceAvailable || reason == .oldDeviceUnavailable
        guard haveChanged, isByDevice, snapshot.map({ $0.profile >= .ios26 }) == true else {
            return
        }
        post(Self.availableInputsChangeNotification, [:])
    }

    private func deliver(_ notification: AppNotification) {
        switch notification {
        case .interruptionBegan(let reason):
            var info = [AVAudioSessionInterruptionTypeKey: number(InterruptionType.began.rawValue)]
            // Older systems post the suspension key; newer ones post reasons.
            if reason == .appWasSuspended {
                info[AVAudioSessionInterruptionWasSuspendedKey] = NSNumber(value: true)
            } else if let reason {
                info[AVAudioSessionInterruptionReasonKey] = number(reason.rawValue)
            }
            post(Self.interruptionNotification, info)
            environment?.onMain { [weak self] in self?.delegate?.beginInterruption() }
        case .interruptionEnded(let shouldResume):
            let options: InterruptionOptions = shouldResume ? .shouldResume : []
            post(
                Self.interruptionNotification,
                [
                    AVAudioSessionInterruptionTypeKey: number(InterruptionType.ended.rawValue),
                    AVAudioSessionInterruptionOptionKey: number(options.rawValue),
                ])
            environment?.onMain { [weak self] in
                self?.delegate?.endInterruption(withFlags: Int(options.rawValue))
            }
        case .routeChanged(let reason, let previous):
            routeQueue.async { [weak self] in
                guard let self else { return }
                postNow(
                    Self.routeChangeNotification,
                    [
                        AVAudioSessionRouteChangeReasonKey: number(reason.rawValue),
                        AVAudioSessionRouteChangePreviousRouteKey:
                            AVAudioSessionRouteDescription(previous),
                    ])
            }
            guard let isThere = takeInputChange() else { return }
            environment?.onMain { [weak self] in self?.delegate?.inputIsAvailableChanged(isThere) }
        case .secondaryAudioHint(let begins):
            let type: SilenceSecondaryAudioHintType = begins ? .begin : .end
            post(
                Self.silenceSecondaryAudioHintNotification,
                [AVAudioSessionSilenceSecondaryAudioHintTypeKey: number(type.rawValue)])
        case .mediaServicesLost:
            resetPreferences()
            post(Self.mediaServicesWereLostNotification, [:])
        case .mediaServicesReset: post(Self.mediaServicesWereResetNotification, [:])
        case .outputVolumeChanged: break  // Only for key-value observers.
        case .willFinishLaunching, .didFinishLaunching, .openURL, .didBecomeActive,
            .willResignActive, .didEnterBackground, .willEnterForeground, .willTerminate,
            .didReceiveMemoryWarning, .willChangeStatusBarFrame, .didChangeStatusBarFrame,
            .changed, .backgroundTaskExpires, .remoteCommand, .callRequested:
            break  // For the application.
        }
    }

    private func number(_ value: UInt) -> NSNumber { NSNumber(value: value) }

    private func post(_ name: Notification.Name, _ info: [String: NSNumber]) {
        environment?.onMain { [weak self] in self?.postNow(name, info) }
    }

    private func postNow(_ name: Notification.Name, _ info: [String: Any]) {
        NotificationCenter.default.post(name, self, info.isEmpty ? nil : info)
    }
}
