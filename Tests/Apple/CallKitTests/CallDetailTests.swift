import AVFAudio
import CallKit
import Dispatch
import Foundation
import Simulation
import SoundClient
import Synchronization
import Testing

@MainActor
@Suite("A provider of calls")
struct CallDetailTests {
    private func connected() -> ChatPhone {
        let test = ChatPhone()
        test.phone.startCall(from: test.app)
        test.pass()
        _ = test.news()
        return test
    }

    private func uuid(_ test: ChatPhone) -> UUID {
        test.run { $0.controller.callObserver.calls.first?.uuid } ?? UUID()
    }

    @Test func `mutes the input of its app`() {
        let test = connected()
        let uuid = uuid(test)
        test.run { $0.request(CXSetMutedCallAction(call: uuid, muted: true)) }
        test.pass()
        #expect(test.news() == ["SetMuted(true)"])
        #expect(test.run { _ in AVAudioApplication.shared.isInputMuted })
        test.chat.failing = ["SetMuted(false)"]
        test.run { $0.request(CXSetMutedCallAction(call: uuid, muted: false)) }
        test.pass()
        #expect(test.run { _ in AVAudioApplication.shared.isInputMuted })
    }

    @Test func `fails actions that its delegate does not know`() {
        let test = connected()
        let action = CXPlayDTMFCallAction(call: uuid(test), digits: "1", type: .singleTone)
        test.run { $0.request(action) }
        test.pass()
        #expect(action.isComplete)
        #expect(test.app.callActions.last == "PlayDTMF(1)")
        #expect(test.phone.calls.map(\.state) == [.connected])
    }

    @Test func `carries out one transaction after another`() {
        let test = connected()
        let uuid = uuid(test)
        test.chat.ignored = ["SetHeld(true)"]
        let hold = CXSetHeldCallAction(call: uuid, onHold: true)
        test.run { chat in
            chat.request(hold)
            chat.request(CXSetMutedCallAction(call: uuid, muted: true))
        }
        test.pass(5)
        #expect(test.news() == ["SetHeld(true)"])
        test.run { _ in hold.fulfill() }
        test.pass()
        #expect(test.news() == ["didDeactivate", "SetMuted(true)"])
    }

    @Test func `carries out an action that its app has fulfilled too early`() {
        let test = connected()
        let uuid = uuid(test)
        let hold = CXSetHeldCallAction(call: uuid, onHold: true)
        test.run { chat in
            chat.request(hold)
            hold.fulfill()
            chat.request(CXSetMutedCallAction(call: uuid, muted: true))
        }
        test.pass()
        #expect(test.news() == ["didDeactivate", "SetMuted(true)"])
        #expect(test.run { $0.provider.pendingTransactions.isEmpty })
    }

    @Test func `drops what waits for a call that has ended`() {
        let test = connected()
        let uuid = uuid(test)
        test.chat.ignored = ["SetHeld(true)"]
        test.run { chat in
            chat.request(CXSetHeldCallAction(call: uuid, onHold: true))
            chat.request(CXSetMutedCallAction(call: uuid, muted: true))
        }
        test.pass()
        test.run { $0.provider.reportCall(with: uuid, endedAt: nil, reason: .failed) }
        test.pass()
        #expect(test.news() == ["SetHeld(true)", "didDeactivate"])
        #expect(test.run { $0.provider.pendingTransactions.isEmpty })
        // The next call begins afresh.
        test.phone.startCall(from: test.app)
        test.pass()
        #expect(test.news() == ["Start", "didActivate"])
    }

    @Test func `ends a call whose end the app ignores or fails`() {
        for fails in [true, false] {
            let test = connected()
            if fails { test.chat.failing = ["End"] } else { test.chat.ignored = ["End"] }
            test.phone.endCall()
            test.pass(61)
            #expect(test.news() == ["End"] + (fails ? [] : ["timedOut"]) + ["didDeactivate"])
            #expect(test.phone.calls.isEmpty)
        }
    }

