#if canImport(CallKit)
    public import AVFAudio
    public import CallKit
    public import Foundation

    /// A voice call that the system knows of: its user answers, holds and ends it on the system's own
    /// screen, and the system activates the session. All sound of the call begins in `didActivate`.
    @MainActor
    public final class SystemCall: NSObject {
        private let call: VoiceCall
        private let provider: CXProvider
        private let controller = CXCallController()
        /// The call that has not ended.
        private var uuid: UUID?
        private var isOutgoing = false
        /// Called when the call is over.
        public var ended: @MainActor () -> Void = {}

        public init(network: any VoiceNetwork) throws {
            call = try VoiceCall(network: network, isActivatedBySystem: true)
            let configuration = CXProviderConfiguration()
            configuration.supportedHandleTypes = [.generic]
            provider = CXProvider(configuration: configuration)
            super.init()
            provider.setDelegate(self, queue: nil)
        }

        /// Whether the microphone is on and what arrives is played.
        public var isRunning: Bool { call.isRunning }

        /// Whether the microphone is sent as it is, with the echo of the speaker.
        public var isBypassed: Bool {
            get { call.isBypassed }
            set { call.isBypassed = newValue }
        }

        /// Calls somebody.
        public func start(to name: String) {
            let uuid = UUID()
            (self.uuid, isOutgoing) = (uuid, true)
            let handle = CXHandle(type: .generic, value: name)
            request(CXStartCallAction(call: uuid, handle: handle))
        }

        /// Lets the phone ring, because somebody calls.
        public func receive(from name: String) {
            let uuid = UUID()
            (self.uuid, isOutgoing) = (uuid, false)
            let update = CXCallUpdate()
            update.localizedCallerName = name
            provider.reportNewIncomingCall(with: uuid, update: update) { [weak self] error in
                guard error != nil else { return }
                MainActor.assumeIsolated { self?.finish() }
            }
        }

        /// Ends the call, as its user.
        public func hangUp() {
            if let uuid { request(CXEndCallAction(call: uuid)) }
        }

        /// Mutes the microphone, or unmutes it.
        public func setMuted(_ isMuted: Bool) {
            if let uuid { request(CXSetMutedCallAction(call: uuid, muted: isMuted)) }
        }

        /// The other end has hung up.
        public func otherEndHasHungUp() {
            guard let uuid else { return }
            provider.reportCall(with: uuid, endedAt: nil, reason: .remoteEnded)
            finish()
        }

        private func request(_ action: CXCallAction) {
            controller.request(CXTransaction(action: action)) { [weak self] error in
                guard error != nil, action is CXStartCallAction else { return }
                MainActor.assumeIsolated { self?.finish() }
            }
        }

        private func finish() {
            guard uuid != nil else { return }
            call.hangUp()
            uuid = nil
            ended()
        }
    }

    // The provider was given no queue: it calls its delegate on the main thread.
    extension SystemCall: CXProviderDelegate {
        public nonisolated func providerDidReset(_ provider: CXProvider) {
            MainActor.assumeIsolated { finish() }
        }

        public nonisolated func provider(
            _ provider: CXProvider, perform action: CXStartCallAction
        ) {
            action.fulfill()
        }

        public nonisolated func provider(
            _ provider: CXProvider, perform action: CXAnswerCallAction
        ) {
            action.fulfill()
        }

        public nonisolated func provider(
            _ provider: CXProvider, perform action: CXEndCallAction
        ) {
            MainActor.assumeIsolated { finish() }
            action.fulfill()
        }

        public nonisolated func provider(
            _ provider: CXProvider, perform action: CXSetHeldCallAction
        ) {
            action.fulfill()
        }

        public nonisolated func provider(
            _ provider: CXProvider, perform action: CXSetMutedCallAction
        ) {
            action.fulfill()
        }

        public nonisolated func provider(
            _ provider: CXProvider, timedOutPerforming action: CXAction
        ) {
            MainActor.assumeIsolated { finish() }
        }

        public nonisolated func provider(
            _ provider: CXProvider, didActivate audioSession: AVAudioSession
        ) {
            MainActor.assumeIsolated {
                guard let uuid else { return }
                do {
                    try call.start()
                    if isOutgoing { provider.reportOutgoingCall(with: uuid, connectedAt: nil) }
                } catch {
                    provider.reportCall(with: uuid, endedAt: nil, reason: .failed)
                    finish()
                }
            }
        }

        public nonisolated func provider(
            _ provider: CXProvider, didDeactivate audioSession: AVAudioSession
        ) {
            MainActor.assumeIsolated { call.hangUp() }
        }
    }
#endif
