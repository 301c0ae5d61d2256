import AudioModel
import COpenALSoft
import Foundation
import SoundClient
import SoundMixer
import SoundRuntime
import SoundServer
import Synchronization

/// A device of an app: a loopback device of OpenAL Soft, and the stream of the app that it is
/// rendered into.
///
/// The stream starts with the first source that plays, pauses without one, and ends with the last
/// context. When the policy holds it, the sources stand still until the app activates its session.
///
/// Ownership: `transport` serialises the calls that start and stop the stream; the mutex guards the
/// state, and is not locked while OpenAL Soft or the server is called.
final class OpenALOutput: Sendable {
    let address: UInt
    private weak let app: AppSound?
    private let functions: sori_openal_functions
    /// Whether the program renders the device, which then has no stream.
    private let isRenderedByProgram: Bool
    let sources: OpenALSources
    private let transport = NSRecursiveLock()
    private let state = Mutex(State())

    private struct State {
        var contexts: [Context] = []
        var renderer: OpenALRenderer?
        var stream: Int?
        /// Whether the stream runs as far as the app is concerned.
        var isRunning = false
        /// Whether this object is pausing the stream right now.
        var isPausing = false
        /// Whether the policy has held the stream, and the app not yet activated its session.
        var isHeld = false
        /// Whether the media services were reset, after which a device is silent for good.
        var isLost = false
        /// Whether the app has paused the device.
        var isPaused = false
        /// Whether the device is closed.
        var isReleased = false
        /// The number of frames that were rendered since a source played.
        var idleFrames = 0
    }

    private struct Context {
        var address: UInt
        var isSuspended = false
    }

    /// How long the stream runs without a source that plays, in seconds; and with reverb, which
    /// sounds on.
    private static let idleSeconds = 1
    private static let idleSecondsWithReverb = 10

    /// The time in which what is rendered ahead is over.
    private static let finishTime = HostInterval.seconds(1)

    init(
        _ address: UInt, _ app: AppSound, _ functions: sori_openal_functions,
        isRenderedByProgram: Bool = false
    ) {
        self.isRenderedByProgram = isRenderedByProgram
        self.address = address
        self.app = app
        self.functions = functions
        sources = OpenALSources(app.environment)
    }

    deinit { release() }

