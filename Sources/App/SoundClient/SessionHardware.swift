package import AudioModel
import Glibc
import SoundMixer
public import SoundServer
import Synchronization

/// The preferred and the actual values of the sound hardware for one app. Any thread.
///
/// Audio Session Services and `AVAudioSession` share it.
public final class SessionHardware: Sendable {
    /// Preferred values. All but the duration of a render cycle are remembered only; the machine's
    /// own values stay in effect.
    public struct Preferences: Hashable, Sendable {
        /// The preferred sample rate in frames a second; zero for none.
        public var sampleRate = 0.0
        /// The preferred duration in seconds; zero for none.
        public var ioBufferDuration = 0.0
        /// The preferred number of input channels; zero for none.
        public var inputChannelCount = 0
        /// The preferred number of output channels; zero for none.
        public var outputChannelCount = 0
    }

    private weak let app: AppSound?
    private let stored = Mutex(Preferences())
    private let portRates = Mutex<[PortKind: Double]>([:])

    /// Returns the app's object; created at first use.
    public static func of(_ app: AppSound) -> SessionHardware {
        app.attachment { SessionHardware(app) }
    }

    private init(_ app: AppSound) {
        self.app = app
        app.addObserver { [weak self] in
            // The session returns to its defaults.
            if $0 == .mediaServicesLost { self?.preferences = Preferences() }
        }
    }

    /// The preferred values.
    public var preferences: Preferences {
        get { stored.withLock { $0 } }
        set { setPreferences { $0 = newValue } }
    }

    /// Changes preferred values under the lock, so that concurrent changes of others are kept.
    public func setPreferences(_ change: (inout Preferences) -> Void) {
        let (before, duration) = stored.withLock { preferences in
            let before = preferences.ioBufferDuration
            change(&preferences)
            return (before, preferences.ioBufferDuration)
        }
        guard duration != before else { return }
        app?.device?.requestBlockFrames(duration > 0 ? blockFrames(for: duration) : nil)
        app?.recordings.followRequests()
    }

    /// The frames of the render cycle that comes closest to a duration in seconds: a power of two,
    /// as hardware has it.
    private func blockFrames(for duration: Double) -> Int {
        let wanted = min(
            max(duration * sampleRate, Double(Self.blockFramesMin)), Double(Self.blockFramesMax))
        return 1 << Int(log2(wanted).rounded())
    }

    /// The output's sample rate in frames a second: that of the port in use, where it has one of its
    /// own, and else the device's.
    public var sampleRate: Double {
        guard let app else { return 0 }
        let rates = portRates.withLock { $0 }
        guard !rates.isEmpty, let port = app.connection.session.route.outputs.first else {
            return app.mixer.outputRate
        }
        return rates[port.kind] ?? app.mixer.outputRate
    }

    /// Gives ports of a kind a sample rate of their own, as a headset of 16 kHz has one; `nil` for
    /// the device's. The sound is converted to the device's.
    ///
    /// - Parameter rate: In frames a second, above zero.
    package func setSampleRate(_ rate: Double?, ofPorts kind: PortKind) {
        portRates.withLock { $0[kind] = rate }
    }

    /// The duration of one render cycle, in seconds: the device's, which before it runs is the one
    /// that it was asked for last, or without a device the one that a device would be asked for.
    public var ioBufferDuration: Double {
        let rate = sampleRate
        guard rate > 0, let app else { return 0 }
        if let device = app.device { return Double(device.blockFrames) / app.mixer.outputRate }
        let preferred = preferences.ioBufferDuration
        return Double(preferred > 0 ? blockFrames(for: preferred) : Self.usualBlockFrames) / rate
    }

    /// The number of channels of the input in use; zero for a session without input.
    public func inputChannelCount(of session: SessionSnapshot) -> Int {
        session.route.inputs.isEmpty ? 0 : Self.inputChannelCountMax
    }

    /// The number of channels of the output in use; zero for a session without output.
    public func outputChannelCount(of session: SessionSnapshot) -> Int {
        session.route.outputs.isEmpty ? 0 : Self.outputChannelCountMax
    }

    /// The latency from the microphone to the app, in seconds; zero for a session without input.
    public func inputLatency(of session: SessionSnapshot) -> Double {
        session.route.inputs.isEmpty ? 0 : ioBufferDuration
    }

    /// The latency from the device's rendering to the speaker, in seconds: a render cycle where the
    /// device does not know more.
    public var outputLatency: Double { app?.device?.latency ?? ioBufferDuration }

    /// Whether the app has an output device; otherwise the caller renders from its mixer.
    public var hasDevice: Bool { app?.device != nil }

    /// The frames that a live graph is rendered ahead, at a sample rate: those of a render cycle;
    /// `nil` before the device has rendered, without a device and a preference, and where the
    /// device's blocks are not equal, so that none of them can be rendered just in time.
    public func leadFrames(at sampleRate: Double) -> Int? {
        guard let app, app.device?.hasEqualBlocks ?? true else { return nil }
        let isKnown =
            app.device == nil
            ? preferences.ioBufferDuration > 0 : app.mixer.renderer.largestRenderFrames > 0
        return isKnown ? cycleFrames(at: sampleRate) : nil
    }

    /// The frames of a slice that an audio unit renders at a sample rate: those of the device's
    /// cycle, of a longer one the part that other units take unless they are told otherwise; only an
    /// app that prefers longer cycles has longer slices. `nil` while the cycle is unknown.
    ///
    /// - Parameter usualMaximum: The frames that units take at most, at the device's rate, unless
    ///   they are told otherwise.
    public func sliceFrames(at sampleRate: Double, usualMaximum: Int) -> Int? {
        guard let cycle = cycleFrames(at: sampleRate), self.sampleRate > 0 else { return nil }
        let usual = Double(usualMaximum) / self.sampleRate
        guard preferences.ioBufferDuration <= usual else { return cycle }
        return min(cycle, Int((usual * sampleRate).rounded()))
    }

    /// The frames of a render cycle, at a sample rate; `nil` while that is unknown.
    public func cycleFrames(at sampleRate: Double) -> Int? {
        let frames = ioBufferDuration * sampleRate
        return frames >= 1 ? Int(frames.rounded()) : nil
    }

    /// The frames that the output takes at a time, at a sample rate; 0 while that is unknown.
    public func deviceFrames(at sampleRate: Double) -> Int {
        guard let app, app.mixer.outputRate > 0 else { return 0 }
        var frames = app.mixer.renderer.largestRenderFrames
        if frames > 0, let device = app.device {
            // One that knows its latency runs, and knows its blocks.
            frames = device.latency == nil ? max(frames, device.blockFrames) : device.blockFrames
        }
        return Int((Double(frames) * sampleRate / app.mixer.outputRate).rounded(.up))
    }

    /// The largest number of input channels.
    public static let inputChannelCountMax = 1
    /// The largest number of output channels.
    public static let outputChannelCountMax = 2
    private static let usualBlockFrames = 1024
    /// The render cycles that can be asked for, in frames.
    private static let blockFramesMin = 64
    private static let blockFramesMax = 4096
}
