import AudioUnits
import CAudioToolbox
import CoreAudioTypes
public import Foundation
import SoundClient
import SoundServer

// Units of the hardware: RemoteIO and VoiceProcessingIO. Element 0 plays, element 1 records.

extension AUAudioUnit {
    private var output: OutputUnit? { core as? OutputUnit }

    /// Whether the unit can record.
    public var canPerformInput: Bool { output != nil }

    /// Whether the unit can play.
    public var canPerformOutput: Bool { output != nil }

    /// Whether the unit records; `false` at first for RemoteIO. It can be set until the resources are
    /// allocated.
    public var isInputEnabled: Bool {
        get { (try? output?.isEnabled(.input, 1)) ?? false }
        set { try? output?.enable(newValue, .input, 1) }
    }

    /// Whether the unit plays; `true` at first. It can be set until the resources are allocated.
    public var isOutputEnabled: Bool {
        get { (try? output?.isEnabled(.output, 0)) ?? false }
        set { try? output?.enable(newValue, .output, 0) }
    }

    /// The block that supplies the frames to play, in the format of `inputBusses[0]`.
    public var outputProvider: AURenderPullInputBlock? {
        get { lock.withLock { own.outputProvider } }
        set {
            lock.withLock { own.outputProvider = newValue }
            try? output?.setCallback(newValue.map { RenderCallback($0) }, input: 0)
        }
    }

    /// The block that is called when frames have been captured. It renders bus 1 to get them, in
    /// the format of `outputBusses[1]`.
    public var inputHandler: AUInputHandler? {
        get { lock.withLock { own.inputHandler } }
        set {
            lock.withLock { own.inputHandler = newValue }
            nonisolated(unsafe) let handler = newValue
            guard handler != nil else {
                output?.inputCallback = nil
                return
            }
            output?.inputCallback = RenderCallback(procedure: 0, argument: 0) {
                flags, time, bus, frameCount, _ in
                flags.withMemoryRebound(to: AudioUnitRenderActionFlags.self, capacity: 1) {
                    handler?($0, time, frameCount, Int(bus))
                }
                return 0
            }
        }
    }

    /// Starts to play and to record.
    ///
    /// - Throws: The status −10876 for a unit that plays and has no provider, −10867 without
    ///   resources, −10879 for a unit of no hardware, and the session's refusals.
    public func startHardware() throws {
        guard let output else { throw UnitError.invalidProperty.forApps }
        if isOutputEnabled, !output.hasSource(input: 0) { throw UnitError.noConnection.forApps }
        do throws(UnitError) { try output.start() } catch { throw error.forApps }
    }

    /// Stops. When it returns no block of the app is called any more.
    public func stopHardware() { output?.stop() }

    /// Whether the unit plays or records now.
    public var isRunning: Bool { output?.isRunning ?? false }

    /// The delay of the hardware's input, in seconds.
    public var deviceInputLatency: TimeInterval {
        guard let output else { return 0 }
        return SessionHardware.of(output.app).inputLatency(of: output.app.connection.session)
    }

    /// The delay of the hardware's output, in seconds.
    public var deviceOutputLatency: TimeInterval {
        output.map { SessionHardware.of($0.app).outputLatency } ?? 0
    }

    /// The channels of the hardware in another order; −1 for silence.
    public var channelMap: [NSNumber]? {
        get { lock.withLock { own.channelMap } }
        set {
            lock.withLock { own.channelMap = newValue }
            guard let core, core.hasChannelMap else { return }
            try? core.setChannelMap(newValue?.map(\.int32Value) ?? [], element: 0)
        }
    }
}
