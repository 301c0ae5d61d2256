import AVFAudio
import CallKit
import Foundation
import Simulation

/// An app with calls, which notes everything that its delegate receives.
final class ChatApp: NSObject, CXProviderDelegate {
    let provider: CXProvider
    let controller = CXCallController()
    var log: [String] = []
    /// What the app does with actions that it does not fulfil.
    var failing: Set<String> = []
    var ignored: Set<String> = []
    /// Starts its sound when its session has been activated; otherwise in the actions.
    var waitsForActivation = true
    var playError: Int?
    private var player: AVAudioPlayer?

    init(_ configuration: CXProviderConfiguration = CXProviderConfiguration()) {
        provider = CXProvider(configuration: configuration)
        super.init()
        provider.setDelegate(self, queue: nil)
    }

    /// Plays a tone without end.
    func play() {
        do {
            let player = try AVAudioPlayer(data: ChatApp.tone)
            player.numberOfLoops = -1
            self.player = player
            player.play()
            try AVAudioSession.sharedInstance().setActive(true)
        } catch {
            playError = (error as NSError).code
        }
    }

    func stop() {
        player?.stop()
        player = nil
    }

    /// A second of 300 Hz as a WAVE file.
    static let tone: Data = {
        let rate = 48_000
        func bytes(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        var samples: [UInt8] = []
        for frame in 0..<rate {
            let value = sin(Double(frame) * 300 * 2 * .pi / Double(rate)) * 16_000
            samples += bytes(Int(value), 2)
        }
        var file = Array("RIFF".utf8) + bytes(36 + samples.count, 4) + Array("WAVEfmt ".utf8)
        file += bytes(16, 4) + bytes(1, 2) + bytes(1, 2) + bytes(rate, 4) + bytes(2 * rate, 4)
        file += bytes(2, 2) + bytes(16, 2) + Array("data".utf8) + bytes(samples.count, 4)
        return Data(file + samples)
    }()

    private func finish(_ action: CXAction, _ words: String) {
        log.append(words)
        if ignored.contains(words) { return }
        if failing.contains(words) { return action.fail() }
        action.fulfill()
        log.append("fulfilled")
    }

    private func configure() {
        try? AVAudioSession.sharedInstance().setCategory(.playAndRecord, mode: .voiceChat)
        if !waitsForActivation { play() }
    }

    func providerDidReset(_ provider: CXProvider) {
        log.append("didReset")
        stop()
    }

    func providerDidBegin(_ provider: CXProvider) { log.append("didBegin") }

    func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool {
        log.append("execute")
        return false
    }

    func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        configure()
        finish(action, "Start")
    }

    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        configure()
        finish(action, "Answer")
    }

    func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
        stop()
        finish(action, "End")
    }

    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
        finish(action, "SetHeld(\(action.isOnHold))")
    }

    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
        finish(action, "SetMuted(\(action.isMuted))")
    }

    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {
        log.append("timedOut")
    }

    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {
        log.append("didActivate")
        if waitsForActivation { play() }
    }

    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {
        log.append("didDeactivate")
        stop()
    }
}

/// A call that a test reports, and the code of the error that it was refused with.
///
/// Ownership: the main thread of the app, which is the test's.
final class ReportedCall: @unchecked Sendable {
    let uuid = UUID()
    /// Set on the main thread of the app, and read by the test there.
    var error: NSError?
    var isAnswered = false
}

extension ChatApp {
    /// Reports that Anna calls.
    @discardableResult
    func receive(
        _ call: ReportedCall = ReportedCall(), video: Bool = false
    ) -> ReportedCall {
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .phoneNumber, value: "+491234")
        update.localizedCallerName = "Anna"
        update.hasVideo = video
        provider.reportNewIncomingCall(with: call.uuid, update: update) { error in
            call.error = error as NSError?
            call.isAnswered = true
        }
        return call
    }

    /// Requests a transaction of the user of the app.
    @discardableResult
    func request(_ actions: CXAction...) -> ReportedCall {
        let call = ReportedCall()
        controller.request(CXTransaction(actions: actions)) { error in
            call.error = error as NSError?
            call.isAnswered = true
        }
        return call
    }
}

/// A phone with an app with calls.
@MainActor
struct ChatPhone {
    let phone: SimulatedPhone
    let app: SimulatedPhone.App
    let chat: ChatApp
    let findings = Findings()

    @MainActor
    final class Findings {
        var words: [String] = []
    }

    init(
        profile: PhoneProfile = .ios17, modes: [String] = ["voip"],
        _ make: @MainActor () -> ChatApp = { ChatApp() }
    ) {
        var settings = SimulatedPhone.Settings()
        settings.profile = profile
        phone = SimulatedPhone(settings)
        let findings = findings
        phone.onFinding = { findings.words.append($0.description) }
        var made: ChatApp?
        app = phone.launch("Chat", backgroundModes: modes) {
            let chat = make()
            made = chat
            return chat
        }
        chat = made ?? ChatApp()
        phone.advance(by: .milliseconds(100))
    }

    /// The app's log since the last look, without what is the same for all actions.
    func news() -> [String] {
        defer { chat.log = [] }
        return chat.log.filter { $0 != "didBegin" && $0 != "execute" && $0 != "fulfilled" }
    }

    func pass(_ seconds: Double = 0.5) { phone.advance(by: .seconds(seconds)) }

    @discardableResult
    func run<Result>(_ body: @MainActor (ChatApp) -> Result) -> Result {
        app.run { body(chat) }
    }

    /// The interruptions that the app's session received.
    var interruptions: [String] {
        app.notifications.compactMap { notification in
            switch notification {
            case .interruptionBegan: "began"
            case .interruptionEnded: "ended"
            default: nil
            }
        }
    }
}
