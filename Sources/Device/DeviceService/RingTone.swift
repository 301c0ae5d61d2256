import AudioCodecs
import AudioFormats
package import AudioModel
import Dispatch
import HostLinux
import SoundClient
import SoundMixer
import SoundServer
import Synchronization

/// A file that the device rings with for a call: as loud as the policy says, in a loop, until the
/// call is answered or its ring is silenced. Any thread.
package final class RingTone: DeviceOutputs {
    /// Why a file cannot be the tone: a clause for a user.
    package struct LoadError: Error, Hashable, Sendable {
        package var message: String
    }

    private struct State {
        var sound: AppSound?
        /// The number of the stream that rings.
        var stream: Int?
    }

    /// Longest tone.
    private static let secondsMax = 60.0
    private static let outputRate = 48_000.0

    private let source: VoiceSource
    private let environment = LinuxEnvironment(label: "sori.device.ringtone")
    private let state = Mutex(State())

    /// Decodes a file.
    package init(path: String) throws(LoadError) {
        let file: AudioFileReader
        let seconds: Double
        do throws(FormatError) {
            file = try AudioFileReader(path: path)
            seconds = try file.duration()
        } catch {
            throw LoadError(message: "\(error)")
        }
        guard seconds <= Self.secondsMax else {
            throw LoadError(message: "expected at most \(Int(Self.secondsMax)) seconds of sound")
        }
        do throws(FormatError) {
            source = .buffer(try decodeSound(file), loopCount: -1)
        } catch {
            throw LoadError(message: "\(error)")
        }
    }

    /// Makes the tone a sound of a device. Once, before the first call rings.
    func ring(for server: Server) {
        environment.onQueue { [self] in
            let device = LateOutput()
            let sound = AppSound(
                mixer: Mixer(outputRate: Self.outputRate), environment: environment, device: device
            ) { server.connectDevice($0) }
            state.withLock { $0.sound = sound }
        }
    }

    /// Ends the tone, and its stream.
    func close() {
        end(.ringtone)
        environment.queue.sync {}
    }

    /// Nothing: the motor is not the tone's.
    package func vibrate(with stream: StreamID?) {}

    package func begin(_ deviceSound: StreamKind) {
        guard deviceSound == .ringtone else { return }
        environment.onQueue { [self] in
            stop()
            guard let sound = state.withLock({ $0.sound }) else { return }
            let number = try? sound.startStream(.ringtone, source) { _ in }
            state.withLock { $0.stream = number }
        }
    }

    package func end(_ deviceSound: StreamKind) {
        guard deviceSound == .ringtone else { return }
        environment.onQueue { [self] in stop() }
    }

    private func stop() {
        let (sound, stream) = state.withLock { state in
            defer { state.stream = nil }
            return (state.sound, state.stream)
        }
        if let stream { try? sound?.stopStream(stream) }
    }
}

/// The machine's output, made when the first call rings.
private final class LateOutput: OutputDevice {
    let sampleRate = 48_000.0
    private let device = Mutex<(any HostOutput)?>(nil)

    func start(_ source: OutputSource) throws(DeviceError) {
        let device = device.withLock { device in
            let made =
                device
                ?? defaultOutput(
                    role: .notification, applicationName: "Sori", mediaName: "ring tone"
                ).device
            device = made
            return made
        }
        try device.start(source)
    }

    func stop() { device.withLock { $0 }?.stop() }
}
