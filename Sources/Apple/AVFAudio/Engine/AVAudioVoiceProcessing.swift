import AudioGraph
import AudioUnits
public import Foundation
import SoundClient
import SoundServer
import Synchronization

/// How much voice processing lowers the app's other sound.
public struct AVAudioVoiceProcessingOtherAudioDuckingConfiguration: Sendable {
    /// The strength of the ducking.
    public enum Level: Int, Sendable {
        /// The system's usual strength.
        case `default` = 0
        /// The weakest.
        case min = 10
        /// Between the weakest and the strongest.
        case mid = 20
        /// The strongest.
        case max = 30
    }

    /// Whether other sound is lowered only while someone speaks.
    public var enableAdvancedDucking: ObjCBool
    /// The strength of the ducking.
    public var duckingLevel: Level

    /// Makes the configuration of an engine at its start: no advanced ducking, the usual strength.
    public init() {
        self.init(enableAdvancedDucking: false, duckingLevel: .default)
    }

    /// Makes a configuration.
    public init(enableAdvancedDucking: ObjCBool, duckingLevel: Level) {
        self.enableAdvancedDucking = enableAdvancedDucking
        self.duckingLevel = duckingLevel
    }
}

extension AVAudioVoiceProcessingOtherAudioDuckingConfiguration {
    fileprivate init(_ settings: OtherAudioDuckingSettings) {
        self.init(
            enableAdvancedDucking: ObjCBool(settings.isAdvanced),
            duckingLevel: Level(rawValue: Int(settings.level.rawValue)) ?? .default)
    }

    fileprivate var settings: OtherAudioDuckingSettings {
        OtherAudioDuckingSettings(
            isAdvanced: enableAdvancedDucking.boolValue,
            level: .init(rawValue: UInt32(duckingLevel.rawValue)) ?? .usual)
    }
}

/// An event of a voice while the input is muted.
public enum AVAudioVoiceProcessingSpeechActivityEvent: Int, Sendable {
    /// A voice begins.
    case started = 0
    /// The voice has ended.
    case ended = 1
}

/// The settings of an engine's voice processing.
struct EngineVoice {
    var isEnabled = false
    var isBypassed = false
    var isAGCEnabled = true
    var isInputMuted = false
    /// Detects speech in a muted input; `nil` without a listener.
    var speech: SpeechActivityMonitor?

    /// Whether the input's sound is silence.
    var mutesInput: Bool { isEnabled && isInputMuted }

    /// How the device processes the input; `nil` for not at all.
    var processing: VoiceProcessing? {
        guard isEnabled else { return nil }
        return .init(isBypassed: isBypassed, adjustsGain: isAGCEnabled)
    }
}

extension AVAudioIONode {
    /// Whether voice processing is enabled, for input and output alike.
    public var isVoiceProcessingEnabled: Bool {
        core?.state.withLock { $0.voice.isEnabled } ?? false
    }

    /// Enables voice processing for input and output, or disables it.
    ///
    /// On a machine the echo of what it plays is cancelled and noise is suppressed, where PipeWire's
    /// echo canceller is installed. In a simulated phone the input passes unchanged, unless it is
    /// muted.
    ///
    /// - Throws: An `initialized` error unless the engine is stopped; an `invalidMode` error in
    ///   manual rendering.
    public func setVoiceProcessingEnabled(_ enabled: Bool) throws {
        let error = core?.state.withLock { state -> AVAudioEngineManualRenderingError? in
            guard state.manual == nil else { return .invalidMode }
            guard state.phase == .stopped || state.phase == .prepared else { return .initialized }
            state.voice.isEnabled = enabled
            updateMuting(&state)
            return nil
        }
        if let error {
            throw NSError.avfAudio(
                error.rawValue, failedCall: "AVAudioIONode.setVoiceProcessingEnabled(_:)")
        }
    }
}

extension AVAudioInputNode {
    /// Whether voice processing lets the input pass unchanged; false while it is disabled.
    public var isVoiceProcessingBypassed: Bool {
        get { voice { $0.isBypassed } }
        set { setVoice { $0.isBypassed = newValue } }
    }

    /// Whether voice processing adjusts the input's level; false while it is disabled, otherwise
    /// true at first.
    public var isVoiceProcessingAGCEnabled: Bool {
        get { voice { $0.isAGCEnabled } }
        set { setVoice { $0.isAGCEnabled = newValue } }
    }

    /// Whether voice processing mutes the input; false while it is disabled.
    public var isVoiceProcessingInputMuted: Bool {
        get { voice { $0.isInputMuted } }
        set { setVoice { $0.isInputMuted = newValue } }
    }

    /// How much voice processing lowers the app's other sound.
    public var voiceProcessingOtherAudioDuckingConfiguration:
        AVAudioVoiceProcessingOtherAudioDuckingConfiguration
    {
        get { core.map { .init($0.ducking.settings) } ?? .init() }
        set { core?.ducking.settings = newValue.settings }
    }

    /// Sets the block that is called when someone speaks although `isVoiceProcessingInputMuted` is
    /// set, and when the speech ends; `nil` for none.
    ///
    /// - Parameter listenerBlock: Called on an internal serial queue, never on the main thread.
    /// - Returns: `false` for a block while voice processing is disabled, and for a node without an
    ///   engine.
    public func setMutedSpeechActivityEventListener(
        _ listenerBlock: ((AVAudioVoiceProcessingSpeechActivityEvent) -> Void)?
    ) -> Bool {
        guard let core else { return false }
        let queue = core.app.environment.makeWorkQueue(label: "sori.avaudioengine.speech")
        let monitor = listenerBlock.map { SpeechActivityMonitor(queue, $0) }
        return core.state.withLock { state in
            guard monitor == nil || state.voice.isEnabled else { return false }
            state.voice.speech = monitor
            return true
        }
    }

    private func voice(_ value: (EngineVoice) -> Bool) -> Bool {
        core?.state.withLock { $0.voice.isEnabled && value($0.voice) } ?? false
    }

    private func setVoice(_ change: (inout EngineVoice) -> Void) {
        guard let core else { return }
        let running = core.state.withLock { state -> (Int, VoiceProcessing)? in
            guard state.voice.isEnabled else { return nil }
            change(&state.voice)
            updateMuting(&state)
            guard let input = state.live?.input, let processing = state.voice.processing else {
                return nil
            }
            return (input, processing)
        }
        if let (input, processing) = running {
            core.app.setVoiceProcessing(processing, ofStream: input)
        }
    }
}

/// Mutes or unmutes the input according to the settings. With the engine's mutex held.
private func updateMuting(_ state: inout EngineState) {
    guard let source = state.input?.source else { return }
    let mutes = state.voice.mutesInput
    if source.isMuted.exchange(mutes, ordering: .relaxed) != mutes { state.voice.speech?.reset() }
}
