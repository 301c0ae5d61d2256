public import AVFAudio
public import Foundation

/// What a provider asks its app to do and tells it, on the queue of
/// `CXProvider.setDelegate(_:queue:)`, one transaction after another.
public protocol CXProviderDelegate: NSObjectProtocol {
    /// All calls are gone: the media services were reset, or the provider was invalidated. Nothing of
    /// them is asked for any more.
    func providerDidReset(_ provider: CXProvider)

    /// The provider is ready.
    func providerDidBegin(_ provider: CXProvider)
    /// A transaction is to be carried out.
    ///
    /// - Returns: Whether the delegate completes its actions; false, the default, to be asked for each
    ///   of them.
    func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool

    /// The user calls somebody. The session is activated when the action is fulfilled.
    func provider(_ provider: CXProvider, perform action: CXStartCallAction)
    /// The user answers a call. The session is activated when the action is fulfilled.
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction)
    /// The user ends or declines a call.
    func provider(_ provider: CXProvider, perform action: CXEndCallAction)
    /// A call is to be put on hold, or to be taken up again.
    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction)
    /// The microphone is to be muted or unmuted.
    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction)
    /// A call is to be grouped with another one.
    func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction)
    /// The user presses keys of the keypad.
    func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction)

    /// An action was not completed in time, and has failed.
    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction)

    /// The system has activated the app's session for a call: its sound begins here.
    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession)
    /// The system has deactivated the app's session: the call has ended, or is on hold.
    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession)
}

extension CXProviderDelegate {
    /// Does nothing.
    public func providerDidBegin(_ provider: CXProvider) {}
    /// Leaves the actions to the other methods.
    public func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool {
        false
    }
    /// Fails the action.
    public func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        action.fail()
    }
    /// Fails the action.
    public func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        action.fail()
    }
    /// Fails the action, which ends the call all the same.
    public func provider(_ provider: CXProvider, perform action: CXEndCallAction) { action.fail() }
    /// Fails the action.
    public func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
        action.fail()
    }
    /// Fails the action.
    public func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
        action.fail()
    }
    /// Fails the action.
    public func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction) {
        action.fail()
    }
    /// Fails the action.
    public func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) {
        action.fail()
    }
    /// Does nothing.
    public func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {}
    /// Does nothing.
    public func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {}
    /// Does nothing.
    public func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {}
}
