import AudioModel
import Foundation
import SimulatedTime
import SoundClient

// The handling of life-cycle notifications.

extension UIApplication {
    func live(through notification: AppNotification) {
        if notification == .willTerminate {
            guard CurrentApp.simulated != nil || !wasAskedToTerminate else { return }
            wasAskedToTerminate = true
        }
        known.willReceive(notification)
        deliver(notification)
        known.didReceive(notification)
        guard let callback = notification.watchedCallback, let app else { return }
        // Queued: it runs after the app's code has returned and older blocks have run.
        app.environment.onMain { [weak app] in
            try? app?.request(.returned(from: callback))
            if callback == .willTerminate, CurrentApp.simulated == nil { exit(0) }
        }
    }

    private func deliver(_ notification: AppNotification) {
        switch notification {
        case .willFinishLaunching(let launch): willFinish(launch)
        case .didFinishLaunching: didFinish()
        case .openURL(let text):
            let isRefused = refusedURL == text
            refusedURL = nil
            guard !isRefused, let url = URL(string: text) else { return }
            _ = delegate?.application(self, open: url, options: [:])
        case .didBecomeActive:
            delegate?.applicationDidBecomeActive(self)
            post(Self.didBecomeActiveNotification)
        case .willResignActive:
            delegate?.applicationWillResignActive(self)
            post(Self.willResignActiveNotification)
        case .didEnterBackground:
            enterBackground()
        case .willEnterForeground:
            turnInterface(.foreground)
            post(Self.willEnterForegroundNotification)
            delegate?.applicationWillEnterForeground(self)
        case .willTerminate:
            delegate?.applicationWillTerminate(self)
            post(Self.willTerminateNotification)
        case .didReceiveMemoryWarning:
            warnOfMemory()
        case .willChangeStatusBarFrame: willChangeBar()
        case .didChangeStatusBarFrame: didChangeBar()
        case .changed(let change): deliver(change)
        case .backgroundTaskExpires(let task): tasks.expire(task)
        case .remoteCommand(let command):
            // An app that has a handler for the command gets no event.
            guard app?.isRemoteCommandEnabled(command.kind, by: .commandCenter) != true,
                let subtype = command.eventSubtype
            else { return }
            receive(subtype)
        case .interruptionBegan, .interruptionEnded, .routeChanged, .secondaryAudioHint,
            .outputVolumeChanged, .mediaServicesLost, .mediaServicesReset:
            break  // For the session.
        case .callRequested: break  // For the provider of calls.
        }
    }

    /// Delivers the entry into the background, and notes whether any code of the app handles it.
    private func enterBackground() {
        delegateHandlesEntry = delegate != nil
        let callCount = app?.observerCallCount ?? 0
        delegate?.applicationDidEnterBackground(self)
        post(Self.didEnterBackgroundNotification)
        let isObserved = (app?.observerCallCount ?? 0) != callCount
        app?.backgroundEntry.note(isHandled: delegateHandlesEntry || isObserved)
        saveState()
    }

    /// - Parameter sender: `nil` for the application itself.
    private func post(
        _ name: Notification.Name, _ info: [AnyHashable: Any]? = nil, from sender: NSObject? = nil
    ) {
        NotificationCenter.default.post(name, sender ?? self, info)
    }

    // MARK: Launch

    private func willFinish(_ launch: Launch) {
        self.launch = launch
        refusedURL = nil
        guard let delegate else { return }
        note(delegate.application(self, willFinishLaunchingWithOptions: launch.options))
        restoreState()
    }

    /// - Parameter opens: Whether the delegate agrees to open the URL that the app was launched
    ///   for.
    private func note(_ opens: Bool) {
        if !opens, case .byURL(let url) = launch { refusedURL = url }
    }

    private func didFinish() {
        let options = launch.options
        if let delegate {
            note(delegate.application(self, didFinishLaunchingWithOptions: options))
        }
        let info = options.map { options in
            Dictionary(uniqueKeysWithValues: options.map { (AnyHashable($0.rawValue), $1) })
        }
        post(Self.didFinishLaunchingNotification, info)
        endRestoration()
    }

    // MARK: Changes

    func statusBarFrame(hasCallBar: Bool) -> CGRect {
        CGRect(x: 0, y: 0, width: UIScreen.main.bounds.width, height: hasCallBar ? 40 : 20)
    }

    private func willChangeBar() {
        let frame = statusBarFrame(hasCallBar: !hasCallBar)
        delegate?.application(self, willChangeStatusBarFrame: frame)
        post(Self.willChangeStatusBarFrameNotification, frameInfo(frame))
    }

    private func didChangeBar() {
        let frame = statusBarFrame
        hasCallBar.toggle()
        delegate?.application(self, didChangeStatusBarFrame: frame)
        post(Self.didChangeStatusBarFrameNotification, frameInfo(frame))
    }

    private func frameInfo(_ frame: CGRect) -> [AnyHashable: Any] {
        [Self.statusBarFrameUserInfoKey: NSValue(rect: frame)]
    }