    @Test func `ends the calls of an app that releases it`() {
        let phone = SimulatedPhone()
        var chat: ChatApp?
        let app = phone.launch("Chat", backgroundModes: ["voip"]) { chat = ChatApp() }
        app.run { chat?.receive() }
        #expect(phone.calls.count == 1)
        app.run { chat = nil }
        phone.advance(by: .seconds(1))
        #expect(phone.calls.isEmpty && phone.heard.isSilent)
    }

    @Test func `shows what the app reports later`() {
        let test = ChatPhone()
        let call = test.run { $0.receive(video: true) }
        test.run { chat in
            let update = CXCallUpdate()
            update.localizedCallerName = "Anna Berg"
            update.supportsHolding = false
            chat.provider.reportCall(with: call.uuid, updated: update)
        }
        #expect(test.phone.calls.map(\.name) == ["Anna Berg"])
        #expect(test.phone.calls.map(\.handle) == ["+491234"])
        #expect(test.phone.calls.map(\.hasVideo) == [true])
        test.phone.answerCall()
        test.pass()
        let hold = test.run {
            $0.request(CXSetHeldCallAction(call: call.uuid, onHold: true))
        }
        test.pass()
        #expect(hold.error?.code == 6)
    }

    @Test func `leaves a transaction to a delegate that takes it`() {
        final class Taker: NSObject, CXProviderDelegate {
            var taken: [CXTransaction] = []
            var performed = 0
            func providerDidReset(_ provider: CXProvider) {}
            func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool {
                taken.append(transaction)
                return true
            }
            func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
                performed += 1
            }
        }
        let test = ChatPhone()
        let taker = Taker()
        test.run { $0.provider.setDelegate(taker, queue: nil) }
        test.run { $0.receive() }
        test.phone.answerCall()
        test.pass()
        #expect(taker.taken.count == 1 && taker.performed == 0)
        test.run { _ in
            for action in taker.taken.flatMap(\.actions) { action.fulfill() }
        }
        test.pass()
        #expect(taker.taken.first?.isComplete == true)
        #expect(test.app.isSessionActive)
    }

    @Test func `calls its delegate on the queue that it was given`() {
        let test = ChatPhone()
        final class Watcher: NSObject, CXProviderDelegate {
            var wasMain: [Bool] = []
            func providerDidReset(_ provider: CXProvider) {}
            func providerDidBegin(_ provider: CXProvider) {
                wasMain.append(CurrentApp.isOnSimulatedMain)
            }
            func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
                wasMain.append(CurrentApp.isOnSimulatedMain)
                action.fulfill()
            }
            func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {
                wasMain.append(CurrentApp.isOnSimulatedMain)
            }
        }
        let watcher = Watcher()
        test.run { $0.provider.setDelegate(watcher, queue: DispatchQueue(label: "calls")) }
        test.phone.startCall(from: test.app)
        test.pass()
        #expect(watcher.wasMain == [false, false])
        #expect(test.app.isSessionActive)
    }

    @Test func `tells observers of each change of a call`() {
        final class Watcher: NSObject, CXCallObserverDelegate {
            var calls: [CXCall] = []
            func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall) {
                calls.append(call)
            }
        }
        let test = ChatPhone()
        let watcher = Watcher()
        let observer = test.run { _ in
            let observer = CXCallObserver()
            observer.setDelegate(watcher, queue: nil)
            return observer
        }
        test.run { $0.receive() }
        test.phone.answerCall()
        test.pass()
        test.phone.endCall()
        test.pass()
        #expect(watcher.calls.map(\.hasConnected) == [false, true, true])
        #expect(watcher.calls.map(\.hasEnded) == [false, false, true])
        #expect(test.run { _ in observer.calls.isEmpty })
    }

    @Test func `answers by a request of the app too`() {
        let test = ChatPhone()
        let call = test.run { $0.receive() }
        test.run { $0.request(CXAnswerCallAction(call: call.uuid)) }
        test.pass()
        #expect(test.news() == ["Answer", "didActivate"])
        test.run { $0.request(CXAnswerCallAction(call: call.uuid)) }
        test.pass()
        #expect(test.news() == [])
    }

    @Test func `rings with a sound of its app`() throws {
        let test = ChatPhone()
        let url = test.app.container.home.appendingPathComponent("ring.wav")
        try ChatApp.tone.write(to: url)
        for name in ["ring.wav", "missing.wav"] {
            test.run { chat in
                let configuration = chat.provider.configuration
                configuration.ringtoneSound = name
                chat.provider.configuration = configuration
            }
            let call = test.run { $0.receive() }
            test.pass()
            let hertz = try #require(test.phone.heard.frequency)
            #expect(abs(hertz - (name == "ring.wav" ? 300 : 660)) < 20)
            test.run { $0.provider.reportCall(with: call.uuid, endedAt: nil, reason: .failed) }
            test.pass()
            #expect(test.phone.heard.isSilent)
        }
    }

    @Test func `has actions that can be archived`() throws {
        let start = CXStartCallAction(
            call: UUID(), handle: CXHandle(type: .emailAddress, value: "ben@example.org"))
        start.isVideo = true
        let other = UUID()
        let transaction = CXTransaction(actions: [
            start, CXSetHeldCallAction(call: UUID(), onHold: true),
            CXSetGroupCallAction(call: UUID(), callUUIDToGroupWith: other),
            CXPlayDTMFCallAction(call: UUID(), digits: "1#", type: .softPause),
            CXEndCallAction(call: UUID()),
        ])
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: transaction, requiringSecureCoding: true)
        let read = try #require(
            try NSKeyedUnarchiver.unarchivedObject(ofClass: CXTransaction.self, from: data))
        #expect(read.uuid == transaction.uuid)
        #expect(read.actions.map(\.uuid) == transaction.actions.map(\.uuid))
        let again = read.actions.first as? CXStartCallAction
        #expect(again?.handle == start.handle && again?.isVideo == true)
        #expect((read.actions[1] as? CXSetHeldCallAction)?.isOnHold == true)
        #expect((read.actions[2] as? CXSetGroupCallAction)?.callUUIDToGroupWith == other)
        #expect((read.actions[3] as? CXPlayDTMFCallAction)?.digits == "1#")
        #expect(read.actions[4] is CXEndCallAction)
    }

    @Test func `has the values of Apple`() {
        let configuration = CXProviderConfiguration()
        #expect(configuration.maximumCallGroups == 2)
        #expect(configuration.maximumCallsPerCallGroup == 5)
        #expect(configuration.includesCallsInRecents && !configuration.supportsVideo)
        let update = CXCallUpdate()
        #expect(update.supportsHolding && update.supportsDTMF && update.supportsGrouping)
        #expect(!update.hasVideo && update.remoteHandle == nil)
        #expect(CXHandle.HandleType.emailAddress.rawValue == 3)
        #expect(CXCallEndedReason.declinedElsewhere.rawValue == 5)
        #expect(CXPlayDTMFCallAction.ActionType.hardPause.rawValue == 3)
        let one = CXHandle(type: .generic, value: "a")
        #expect(one == CXHandle(type: .generic, value: "a"))
        #expect(one.isEqual(to: CXHandle(type: .phoneNumber, value: "a")) == false)
        let action = CXSetHeldCallAction(call: UUID(), onHold: true)
        let copy = action.copy() as? CXSetHeldCallAction
        #expect(copy?.uuid == action.uuid && copy?.isOnHold == true)
        #expect(CXErrorCodeRequestTransactionError.Code.callIsProtected.rawValue == 8)
        #expect(CXErrorCodeIncomingCallError.Code.callIsProtected.rawValue == 6)
    }
}
