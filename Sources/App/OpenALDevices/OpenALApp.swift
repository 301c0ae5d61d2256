import AudioModel
import COpenALSoft
import Foundation
import SoundClient
import SoundMixer
import SoundRuntime
import Synchronization

/// The OpenAL of one app: its devices, its current context, its errors and settings. Any thread.
///
/// Devices and contexts are OpenAL Soft's own addresses, so that its functions take them too. Those
/// of another app are unknown.
///
/// Ownership: a mutex guards the state, and is not locked while OpenAL Soft or the server is called.
final class OpenALApp: Sendable {
    /// The app of the calling code.
    static var current: OpenALApp {
        currentApp(isForSound: false).attachment {
            isUsed.store(true, ordering: .relaxed)
            return OpenALApp(currentApp(isForSound: false))
        }
    }

    /// The current context of the calling code's app; zero for none. An app of which no function of
    /// a device has been called has none.
    static var currentContext: UInt {
        guard isUsed.load(ordering: .relaxed) else { return 0 }
        return current.context.load(ordering: .acquiring)
    }

    private static let isUsed = Atomic<Bool>(false)
    /// Whether the program knows nothing of sessions, so that its own is activated for it after an
    /// interruption.
    static let isActivatedForProgram = Atomic<Bool>(false)

    private weak let app: AppSound?
    private let context = Atomic<UInt>(0)
    private let state = Mutex(State())

    private struct State {
        var outputs: [UInt: OpenALOutput] = [:]
        var captures: [UInt: OpenALCapture] = [:]
        var captureCount: UInt = 0
        /// The first error of each device; of calls without one under zero.
        var errors: [UInt: Int32] = [:]
        var settings = OpenALSettings()
    }

    private init(_ app: AppSound) {
        self.app = app
        app.addActivationHandler { [weak self] in self?.sessionWasActivated() }
        app.addObserver { [weak self] notification in
            self?.follow(notification)
        }
    }

    // MARK: Devices

    /// Opens the output.
    ///
    /// - Returns: Zero for the name of another device, and without OpenAL Soft.
    func openDevice(named name: String?) -> UInt {
        guard let app, name.map({ $0.isEmpty || $0 == Self.deviceName }) ?? true else {
            return refused(OpenALError.invalidValue)
        }
        guard let functions = openALSoft() else { return refused(OpenALError.outOfMemory) }
        guard let address = functions.alcLoopbackOpenDeviceSOFT(nil) else {
            return refused(OpenALError.outOfMemory)
        }
        let output = OpenALOutput(UInt(bitPattern: address), app, functions)
        state.withLock { $0.outputs[output.address] = output }
        return output.address
    }

    /// Opens a device that the program renders by itself.
    func openLoopback() -> UInt {
        guard let app, let functions = openALSoft(),
            let address = functions.alcLoopbackOpenDeviceSOFT(nil)
        else { return refused(OpenALError.outOfMemory) }
        let output = OpenALOutput(
            UInt(bitPattern: address), app, functions, isRenderedByProgram: true)
        state.withLock { $0.outputs[output.address] = output }
        return output.address
    }

    static let deviceName = "Sori"
    static let microphoneName = "Sori Microphone"

    private func refused(_ error: Int32, of device: UInt = 0) -> UInt {
        setError(error, of: device)
        return 0
    }

    /// - Returns: Whether it was an output of the app.
    func closeDevice(_ address: UInt) -> Bool {
        let output = state.withLock { state in
            state.errors[address] = nil
            return state.outputs.removeValue(forKey: address)
        }
        guard let output else {
            setError(OpenALError.invalidDevice, of: 0)
            return false
        }
        leave { output.hasContext($0) }
        output.close()
        return true
    }

    func output(_ address: UInt) -> OpenALOutput? { state.withLock { $0.outputs[address] } }

    private var outputs: [OpenALOutput] {
        state.withLock { state in state.outputs.keys.sorted().compactMap { state.outputs[$0] } }
    }

    /// The output with a context; `nil` for an unknown one.
    func output(ofContext context: UInt) -> OpenALOutput? {
        guard context != 0 else { return nil }
        return outputs.first { $0.hasContext(context) }
    }

    // MARK: Contexts

    func createContext(on device: UInt, _ attributes: UnsafePointer<Int32>?) -> UInt {
        guard let output = output(device) else { return refused(OpenALError.invalidDevice) }
        return output.createContext(attributes, settings)
    }

    /// Makes a context the app's; zero for none.
    ///
    /// - Returns: Whether it is one of the app's.
    func makeCurrent(_ context: UInt) -> Bool {
        guard context == 0 || output(ofContext: context) != nil else {
            setError(OpenALError.invalidContext, of: 0)
            return false
        }
        self.context.store(context, ordering: .releasing)
        // Functions that a program has looked up are OpenAL Soft's own, and know only its context.
        if CurrentApp.simulated == nil {
            sori_openal_make_global(UnsafeMutableRawPointer(bitPattern: context))
        }
        return true
    }