    private func deliver(_ change: SystemChange) {
        switch change {
        case .significantTime: delegate?.applicationSignificantTimeChange(self)
        case .protectedDataUnavailable:
            delegate?.applicationProtectedDataWillBecomeUnavailable(self)
        case .protectedDataAvailable:
            isProtectedDataAvailable = true
            delegate?.applicationProtectedDataDidBecomeAvailable(self)
        case .accessoryConnected, .accessoryDisconnected, .orientation, .batteryLevel,
            .batteryState, .proximity, .screenConnected, .screenDisconnected, .screenMode,
            .settings, .locale, .cloudAccount:
            break
        }
        if UIDevice.current.takes(change) {
            post(change.notificationName, from: sender(of: change))
        }
        if change == .orientation { turnInterface(.device) }
        if change == .protectedDataUnavailable { isProtectedDataAvailable = false }
    }
}

extension UIApplication {
    /// The object of the notification of a change.
    private func sender(of change: SystemChange) -> NSObject {
        if change.isOfDevice { return UIDevice.current }
        return change == .settings ? app?.surroundings.defaults ?? UserDefaults.standard : self
    }

    /// Tells the delegate, the app's observers, and every controller in the windows' trees.
    private func warnOfMemory() {
        delegate?.applicationDidReceiveMemoryWarning(self)
        post(Self.didReceiveMemoryWarningNotification)
        var found: [UIViewController] = []
        for window in windows { window.rootViewController?.collectTree(into: &found) }
        for controller in found { controller.didReceiveMemoryWarning() }
    }
}

extension UIViewController {
    /// Adds this controller, those inside it and those that it presents, each once.
    fileprivate func collectTree(into found: inout [UIViewController]) {
        guard !found.contains(where: { $0 === self }) else { return }
        found.append(self)
        for child in children { child.collectTree(into: &found) }
        presentedViewController?.collectTree(into: &found)
    }
}

extension Launch {
    /// The launch options for the app's delegate; `nil` when the user launched the app.
    fileprivate var options: [UIApplication.LaunchOptionsKey: Any]? {
        switch self {
        case .byUser: nil
        case .byURL(let text): URL(string: text).map { [.url: $0] } ?? [:]
        case .inBackground(.location): [.location: true]
        case .inBackground(.remoteNotification):
            [.remoteNotification: [AnyHashable: Any]()]
        case .inBackground(.bluetooth): [.bluetoothCentrals: [String]()]
        case .inBackground(.fetch), .inBackground(.processing), .inBackground(.externalAccessory),
            .inBackground(.audio):
            nil
        }
    }
}

extension RemoteCommand {
    /// Source: the public UIEvent header.
    fileprivate var eventSubtype: UIEvent.EventSubtype? {
        switch self {
        case .play: .remoteControlPlay
        case .pause: .remoteControlPause
        case .stop: .remoteControlStop
        case .togglePlayPause: .remoteControlTogglePlayPause
        case .nextTrack: .remoteControlNextTrack
        case .previousTrack: .remoteControlPreviousTrack
        case .seekBackward(.begin): .remoteControlBeginSeekingBackward
        case .seekBackward(.end): .remoteControlEndSeekingBackward
        case .seekForward(.begin): .remoteControlBeginSeekingForward
        case .seekForward(.end): .remoteControlEndSeekingForward
        case .skipForward, .skipBackward, .changePosition, .changeRate, .changeRepeatMode,
            .changeShuffleMode, .rating, .like, .dislike, .bookmark, .enableLanguageOption,
            .disableLanguageOption:
            nil
        }
    }
}

extension SystemChange {
    /// Source: App Programming Guide for iOS, table 4-1.
    fileprivate var notificationName: Notification.Name {
        switch self {
        case .accessoryConnected: .EAAccessoryDidConnect
        case .accessoryDisconnected: .EAAccessoryDidDisconnect
        case .orientation: UIDevice.orientationDidChangeNotification
        case .significantTime: UIApplication.significantTimeChangeNotification
        case .batteryLevel: UIDevice.batteryLevelDidChangeNotification
        case .batteryState: UIDevice.batteryStateDidChangeNotification
        case .proximity: UIDevice.proximityStateDidChangeNotification
        case .protectedDataUnavailable:
            UIApplication.protectedDataWillBecomeUnavailableNotification
        case .protectedDataAvailable: UIApplication.protectedDataDidBecomeAvailableNotification
        case .screenConnected: UIScreen.didConnectNotification
        case .screenDisconnected: UIScreen.didDisconnectNotification
        case .screenMode: UIScreen.modeDidChangeNotification
        case .settings: UserDefaults.didChangeNotification
        case .locale: NSLocale.currentLocaleDidChangeNotification
        case .cloudAccount: .NSUbiquityIdentityDidChange
        }
    }

    /// Whether `UIDevice` posts the notification.
    fileprivate var isOfDevice: Bool {
        switch self {
        case .orientation, .batteryLevel, .batteryState, .proximity: true
        case .accessoryConnected, .accessoryDisconnected, .significantTime, .screenConnected,
            .screenDisconnected, .screenMode, .settings, .locale, .cloudAccount,
            .protectedDataUnavailable, .protectedDataAvailable:
            false
        }
    }
}
