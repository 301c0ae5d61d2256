import AudioModel
import Testing

@Suite("What an app knows of its state")
struct KnownAppStateTests {
    @Test("is what it was told, and changes between resigning and the background")
    func states() {
        var known = KnownAppState()
        let told: [(AppNotification, during: AppState, after: AppState)] = [
            (.willFinishLaunching(.byUser), .inactive, .inactive),
            (.didFinishLaunching, .inactive, .inactive),
            (.didBecomeActive, .active, .active),
            (.willResignActive, .active, .inactive),
            (.interruptionBegan(reason: .default), .inactive, .inactive),
            (.didEnterBackground(), .background, .background),
            (.changed(.locale), .background, .background),
            (.willEnterForeground, .background, .inactive),
            (.didBecomeActive, .active, .active),
            (.didEnterBackground(.inactive), .inactive, .inactive),
            (.willTerminate, .inactive, .inactive),
        ]
        for (notification, during, after) in told {
            known.willReceive(notification)
            #expect(known.state == during, "\(notification)")
            known.didReceive(notification)
            #expect(known.state == after, "\(notification)")
        }
    }

    @Test("is the background for a process that is launched there")
    func background() {
        var known = KnownAppState()
        known.willReceive(.willFinishLaunching(.inBackground(.fetch)))
        #expect(known.state == .background)
        #expect(Launch.byURL("a:b").state == .inactive)
    }

    @Test("is told of changes that undo one another in pairs")
    func opposites() {
        for change in SystemChange.allCases {
            if let opposite = change.opposite { #expect(opposite.opposite == change) }
        }
        #expect(SystemChange.allCases.filter { $0.opposite != nil }.count == 6)
    }
}