    func destroyContext(_ context: UInt) {
        guard let output = output(ofContext: context) else {
            return setError(OpenALError.invalidContext, of: 0)
        }
        leave { $0 == context }
        output.destroyContext(context)
    }

    /// Makes no context current if the current one is among those that go.
    private func leave(_ goes: (UInt) -> Bool) {
        let current = context.load(ordering: .acquiring)
        if current != 0, goes(current) { _ = makeCurrent(0) }
    }

    // MARK: Capture

    func openCapture(named name: String?, rate: UInt32, format: Int32, frames: Int32) -> UInt {
        guard let app, name.map({ $0.isEmpty || $0 == Self.microphoneName }) ?? true,
            let format = OpenALFormat(rawValue: format), (1_000...384_000).contains(rate),
            frames > 0
        else { return refused(OpenALError.invalidValue) }
        let capture = OpenALCapture(app, format, rate: Int(rate), capacity: Int(frames))
        return state.withLock { state in
            state.captureCount += 1
            // No address of OpenAL Soft's is as small.
            state.captures[state.captureCount] = capture
            return state.captureCount
        }
    }

    func capture(_ address: UInt) -> OpenALCapture? { state.withLock { $0.captures[address] } }

    func closeCapture(_ address: UInt) -> Bool {
        let capture = state.withLock { state in
            state.errors[address] = nil
            return state.captures.removeValue(forKey: address)
        }
        guard let capture else {
            setError(OpenALError.invalidDevice, of: 0)
            return false
        }
        capture.stop()
        return true
    }

    // MARK: Errors and settings

    /// Sets an error, unless there is an earlier one; that of an unknown device is an error of calls
    /// without one.
    func setError(_ error: Int32, of device: UInt) {
        state.withLock { state in
            let isKnown = state.outputs[device] != nil || state.captures[device] != nil
            let key = isKnown ? device : 0
            if state.errors[key] == nil { state.errors[key] = error }
        }
    }

    func takeError(of device: UInt) -> Int32 {
        state.withLock { state in
            let isKnown = state.outputs[device] != nil || state.captures[device] != nil
            guard isKnown || device == 0 else { return OpenALError.invalidDevice }
            return state.errors.removeValue(forKey: device) ?? 0
        }
    }

    var settings: OpenALSettings {
        get { state.withLock { $0.settings } }
        set { state.withLock { $0.settings = newValue } }
    }

    /// The sample rate at which the next context is rendered.
    var outputRate: Double { settings.outputRate ?? app?.mixer.outputRate ?? 48_000 }

    // MARK: Session

    private func follow(_ notification: AppNotification) {
        switch notification {
        case .mediaServicesLost:
            for output in outputs { output.loseServices() }
        case .interruptionEnded(shouldResume: true):
            guard Self.isActivatedForProgram.load(ordering: .relaxed) else { return }
            // Deferred: the server waits for the observer.
            app?.environment.onQueue { [weak app] in try? app?.request(.activate) }
        default: break
        }
    }

    /// Resumes what the policy holds, now that the app has activated its session.
    private func sessionWasActivated() {
        let captures = state.withLock { state in
            state.captures.keys.sorted().compactMap { state.captures[$0] }
        }
        for output in outputs { output.sessionWasActivated() }
        for capture in captures { capture.sessionWasActivated() }
    }
}

/// What an app has set for its contexts.
struct OpenALSettings: Sendable {
    /// The sample rate of rendering in Hz; `nil` for the output's.
    var outputRate: Double?
    /// The quality of sound in space, 'rqhi' at first.
    var quality: Int32 = 0x7271_6869
    /// The number of output channels, always 'rcst'.
    var channelCount: Int32 = 0x7263_7374
    /// The largest number of sources at a time.
    var busses: Int32 = 64

    /// The quality with the filters of a head.
    static let headphones: Int32 = 0x6864_7068
}

/// The errors of functions of devices.
enum OpenALError {
    static let invalidDevice: Int32 = 0xA001
    static let invalidContext: Int32 = 0xA002
    static let invalidValue: Int32 = 0xA004
    static let outOfMemory: Int32 = 0xA005
    /// Errors of sources: an unknown one, an unknown property, a value, no context.
    static let invalidName: Int32 = 0xA001
    static let invalidEnum: Int32 = 0xA002
    static let invalidSourceValue: Int32 = 0xA003
    static let invalidOperation: Int32 = 0xA004
}

/// Opens OpenAL Soft; says once when it is not there.
func openALSoft() -> sori_openal_functions? {
    if let functions = sori_openal_load() { return functions.pointee }
    let isNew = hasComplained.exchange(true, ordering: .relaxed) == false
    if isNew {
        let message = "sori: OpenAL needs \(String(cString: sori_openal_error()))\n"
        FileHandle.standardError.write(Data(message.utf8))
    }
    return nil
}

private let hasComplained = Atomic<Bool>(false)
