import AVFAudio
import Simulation
import Testing

@MainActor
@Suite("A simulated phone's VoIP call")
struct PhoneCallTests {
    private let phone = SimulatedPhone()

    /// An app with a call that a telephone call has put on hold.
    private func launchChat() throws -> SimulatedPhone.App {
        phone.onFinding = { Issue.record($0) }
        let chat = try phone.launch("Chat", backgroundModes: ["voip"]) {
            try AVAudioSession.sharedInstance().setCategory(.playAndRecord, mode: .voiceChat)
        }
        phone.startCall(from: chat)
        #expect(chat.isSessionActive)
        phone.receiveCall()
        phone.answerCall()
        #expect(!chat.isSessionActive)
        return chat
    }

    @Test("resumes when the user hangs up the telephone")
    func userHangsUp() throws {
        let chat = try launchChat()
        phone.endCall()
        #expect(chat.isSessionActive)
    }

    // Source: developer forum threads 715488 and 749202.
    @Test("stays on hold when the remote party hangs up, until the user resumes it")
    func remotePartyHangsUp() throws {
        let chat = try launchChat()
        phone.endCall(by: .remoteParty)
        #expect(!chat.isSessionActive)
        // When the app activates its session itself, then it is told why it cannot.
        let error = chat.run {
            do throws(any Error) {
                try AVAudioSession.sharedInstance().setActive(true)
                return nil as NSError?
            } catch {
                return error as NSError
            }
        }
        #expect(error?.code == 561_017_449)
        #expect(error?.localizedDescription.contains("the app's call is on hold") == true)
        phone.resumeCall(of: chat)
        #expect(chat.isSessionActive)
    }
}