    private var pointer: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: address) }

    /// Whether the device renders; not after a reset of the media services.
    var isConnected: Bool { state.withLock { !$0.isLost } }

    // MARK: Contexts

    func hasContext(_ context: UInt) -> Bool {
        state.withLock { $0.contexts.contains { $0.address == context } }
    }

    /// - Returns: Zero when OpenAL Soft refuses.
    func createContext(_ attributes: UnsafePointer<Int32>?, _ settings: OpenALSettings) -> UInt {
        guard let app else { return 0 }
        if isRenderedByProgram {
            guard let context = functions.alcCreateContext(pointer, attributes) else { return 0 }
            let address = UInt(bitPattern: context)
            state.withLock { $0.contexts.append(Context(address: address)) }
            return address
        }
        let rate = state.withLock { $0.renderer?.sampleRate }
        let list = OpenALAttributes(
            attributes, settings, rate: rate, outputRate: Int(app.mixer.outputRate))
        guard let context = functions.alcCreateContext(pointer, list.values) else { return 0 }
        let renderer = rate == nil ? makeRenderer(list.rate, app) : nil
        state.withLock { state in
            state.contexts.append(Context(address: UInt(bitPattern: context)))
            if let renderer { state.renderer = renderer }
        }
        return UInt(bitPattern: context)
    }

    private func makeRenderer(_ rate: Int, _ app: AppSound) -> OpenALRenderer {
        let (address, functions) = (address, functions)
        let render = functions.alcRenderSamplesSOFT
        return OpenALRenderer(
            sampleRate: rate, app.environment,
            deviceFrames: { [weak app] in
                guard let app, app.mixer.outputRate > 0 else { return 0 }
                let frames = Double(app.mixer.renderer.largestRenderFrames)
                return Int((frames * Double(rate) / app.mixer.outputRate).rounded(.up))
            },
            render: { samples, count in
                render?(UnsafeMutableRawPointer(bitPattern: address), samples, Int32(count))
            })
    }

    func destroyContext(_ context: UInt) {
        sources.forget(context: context)
        let isLast = state.withLock { state in
            state.contexts.removeAll { $0.address == context }
            return state.contexts.isEmpty
        }
        if isLast { endStream() }
        sori_openal_destroy(UnsafeMutableRawPointer(bitPattern: context))
        update()
    }

    /// Pauses or resumes the whole device.
    func setPaused(_ isPaused: Bool) {
        state.withLock { $0.isPaused = isPaused }
        update()
    }

    func setSuspended(_ context: UInt, _ isSuspended: Bool) {
        let pointer = UnsafeMutableRawPointer(bitPattern: context)
        // Changes of properties wait until the end of the suspension.
        if isSuspended {
            functions.alcSuspendContext(pointer)
        } else {
            functions.alcProcessContext(pointer)
        }
        state.withLock { state in
            guard let index = state.contexts.firstIndex(where: { $0.address == context }) else {
                return
            }
            state.contexts[index].isSuspended = isSuspended
        }
        update()
    }

    /// Ends the device with its contexts.
    func close() {
        endStream()
        release()
    }

    /// Gives everything of OpenAL Soft's back, once.
    private func release() {
        let (contexts, isNew) = state.withLock { state in
            defer { (state.contexts, state.isLost, state.isReleased) = ([], true, true) }
            return (state.contexts, !state.isReleased)
        }
        guard isNew else { return }
        for context in contexts {
            sources.forget(context: context.address)
            sori_openal_destroy(UnsafeMutableRawPointer(bitPattern: context.address))
        }
        _ = functions.alcCloseDevice(pointer)
    }

    // MARK: Sources

    func notePlayed(_ ids: [UInt32], in context: UInt) {
        sources.watch(ids, in: context)
        guard sources.isAnyPlaying else { return }
        state.withLock { $0.idleFrames = 0 }
        update()
    }

    /// Looks at the sources soon.
    func noteChanged() {
        guard sources.hasNotifications else { return }
        if let renderer = state.withLock({ $0.renderer }) { scheduleFill(renderer) }
    }

    // MARK: The stream

    private enum Step {
        case start(OpenALRenderer)
        case resume(OpenALRenderer, Int)
        case pause(OpenALRenderer, Int)
    }

    /// Starts, resumes or pauses the stream as sources, contexts and policy ask for.
    func update() {
        transport.lock()
        defer { transport.unlock() }
        // A step may let the app be notified, which may then ask for the opposite.
        for _ in 0..<Self.stepsMax {
            guard let step = nextStep(), take(step) else { return }
        }
    }

    private static let stepsMax = 4

    private func nextStep() -> Step? {
        let isAnyPlaying = sources.isAnyPlaying
        return state.withLock { state -> Step? in
            guard let renderer = state.renderer else { return nil }
            let wants =
                !state.isLost && !state.isHeld && !state.isPaused
                && state.contexts.contains { !$0.isSuspended }
                && (isAnyPlaying || state.isRunning && !isIdle(state, renderer))
            guard wants != state.isRunning else { return nil }
            guard wants else { return state.stream.map { .pause(renderer, $0) } }
            return state.stream.map { .resume(renderer, $0) } ?? .start(renderer)
        }
    }

    /// - Returns: Whether the server has allowed it.
    private func take(_ step: Step) -> Bool {
        switch step {
        case .start(let renderer): start(renderer)
        case .resume(let renderer, let stream): resume(renderer, stream)
        case .pause(let renderer, let stream): pause(renderer, stream)
        }
    }

    private func isIdle(_ state: borrowing State, _ renderer: OpenALRenderer) -> Bool {
        let seconds = sources.hasReverb ? Self.idleSecondsWithReverb : Self.idleSeconds
        return state.idleFrames >= seconds * renderer.sampleRate
    }

    /// Starts the stream; a refusal is silence until the next source plays.
    private func start(_ renderer: OpenALRenderer) -> Bool {
        guard let app else { return false }
        noteSound(of: app)
        renderer.resume()
        state.withLock { $0.isRunning = true }
        do throws(SessionError) {
            let stream = try app.startStream(
                .unit, renderer.source,
                watcher: StreamWatcher(
                    progressed: { [weak self, weak renderer] in
                        if let renderer { self?.scheduleFill(renderer) }
                    },
                    transportChanged: { [weak self] in self?.follow($0) })
            ) { [weak self, weak renderer] _ in self?.streamEnded(renderer) }
            state.withLock { $0.stream = stream }
            scheduleFill(renderer)
            return true
        } catch {
            return giveUp(renderer)
        }
    }

    private func giveUp(_ renderer: OpenALRenderer) -> Bool {
        renderer.pause()
        state.withLock { $0.isRunning = false }
        return false
    }

    private func resume(_ renderer: OpenALRenderer, _ stream: Int) -> Bool {
        guard let app else { return false }
        renderer.resume()
        state.withLock { $0.isRunning = true }
        do throws(SessionError) {
            try app.resumeStream(stream)
            scheduleFill(renderer)
            return true
        } catch {
            return giveUp(renderer)
        }
    }

    private func pause(_ renderer: OpenALRenderer, _ stream: Int) -> Bool {
        renderer.pause()
        state.withLock { ($0.isPausing, $0.isRunning) = (true, false) }
        try? app?.pauseStream(stream)
        state.withLock { $0.isPausing = false }
        return true
    }

    private func endStream() {
        transport.lock()
        defer { transport.unlock() }
        let (renderer, stream, wasRunning) = state.withLock { state in
            defer {
                (state.renderer, state.stream) = (nil, nil)
                (state.isRunning, state.isHeld) = (false, false)
            }
            return (state.renderer, state.stream, state.isRunning)
        }
        renderer?.pause()
        guard let app, let stream else { return }
        guard wasRunning, let renderer else {
            try? app.stopStream(stream)
            return
        }
        // A source has stopped as soon as its last frame is rendered; that is still to be heard.
        renderer.finish()
        app.environment.after(Self.finishTime) { [weak app] in try? app?.stopStream(stream) }
    }

    /// Follows the policy. Called while the server decides.
    private func follow(_ transport: StreamDirective.Transport) {
        let renderer = state.withLock { state -> OpenALRenderer? in
            guard transport == .held, !state.isPausing, state.isRunning else { return nil }
            (state.isHeld, state.isRunning) = (true, false)
            return state.renderer
        }
        renderer?.pause()
    }

    private func streamEnded(_ renderer: OpenALRenderer?) {
        state.withLock { state in
            // Another one may have begun.
            guard let renderer, state.renderer === renderer else { return }
            (state.stream, state.isRunning, state.isLost) = (nil, false, true)
        }
        renderer?.pause()
    }

    /// Silences the device for good: the app has to open another one.
    func loseServices() {
        let renderer = state.withLock { state in
            (state.isLost, state.isRunning) = (true, false)
            return state.renderer
        }
        renderer?.pause()
    }

    func sessionWasActivated() {
        state.withLock { $0.isHeld = false }
        update()
    }

    // MARK: On the work queue

    private func scheduleFill(_ renderer: OpenALRenderer) {
        renderer.schedule { [weak self, weak renderer] in
            if let renderer { self?.fill(renderer) }
        }
    }

    private func fill(_ renderer: OpenALRenderer) {
        var isPlaying = sources.examine()
        renderer.fill {
            isPlaying = sources.examine()
            let isPlaying = isPlaying
            state.withLock { state in
                state.idleFrames = isPlaying ? 0 : state.idleFrames + OpenALRenderer.blockFrames
            }
        }
        if !isPlaying { update() }
    }
}
