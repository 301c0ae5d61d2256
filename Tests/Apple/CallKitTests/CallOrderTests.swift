import AVFAudio
import CallKit
import Foundation
import Simulation
import Testing

// The specification's cases, by number.

@MainActor
@Suite("The calls of an app with a provider")
struct CallOrderTests {
    @Test func `begin with a delegate that is told so`() {
        let test = ChatPhone()
        #expect(test.chat.log == ["didBegin"])
    }

    // Case 1.
    @Test func `that are answered activate the session after the action`() {
        let test = ChatPhone()
        let call = test.run { $0.receive() }
        test.pass()
        #expect(call.isAnswered && call.error == nil)
        #expect(test.phone.calls.map(\.state) == [.ringing])
        #expect(test.phone.calls.map(\.name) == ["Anna"])
        #expect(test.phone.calls.map(\.handle) == ["+491234"])
        #expect(!test.phone.heard.isSilent)
        test.phone.answerCall()
        test.pass()
        #expect(test.chat.log == ["didBegin", "execute", "Answer", "fulfilled", "didActivate"])
        #expect(test.app.isSessionActive && test.app.category == .playAndRecord)
        #expect(test.phone.calls.map(\.state) == [.connected])
        #expect(!test.phone.heard(from: test.app).isSilent)
        #expect(test.chat.playError == nil)
        #expect(test.app.callActions == ["Answer", "didActivate"])
        #expect(test.findings.words == [])
    }

    // Case 2.
    @Test func `refuse a sound that is started before the activation`() {
        let test = ChatPhone()
        test.chat.waitsForActivation = false
        test.run { $0.receive() }
        test.phone.answerCall()
        test.pass()
        #expect(test.chat.playError == 561_017_449)
        // The call itself is connected.
        #expect(test.app.isSessionActive)
        // The same for a call that begins.
        let other = ChatPhone()
        other.chat.waitsForActivation = false
        other.phone.startCall(from: other.app)
        other.pass()
        #expect(other.chat.playError == 561_017_449)
        #expect(other.app.isSessionActive)
    }

