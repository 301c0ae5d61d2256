import CallKit
import Foundation
import PushKit
import Simulation
import Testing

/// An app that reports calls for pushes, or does not.
final class PushedApp: NSObject, PKPushRegistryDelegate {
    let registry: PKPushRegistry
    let chat = ChatApp()
    var tokens: [Data] = []
    var callers: [String] = []
    var reports = true
    var completes = true

    init(queue: DispatchQueue? = nil) {
        registry = PKPushRegistry(queue: queue)
        super.init()
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
    }

    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) {
        tokens.append(pushCredentials.token)
    }

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType, completion: @escaping () -> Void
    ) {
        callers.append(payload.dictionaryPayload["caller"] as? String ?? "?")
        if reports { chat.receive() }
        if completes { completion() }
    }
}

@MainActor
@Suite("A push for a call")
struct PushTests {
    private func phone(
        _ profile: PhoneProfile = .ios17
    ) -> (SimulatedPhone, SimulatedPhone.App, PushedApp, ChatPhone.Findings) {
        var settings = SimulatedPhone.Settings()
        settings.profile = profile
        let phone = SimulatedPhone(settings)
        let findings = ChatPhone.Findings()
        phone.onFinding = { findings.words.append($0.description) }
        var made: PushedApp?
        let app = phone.launch("Chat", backgroundModes: ["voip"]) {
            let pushed = PushedApp()
            made = pushed
            return pushed
        }
        phone.advance(by: .seconds(1))
        phone.home()
        phone.advance(by: .seconds(60))
        return (phone, app, made ?? PushedApp(), findings)
    }

    @Test func `needs credentials which the types give`() {
        let (_, app, pushed, _) = phone()
        #expect(pushed.tokens.map(\.count) == [32])
        #expect(app.run { pushed.registry.pushToken(for: .voIP) } == pushed.tokens.first)
        #expect(PKPushType.voIP.rawValue == "PKPushTypeVoIP")
    }

    // Case 11.
    @Test func `wakes a suspended app whose call rings`() {
        for profile in [PhoneProfile.ios17, .ios26] {
            let (phone, app, pushed, findings) = phone(profile)
            #expect(app.state == .suspended)
            phone.push(["caller": "Anna"], to: app)
            phone.advance(by: .seconds(1))
            #expect(pushed.callers == ["Anna"])
            #expect(app.state == .background)
            #expect(phone.calls.map(\.state) == [.ringing] && !phone.heard.isSilent)
            #expect(findings.words == [])
            phone.answerCall()
            phone.advance(by: .seconds(1))
            #expect(app.isSessionActive && !phone.heard(from: app).isSilent)
        }
    }

    // Case 11.
    @Test func `that is not reported ends its app`() {
        for (completes, seconds) in [(true, 1), (false, 31)] {
            let (phone, app, pushed, findings) = phone()
            pushed.reports = false
            pushed.completes = completes
            phone.push(["caller": "Anna"], to: app)
            phone.advance(by: .seconds(seconds))
            #expect(app.state == .notRunning)
            #expect(findings.words.contains { $0.contains("had reported no call") })
        }
    }

    @Test func `needed no call before iOS 13`() {
        let (phone, app, pushed, findings) = phone(.ios8)
        pushed.reports = false
        phone.push(["caller": "Anna"], to: app)
        phone.advance(by: .seconds(1))
        #expect(app.state == .background && findings.words == [])
    }

    @Test func `is what receiving a call sends to an app with a registry`() {
        let (phone, app, pushed, _) = phone()
        phone.receiveCall(for: app)
        phone.advance(by: .seconds(1))
        #expect(pushed.callers == ["Anna"])
        #expect(phone.calls.map(\.state) == [.ringing])
        phone.declineCall()
        phone.advance(by: .seconds(1))
        #expect(phone.calls.isEmpty)
    }

    @Test func `reaches no app without a registry`() {
        let test = ChatPhone()
        test.phone.push([:], to: test.app)
        #expect(test.findings.words.contains { $0.contains("no PKPushRegistry") })
        // The phone rings for its call all the same, and the user answers it alone.
        test.phone.receiveCall(for: test.app)
        #expect(test.phone.calls.map(\.state) == [.ringing])
        test.phone.answerCall()
        #expect(test.app.isSessionActive && test.app.callActions == [])
    }

    @Test func `no longer reaches an app that wants none`() {
        let (phone, app, pushed, findings) = phone()
        app.run { pushed.registry.desiredPushTypes = [] }
        phone.push([:], to: app)
        #expect(pushed.callers == [])
        #expect(findings.words.contains { $0.contains("no PKPushRegistry") })
        #expect(pushed.registry.pushToken(for: .voIP) == nil)
    }
}
