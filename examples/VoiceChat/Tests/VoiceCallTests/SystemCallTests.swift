#if canImport(CallKit)
    import AVFAudio
    import CallKit
    import Simulation
    import Testing
    import VoiceCall

    /// A story of a voice call that the system knows of, in virtual time.
    @MainActor
    @Suite("A voice call of the system")
    struct SystemCallTests {
        private let phone: SimulatedPhone
        private let app: SimulatedPhone.App
        private let call: SystemCall

        init() throws {
            phone = SimulatedPhone()
            phone.onFinding = { Issue.record("\($0)") }
            app = phone.launch("Talk", backgroundModes: ["voip"])
            call = try app.run { try SystemCall(network: EchoNetwork(delay: 0.3)) }
        }

        /// Whether what is said is heard back, in the next second.
        private func comesBack() -> Bool {
            phone.makeSound(hertz: 440)
            phone.advance(by: .seconds(1))
            let isHeard = phone.heard(from: app).contains(hertz: 440)
            phone.makeSound([])
            phone.advance(by: .seconds(1))
            return isHeard
        }

        @Test("talks once the system has activated the session, until its user ends it")
        func started() {
            app.run { call.start(to: "Ben") }
            phone.advance(by: .milliseconds(200))
            #expect(call.isRunning && app.isSessionActive)
            #expect(phone.calls.map(\.handle) == ["Ben"])
            #expect(app.callActions == ["Start", "didActivate"])
            #expect(comesBack())
            phone.endCall()
            phone.advance(by: .milliseconds(200))
            #expect(!call.isRunning && !app.isSessionActive && phone.calls.isEmpty)
        }

        @Test("rings, is answered in the background, and ends from the other end")
        func received() {
            phone.lock()
            app.run { call.receive(from: "Anna") }
            phone.advance(by: .seconds(2))
            #expect(!phone.heard.isSilent && !call.isRunning)
            #expect(phone.calls.map(\.name) == ["Anna"])
            phone.answerCall()
            phone.advance(by: .milliseconds(200))
            #expect(app.state == .background)
            #expect(comesBack())
            app.run { call.otherEndHasHungUp() }
            phone.advance(by: .milliseconds(200))
            #expect(!call.isRunning && phone.calls.isEmpty)
            #expect(app.callActions == ["Answer", "didActivate", "didDeactivate"])
        }

        @Test("waits for a telephone call, and comes back when its user has ended that")
        func telephone() {
            app.run { call.start(to: "Ben") }
            phone.advance(by: .milliseconds(200))
            phone.receiveCall()
            phone.answerCall()
            phone.advance(by: .seconds(1))
            #expect(!call.isRunning && !comesBack())
            phone.endCall()
            phone.advance(by: .milliseconds(200))
            #expect(call.isRunning && comesBack())
        }

        @Test("is silent at the other end while it is muted")
        func muted() {
            app.run { call.start(to: "Ben") }
            phone.advance(by: .milliseconds(200))
            app.run { call.setMuted(true) }
            phone.advance(by: .milliseconds(200))
            #expect(!comesBack())
            app.run { call.setMuted(false) }
            phone.advance(by: .milliseconds(200))
            #expect(comesBack())
        }
    }
#endif