    // Case 3.
    @Test func `that are declined activate nothing and give the music back`() throws {
        let test = ChatPhone()
        let music = try test.phone.launch("Music", backgroundModes: ["audio"]) {
            try AVAudioSession.sharedInstance().setCategory(.playback)
            let player = try AVAudioPlayer(data: ChatApp.tone)
            player.numberOfLoops = -1
            player.play()
            return player
        }
        test.pass()
        test.run { $0.receive() }
        test.pass()
        #expect(test.phone.heard(from: music).isSilent)
        test.phone.declineCall()
        test.pass()
        #expect(test.news() == ["End"])
        #expect(test.phone.calls.isEmpty)
        #expect(
            music.notifications.contains { $0 == .interruptionEnded(shouldResume: true) })
        #expect(!test.app.isSessionActive)
    }

    // Case 4.
    @Test func `that the other party ends deactivate the session without an action`() {
        let test = ChatPhone()
        let call = test.run { $0.receive() }
        test.phone.answerCall()
        test.pass()
        _ = test.news()
        test.run {
            $0.provider.reportCall(with: call.uuid, endedAt: nil, reason: .remoteEnded)
        }
        test.pass()
        #expect(test.news() == ["didDeactivate"])
        #expect(test.phone.calls.isEmpty && !test.app.isSessionActive)
    }

    @Test func `that nobody answers end when the app says so`() {
        let test = ChatPhone()
        let call = test.run { $0.receive() }
        test.pass()
        test.run { $0.provider.reportCall(with: call.uuid, endedAt: nil, reason: .unanswered) }
        test.pass()
        #expect(test.news() == [])
        #expect(test.phone.calls.isEmpty && test.phone.heard.isSilent)
    }

    // Case 5.
    @Test func `that the user starts activate the session before they are connected`() {
        let test = ChatPhone()
        let uuid = UUID()
        let handle = CXHandle(type: .generic, value: "ben")
        let asked = test.run { chat in
            let asked = chat.request(CXStartCallAction(call: uuid, handle: handle))
            #expect(test.phone.calls.map(\.state) == [.starting])
            #expect(!test.app.isSessionActive)
            return asked
        }
        test.pass()
        #expect(asked.isAnswered && asked.error == nil)
        #expect(test.news() == ["Start", "didActivate"])
        #expect(test.run { $0.controller.callObserver.calls.map(\.hasConnected) } == [false])
        test.run { chat in
            chat.provider.reportOutgoingCall(with: uuid, startedConnectingAt: nil)
            chat.provider.reportOutgoingCall(with: uuid, connectedAt: Date())
        }
        let call = test.run { $0.controller.callObserver.calls.first }
        #expect(call?.hasConnected == true && call?.isOutgoing == true && call?.uuid == uuid)
        #expect(test.phone.calls.map(\.handle) == ["ben"])
        // The user ends it in the app.
        test.run { _ = $0.request(CXEndCallAction(call: uuid)) }
        test.pass()
        #expect(test.news() == ["End", "didDeactivate"])
        #expect(test.phone.calls.isEmpty)
    }

    // Case 6.
    @Test func `that cannot be started or answered end without an activation`() {
        for (action, isIncoming) in [("Start", false), ("Answer", true)] {
            let test = ChatPhone()
            test.chat.failing = [action]
            if isIncoming {
                test.run { $0.receive() }
                test.phone.answerCall()
            } else {
                test.phone.startCall(from: test.app)
            }
            test.pass()
            #expect(test.news() == [action])
            #expect(test.phone.calls.isEmpty && !test.app.isSessionActive)
            #expect(test.phone.heard.isSilent)
        }
    }

    // Case 7.
    @Test func `on hold interrupt the session until they are taken up again`() {
        let test = ChatPhone()
        test.phone.startCall(from: test.app)
        test.pass()
        _ = test.news()
        test.phone.holdCall(of: test.app)
        test.pass()
        #expect(test.news() == ["SetHeld(true)", "didDeactivate"])
        #expect(test.interruptions == ["began"])
        #expect(test.run { $0.controller.callObserver.calls.map(\.isOnHold) } == [true])
        test.phone.resumeCall(of: test.app)
        test.pass()
        #expect(test.news() == ["SetHeld(false)", "didActivate"])
        #expect(test.interruptions == ["began", "ended"])
        #expect(!test.phone.heard(from: test.app).isSilent)
    }

    // Case 8.
    @Test func `come back when the user ends the telephone call and not when the other party does`()
    {
        for party in [CallParty.user, .remoteParty] {
            let test = ChatPhone()
            test.phone.startCall(from: test.app)
            test.pass()
            test.phone.receiveCall()
            test.phone.answerCall()
            test.pass()
            #expect(test.news() == ["Start", "didActivate", "SetHeld(true)", "didDeactivate"])
            test.phone.endCall(by: party)
            test.pass()
            let isBack = party == .user
            #expect(test.news() == (isBack ? ["SetHeld(false)", "didActivate"] : []))
            #expect(test.phone.calls.map(\.state) == [isBack ? .connected : .held])
            #expect(test.app.isSessionActive == isBack)
        }
    }

    // Case 9.
    @Test func `whose action the app ignores are over after a minute`() {
        let test = ChatPhone()
        test.chat.ignored = ["Answer"]
        test.run { $0.receive() }
        test.phone.answerCall()
        test.pass()
        let pending = test.run { $0.provider.pendingTransactions.flatMap(\.actions) }
        #expect(pending.count == 1)
        #expect(
            test.run { chat in
                let call = chat.controller.callObserver.calls.first?.uuid ?? UUID()
                return chat.provider.pendingCallActions(
                    of: CXAnswerCallAction.self, withCall: call
                ).count
            } == 1)
        test.pass(59)
        #expect(test.news() == ["Answer"])
        #expect(test.phone.calls.map(\.state) == [.answering])
        test.pass(1)
        #expect(test.news() == ["timedOut"])
        #expect(test.phone.calls.isEmpty && !test.app.isSessionActive)
        // A late answer does nothing.
        test.run { _ in pending.first?.fulfill() }
        test.pass()
        #expect(test.phone.calls.isEmpty)
    }

    // Case 12.
    @Test func `answered on a locked phone sound in the background`() {
        let test = ChatPhone()
        test.phone.lock()
        test.run { $0.receive() }
        test.phone.answerCall()
        test.pass()
        #expect(test.app.state == .background)
        #expect(!test.phone.heard(from: test.app).isSilent)
        let unlocked = ChatPhone()
        unlocked.phone.home()
        unlocked.run { $0.receive() }
        unlocked.phone.answerCall()
        unlocked.pass()
        #expect(unlocked.app.state == .active)
    }

    // Case 13.
    @Test func `are gone when the media services are reset`() {
        let test = ChatPhone()
        test.phone.startCall(from: test.app)
        test.pass()
        _ = test.news()
        test.phone.resetMediaServices()
        test.pass()
        #expect(test.news() == ["didReset"])
        #expect(test.phone.calls.isEmpty)
        #expect(test.run { $0.controller.callObserver.calls.isEmpty })
    }

    @Test func `are gone when their provider is invalidated`() {
        let test = ChatPhone()
        test.phone.startCall(from: test.app)
        test.pass()
        _ = test.news()
        test.run { $0.provider.invalidate() }
        test.pass()
        #expect(test.news() == ["didReset"])
        #expect(test.phone.calls.isEmpty && !test.app.isSessionActive)
        let call = test.run { $0.receive() }
        test.pass()
        #expect(call.error?.code == 0 && call.error?.domain == CXErrorDomainIncomingCall)
    }
}
