import AVFAudio
import CallKit
import Foundation
import Simulation
import Testing

@MainActor
@Suite("A request for a call")
struct CallErrorTests {
    private let handle = CXHandle(type: .generic, value: "ben")

    private func code(_ call: ReportedCall, _ domain: String) -> Int? {
        call.error?.domain == domain ? call.error?.code : nil
    }

    // Case 10.
    @Test func `is refused with the codes of Apple`() {
        let test = ChatPhone()
        let call = test.run { $0.receive() }
        let same = test.run { $0.receive(call) }
        test.pass()
        #expect(code(same, CXErrorDomainIncomingCall) == 2)
        // A second call does not wait beside the first.
        let second = test.run { $0.receive() }
        let unknown = test.run { $0.request(CXEndCallAction(call: UUID())) }
        let empty = test.run { $0.request() }
        let again = test.run {
            $0.request(CXStartCallAction(call: call.uuid, handle: handle))
        }
        let more = test.run { $0.request(CXStartCallAction(call: UUID(), handle: handle)) }
        let early = test.run { $0.request(CXSetHeldCallAction(call: call.uuid, onHold: true)) }
        test.pass()
        #expect(code(second, CXErrorDomainIncomingCall) == 0)
        #expect(code(unknown, CXErrorDomainRequestTransaction) == 4)
        #expect(code(empty, CXErrorDomainRequestTransaction) == 3)
        #expect(code(again, CXErrorDomainRequestTransaction) == 5)
        #expect(code(more, CXErrorDomainRequestTransaction) == 7)
        #expect(code(early, CXErrorDomainRequestTransaction) == 6)
        #expect(test.phone.calls.map(\.state) == [.ringing])
    }

    // Case 10.
    @Test func `needs the background mode of calls`() {
        let test = ChatPhone(modes: ["audio"])
        let call = test.run { $0.receive() }
        let start = test.run { $0.request(CXStartCallAction(call: UUID(), handle: handle)) }
        test.pass()
        #expect(code(call, CXErrorDomain) == 3)
        #expect(code(start, CXErrorDomainRequestTransaction) == 1)
        #expect(test.phone.calls.isEmpty)
    }

    @Test func `needs a provider`() {
        let phone = SimulatedPhone()
        let call = ReportedCall()
        let app = phone.launch("Chat", backgroundModes: ["voip"]) {
            let controller = CXCallController()
            controller.requestTransaction(with: CXEndCallAction(call: UUID())) {
                call.error = $0 as NSError?
            }
            return controller
        }
        phone.advance(by: .seconds(1))
        #expect(code(call, CXErrorDomainRequestTransaction) == 2)
        #expect(app.callActions == [])
    }

    @Test func `for a call beside the telephone is refused`() {
        let test = ChatPhone()
        test.phone.receiveCall()
        test.phone.answerCall()
        let call = test.run { $0.receive() }
        let start = test.run { $0.request(CXStartCallAction(call: UUID(), handle: handle)) }
        test.pass()
        #expect(code(call, CXErrorDomainIncomingCall) == 0)
        #expect(code(start, CXErrorDomainRequestTransaction) == 7)
        #expect(test.run { $0.controller.callObserver.calls.isEmpty })
    }

    @Test func `has errors that can be caught by their codes`() {
        let test = ChatPhone()
        test.chat.ignored = ["End"]
        func name(_ error: any Error) -> String {
            switch error {
            case CXErrorCodeRequestTransactionError.unknownCallUUID: "unknown"
            case CXErrorCodeIncomingCallError.callUUIDAlreadyExists: "exists"
            case CXError.missingVoIPBackgroundMode: "mode"
            default: "other"
            }
        }
        #expect(name(CXErrorCodeRequestTransactionError(.unknownCallUUID)) == "unknown")
        #expect(name(CXErrorCodeIncomingCallError(.callUUIDAlreadyExists)) == "exists")
        #expect(name(CXError(.missingVoIPBackgroundMode)) == "mode")
        #expect(name(CXErrorCodeRequestTransactionError(.unknown)) == "other")
    }
}
