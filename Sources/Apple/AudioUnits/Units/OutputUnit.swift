import AudioGraph
package import AudioModel
import CAudioToolbox
import CoreAudioTypes
import Foundation
package import SoundClient
import SoundMixer
import SoundRuntime
import SoundServer
import Synchronization

/// RemoteIO or VoiceProcessingIO: element 0 plays, element 1 records.
///
/// The app's functions run on a work queue of the unit's own, never on the device's render thread.
///
/// Ownership: `transport` lets one thread at a time start and stop; a mutex guards the device's
/// state.
package class OutputUnit: UnitCore, @unchecked Sendable {
    struct Device {
        var playsOutput = true
        var recordsInput: Bool
        var inputCallback: RenderCallback?
        var isRunning = false
        var run: LiveRun?
        /// The numbers of the app's streams.
        var output: Int?
        var input: Int?
        var captured: CapturedInput?
        /// The number of the next run's first frame.
        var firstFrame: Int64 = 0
        /// The number of the next captured frame, at the app's rate.
        var capturedTime: Int64 = 0
        /// Captured frames of which the app has not been told yet.
        var untoldFrames = 0
        var hardware: GraphFormat?
        /// The volume that the stream begins with.
        var streamVolume: Float = 1

        /// Lets the streams go that a pause ends: what runs and plays stays for the next start.
        ///
        /// - Returns: The device as it was.
        mutating func rest() -> Device {
            let former = self
            input = nil
            captured = nil
            untoldFrames = 0
            isRunning = false
            return former
        }
    }

    let device: Mutex<Device>
    private let transport = NSRecursiveLock()
    private let inputMemory = InputMemory()
    /// Lowers the app's other sound; `nil` for a RemoteIO.
    package let ducking: OtherAudioDucking?

    /// The largest slice: that of a device with a locked screen.
    private static let maximumFrames = 4096
    private static let fadeSeconds = 0.01

    package init(_ component: UnitComponent, _ app: AppSound) {
        let isVoice = component == .voiceProcessingIO
        device = Mutex(Device(recordsInput: isVoice))
        ducking = isVoice ? OtherAudioDucking(app) : nil
        super.init(
            component, app, node: GraphNode(.output), inputCount: 2, outputCount: 2,
            format: Self.usualFormat(of: app), maximumFrames: Self.maximumFrames)
    }

    override func isIndependent(output: Int) -> Bool { output == 1 }

    override func makeIndependentNode() -> GraphNode? { GraphNode(.source(RecordedSource(self))) }

    override func mappedChannelCount(input: Int) -> Int? { SessionHardware.outputChannelCountMax }

    override func channelMapDidChange(_ map: [Int], _ element: Int) {
        guard element == 1 else { return super.channelMapDidChange(map, element) }
        device.withLock { $0.captured }?.setChannelMap(map)
    }

    deinit { endStreams() }

    // MARK: Formats

    /// The format of the hardware's side of an element; no channels where there is no hardware, as
    /// for recording in a category that does not record.
    func hardwareFormat(_ element: Int) -> StreamFormat {
        if element == 0 {
            return .planarFloats(
                sampleRate: SessionHardware.of(app).sampleRate,
                channelCount: SessionHardware.outputChannelCountMax)
        }
        let hasInput = !app.connection.session.availableInputs.isEmpty
        return .planarFloats(
            sampleRate: hasInput ? app.inputSampleRate : 0,
            channelCount: hasInput ? SessionHardware.inputChannelCountMax : 0)
    }

    package override func format(_ scope: UnitScope, _ element: Int) throws(UnitError)
        -> StreamFormat
    {
        let format = try super.format(scope, element)
        switch (scope, element) {
        case (.output, 0), (.input, 1), (.global, _): return hardwareFormat(element)
        default: return format
        }
    }

    override func isFormatWritable(_ scope: UnitScope, _ element: Int) -> Bool {
        scope == .input ? element == 0 : element == 1
    }

    /// What the app gets of the input takes a format until the unit runs, also when it is
    /// initialised.
    ///
    /// Source: OpenAL Soft's recorder for RemoteIO sets its format after it has initialised the unit.
    override func changeFormat(
        _ format: StreamFormat, _ scope: UnitScope, _ element: Int
    ) throws(UnitError) {
        guard scope == .output else {
            return try super.changeFormat(format, scope, element)
        }
        transport.lock()
        defer { transport.unlock() }
        guard !isRunning else { throw .initialized }
        UnitTopology.change { storeFormat(format, scope, element) }
    }

    package override func setCallback(_ callback: RenderCallback?, input: Int) throws(UnitError) {
        guard input == 0 else { throw .invalidElement }
        try super.setCallback(callback, input: input)
    }

    package override func connect(_ source: UnitCore?, output: Int, input: Int) throws(UnitError) {
        guard input == 0 else { throw .invalidElement }
        try super.connect(source, output: output, input: input)
    }

    // MARK: Life

    package var isRunning: Bool { device.withLock { $0.isRunning } }

    override func makeRendering() throws(UnitError) -> UnitRendering {
        inputMemory.drop()
        let records = device.withLock { $0.recordsInput }
        let input = hardwareFormat(1)
        // Source: public logs show −10851 and an input of 0 Hz for a category without input.
        guard !records || input.channelCount > 0 else { throw .invalidPropertyValue }
        if component == .voiceProcessingIO {
            let others = UnitList.of(app).units.filter { $0 !== self && $0.isInitialized }
            if others.contains(where: { $0.component == .voiceProcessingIO }) {
                throw .severalVoiceProcessors
            }
        }
        let format = hardwareFormat(0)
        device.withLock { $0.hardware = GraphFormat(format) }
        return try UnitRendering(
            self, format: GraphFormat(format), outputs: [RenderedOutput(format: format)],
            maximumFrames: maximumFrames,
            fadeFrames: Int((Self.fadeSeconds * format.sampleRate).rounded()))
    }

    package override func uninitialize() {
        end()
        super.uninitialize()
    }

    /// Starts to play and to record.
    ///
    /// - Throws: The session's refusal, as a status; `uninitialized`, `invalidated`.
    package func start() throws(UnitError) {
        guard let (run, playsOutput) = try startStreams() else { return }
        listeners.notify(kAudioOutputUnitProperty_IsRunning, .global, 0)
        if playsOutput { scheduleFill(run) }
    }

    /// - Returns: The run and whether it plays; `nil` for a unit that was running.
    private func startStreams() throws(UnitError) -> (run: LiveRun, playsOutput: Bool)? {
        transport.lock()
        defer { transport.unlock() }
        if isLost { throw .invalidated }
        guard isInitialized else { throw .uninitialized }
        guard !isRunning else { return nil }
        noteSound(of: app)
        var present = device.withLock { $0 }
        let run = present.run ?? makeRun()
        present.run = run
        run.resume()
        do throws(SessionError) {
            if present.recordsInput, present.input == nil {
                present.captured = makeCapturedInput(present)
                device.withLock { $0.captured = present.captured }
                present.input = try startInput(run)
            }
            if present.playsOutput {
                if let output = present.output {
                    try app.resumeStream(output)
                } else {
                    present.output = try startOutput(run)
                }
            }
        } catch {
            run.pause()
            if let input = present.input { try? app.stopStream(input) }
            device.withLock { device in
                device.input = nil
                device.captured = nil
            }
            throw UnitError(status: error.rawValue)
        }
        device.withLock { device in
            device.run = run
            device.input = present.input
            device.output = present.output
            device.isRunning = true
        }
        // They may have changed while the input opened.
        followVoiceSettings()
        ducking?.begin(stream: present.output)
        return (run, present.output != nil)
    }

    /// Stops, until the next start goes on with the next frame. When it returns no function of the
    /// app is called any more, unless this call is within one.
    package func stop() {
        transport.lock()
        let wasRunning = pauseStreams()
        let rendering = state.withLock { $0.rendering }
        transport.unlock()
        rendering?.waitUntilIdle()
        if wasRunning { listeners.notify(kAudioOutputUnitProperty_IsRunning, .global, 0) }
    }

    /// Pauses what plays and ends what records.
    ///
    /// - Returns: Whether the unit was running.
    private func pauseStreams() -> Bool {
        let former = device.withLock { $0.rest() }
        former.run?.pause()
        ducking?.end()
        if former.isRunning, let output = former.output { try? app.pauseStream(output) }
        if let input = former.input { try? app.stopStream(input) }
        return former.isRunning
    }

    /// Stops, and ends the app's streams.
    private func end() {
        transport.lock()
        let wasRunning = endStreams()
        let rendering = state.withLock { $0.rendering }
        transport.unlock()
        rendering?.waitUntilIdle()
        if wasRunning { listeners.notify(kAudioOutputUnitProperty_IsRunning, .global, 0) }
    }

    /// The number of the stream that plays; `nil` without one.
    package var streamNumber: Int? { device.withLock { $0.output } }

    /// Sets the volume that the next stream begins with.
    package func setStreamVolume(_ volume: Float) { device.withLock { $0.streamVolume = volume } }

    override func invalidate() {
        let wasRunning = isRunning
        super.invalidate()
        if wasRunning { listeners.notify(kAudioOutputUnitProperty_IsRunning, .global, 0) }
    }

    /// - Returns: Whether the unit was running.
    @discardableResult
    private func endStreams() -> Bool {
        let former = device.withLock { device in
            device.firstFrame += Int64(device.run?.writtenFrames ?? 0)
            defer {
                device.run = nil
                device.output = nil
            }
            return device.rest()
        }
        former.run?.pause()
        ducking?.end()
        if let output = former.output { try? app.stopStream(output) }
        if let input = former.input { try? app.stopStream(input) }
        return former.isRunning
    }

    // MARK: The streams

    func scheduleFill(_ run: LiveRun) {
        run.schedule { run.fill {} }
    }

    /// Pauses because the policy has paused a stream; the app has to start the unit again. A stream
    /// that runs again was paused and resumed by the app itself.
    func interrupt(_ run: LiveRun) {
        transport.lock()
        let streams = device.withLock { device -> [Int] in
            guard device.run === run, device.isRunning else { return [] }
            return [device.output, device.input].compactMap { $0 }
        }
        guard streams.contains(where: { app.transport(ofStream: $0) == .held }) else {
            return transport.unlock()
        }
        _ = pauseStreams()
        transport.unlock()
        listeners.notify(kAudioOutputUnitProperty_IsRunning, .global, 0)
    }

    func streamEnded(_ run: LiveRun) {
        guard device.withLock({ $0.run === run }) else { return }
        end()
    }

    /// Goes on at the rate that the hardware has now. The client's format stays.
    override func hardwareDidChange() {
        let isOther = isInitialized && device.withLock { $0.hardware } != hardwareFormatNow
        guard isOther, let rendering = state.withLock({ $0.rendering }) else { return }
        transport.lock()
        let wasRunning = endStreams()
        transport.unlock()
        rendering.waitUntilIdle()
        transport.lock()
        let goesOn = isRunning || ((try? renew(restarts: wasRunning)) ?? false)
        transport.unlock()
        if wasRunning, !goesOn {
            listeners.notify(kAudioOutputUnitProperty_IsRunning, .global, 0)
        }
        listeners.notify(kAudioUnitProperty_SampleRate, .output, 0)
        listeners.notify(kAudioUnitProperty_StreamFormat, .output, 0)
    }

    private var hardwareFormatNow: GraphFormat { GraphFormat(hardwareFormat(0)) }

    /// Renders for the hardware as it is now.
    ///
    /// - Returns: Whether the unit runs.
    private func renew(restarts: Bool) throws(UnitError) -> Bool {
        let rendering = try makeRendering()
        let former = state.withLock { state in
            defer { state.rendering = rendering }
            return state.rendering
        }
        former?.end()
        UnitTopology.change {}
        guard restarts, let (run, playsOutput) = try startStreams() else { return false }
        if playsOutput { scheduleFill(run) }
        return true
    }

    override func renderFurther(
        _ flags: UnsafeMutablePointer<UInt32>?, _ time: AudioTimeStamp, _ bus: Int,
        _ frameCount: Int, _ list: UnitBufferList
    ) throws(UnitError) {
        guard device.withLock({ $0.recordsInput }) else { throw .invalidElement }
        guard frameCount <= maximumFrames else { throw .tooManyFrames }
        let captured = device.withLock { $0.captured }
        let format = UnitTopology.read { outputs[1].format }
        guard let layout = captured?.layout ?? BufferListSamples(format),
            layout.fits(list, frameCount: frameCount, allowsNull: true)
        else { throw .missingArgument }
        try inputMemory.fill(list, layout, frameCount, maximumFrames)
        guard let captured else {
            for index in 0..<list.count {
                list[index].mData?.initializeMemory(
                    as: UInt8.self, repeating: 0, count: Int(list[index].mDataByteSize))
            }
            flags?.pointee |= RenderFlags.outputIsSilence
            return
        }
        captured.read(frameCount, into: list)
    }
}
