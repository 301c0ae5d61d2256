/// What happens to a VoIP call: a call that an app brings over the network, and that the system
/// shows and ranks like one of the telephone. Raw values are the scenario language's verbs.
///
/// Source: CallKit, `CXProvider.reportNewIncomingCall` for `arrived`, and the actions
/// `CXStartCallAction`, `CXAnswerCallAction`, `CXEndCallAction` and `CXSetHeldCallAction`.
public enum AppCallEvent: String, CaseIterable, Hashable, Sendable {
    /// The app is called, and the phone rings.
    case arrived = "receives"
    /// The user calls somebody from the app.
    case started = "starts"
    /// The user answers the call.
    case answered = "answers"
    /// The user declines the call, or the other party gives up.
    case declined = "declines"
    case ended = "ends"
    /// The user puts the call on hold.
    case held = "holds"
    /// The user takes a held call up again.
    case resumed = "unholds"
}
