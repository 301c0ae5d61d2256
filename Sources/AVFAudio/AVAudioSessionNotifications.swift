import SimulatedTime
import AudioModel
import Foundation
import SoundClient

/// Key of `AVAudioSession.interruptionNotification`: whether it begins or has ended.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
/// With an end: whether the app should go on by itself.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
/// With a beginning.
public let AVAudioSessionInterruptionReasonKey = "AVAudioSessionInterruptionReasonKey"
/// With a beginning that is told late, because the app was suspended.
public let AVAudioSessionInterruptionWasSuspendedKey = "AVAudioSessionInterruptionWasSuspendedKey"
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
public let AVAudioSessionRouteChangePreviousRouteKey = "AVAudioSessionRouteChangePreviousRouteKey"
public let AVAudioSessionSilenceSecondaryAudioHintTypeKey =
    "AVAudioSessionSilenceSecondaryAudioHintTypeKey"

extension AVAudioSession {
    /// On the main thread. Numbers in `userInfo` answer `as? UInt` and `as? Int`.
    public static let interruptionNotification = Notification.Name(
        "AVAudioSessionInterruptionNotification")
    /// Not on the main thread.
    public static let routeChangeNotification = Notification.Name(
        "AVAudioSessionRouteChangeNotification")
    /// On the main thread, to the app in front while its session is active.
    public static let silenceSecondaryAudioHintNotification = Notification.Name(
        "AVAudioSessionSilenceSecondaryAudioHintNotification")
    /// On the main thread; so is the next.
    public static let mediaServicesWereLostNotification = Notification.Name(
        "AVAudioSessionMediaServicesWereLostNotification")
    public static let mediaServicesWereResetNotification = Notification.Name(
        "AVAudioSessionMediaServicesWereResetNotification")
}

/// What told apps of interruptions before notifications did (iOS 3 to 6). Main thread.
public protocol AVAudioSessionDelegate: AnyObject {
    func beginInterruption()
    /// - Parameter flags: 1 when the app should go on.
    func endInterruption(withFlags flags: Int)
    /// Asked when the one with flags does nothing.
    func endInterruption()
    func inputIsAvailableChanged(_ isInputAvailable: Bool)
}

extension AVAudioSessionDelegate {
    public func beginInterruption() {}
    public func endInterruption(withFlags flags: Int) { endInterruption() }
    public func endInterruption() {}
    public func inputIsAvailableChanged(_ isInputAvailable: Bool) {}
}

extension AVAudioSession {
    /// Passes on what the server tells the app, on the thread where it belongs.
    func take(_ notification: AppNotification) {
        pass(on: notification)
        if case .routeChanged(let reason, _) = notification { notifyOfInputs(after: reason) }
        guard !notification.isLifeCycleNotification else { return }
        environment?.onMain { [weak self] in
            guard let self else { return }
            if case .outputVolumeChanged(let volume) = notification {
                observers.notify(self, volume: volume)
            }
            observers.notify(self)
        }
    }

    private func notifyOfInputs(after reason: AudioModel.RouteChangeReason) {
        let areOthers = updateInputs()
        let isByDevice = reason == .newDeviceAvailable || reason == .oldDeviceUnavailable
        guard areOthers, isByDevice, snapshot.map({ $0.profile >= .ios26 }) == true else { return }
        post(Self.availableInputsChangeNotification, [:])
    }

    private func pass(on notification: AppNotification) {
        switch notification {
        case .interruptionBegan(let reason):
            var info = [AVAudioSessionInterruptionTypeKey: number(InterruptionType.began.rawValue)]
            // A suspension is told of by the systems before the ones that post reasons.
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
            forgetChoices()
            post(Self.mediaServicesWereLostNotification, [:])
        case .mediaServicesReset: post(Self.mediaServicesWereResetNotification, [:])
        case .outputVolumeChanged: break  // For observers alone.
        case .willFinishLaunching, .didFinishLaunching, .openURL, .didBecomeActive,
            .willResignActive, .didEnterBackground, .willEnterForeground, .willTerminate,
            .didReceiveMemoryWarning, .willChangeStatusBarFrame, .didChangeStatusBarFrame,
            .changed, .backgroundTaskExpires, .remoteCommand:
            break  // The application's, not the session's.
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
