import AudioModel
import SoundPolicy
import Testing

/// Reference model of one VoIP call beside one call of the telephone, as plain states.
///
/// Source: `docs/facts.md`, "VoIP calls".
private struct CallModel {
    enum AppCall { case none, ringing, connected, heldByUser, heldByCall }

    var telephone = CallState.none
    var appCall = AppCall.none

    var isRinging: Bool { telephone == .ringing || appCall == .ringing }
    var hasCall: Bool { telephone != .none || appCall != .none }
    var isHeld: Bool { appCall == .heldByUser || appCall == .heldByCall }

    mutating func take(_ event: AppCallEvent) {
        switch event {
        case .arrived where !hasCall: appCall = .ringing
        case .started where !hasCall: appCall = .connected
        case .answered where appCall == .ringing: appCall = .connected
        case .declined where appCall == .ringing: appCall = .none
        case .ended: appCall = .none
        case .held where appCall == .connected: appCall = .heldByUser
        case .resumed where isHeld && telephone == .none: appCall = .connected
        default: break
        }
    }

    mutating func take(_ event: DeviceEvent) {
        switch event {
        case .callArrived where telephone == .none && !isRinging: telephone = .ringing
        case .callAnswered where telephone == .ringing:
            telephone = .connected
            if appCall == .connected { appCall = .heldByCall }
        case .callAnswered where appCall == .ringing: appCall = .connected
        case .callDeclined, .callEnded: end(by: .heldByCall, becomes: .connected)
        case .callEndedByRemoteParty: end(by: .heldByCall, becomes: .heldByUser)
        default: break
        }
    }

    /// Ends the telephone's call, or without one the app's.
    private mutating func end(by held: AppCall, becomes next: AppCall) {
        guard telephone != .none else { return appCall = .none }
        telephone = .none
        if appCall == held { appCall = next }
    }
}

@Suite("Random calls of the telephone and of an app")
struct AppCallModelTests {
    private static let deviceEvents: [DeviceEvent] = [
        .callArrived, .callArrived, .callAnswered, .callAnswered, .callDeclined, .callEnded,
        .callEndedByRemoteParty,
    ]

    @Test(
        "activate, hold and resume as the reference model does",
        arguments: 1...100 as ClosedRange<UInt64>)
    func model(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var phone = Phone()
        phone.launch(.game, modes: ["voip"])
        var model = CallModel()
        for step in 0..<300 {
            let before = model
            let response: PolicyResponse
            switch Int.random(in: 0..<5, using: &random) {
            case 0...1:
                let event = AppCallEvent.allCases.randomElement(using: &random) ?? .started
                model.take(event)
                response = phone.after(.milliseconds(100), .appCall(.game, event))
            case 2...3:
                let event = Self.deviceEvents.randomElement(using: &random) ?? .callEnded
                model.take(event)
                response = phone.after(.milliseconds(100), .device(event))
            default:
                guard model.hasCall else { continue }
                // Only the system activates the session of a call.
                response = phone.after(.milliseconds(100), .app(.game, .activate))
                let isRefused = response.refusal == .insufficientPriority
                try #require(isRefused == (model.appCall != .connected), "step \(step)")
            }
            let isActive = phone.machine.session(of: .game)?.isActive
            try #require(isActive == (model.appCall == .connected), "step \(step)")
            let ends = response.notifications(to: .game).contains(
                .interruptionEnded(shouldResume: true))
            try #require(
                ends == (before.isHeld && model.appCall == .connected), "step \(step)")
        }
    }
}
