#if PipeWire
    import AudioToolbox
    import AVFAudio
    import CommandLineTool
    import Foundation
    import HostLinux
    import SoundClient
    import SoundRuntime
    import Synchronization

    /// An app with a path of sound to measure, on a PipeWire output of its own.
    final class LatencyApp {
        let phone: EmbeddedPhone
        let output: PipeWireOutput
        private let input: PipeWireInput?
        private var ends: [() -> Void] = []

        /// - Parameter source: The sink that the microphone captures; `nil` for none.
        init(capturing source: String? = nil) throws(ProgramError) {
            output = PipeWireOutput(.init(role: .game, target: LatencyBench.sink))
            input = source.map { source in
                var options = PipeWireOptions(mediaName: "input", role: .game, target: source)
                options.capturesSink = true
                return PipeWireInput(options)
            }
            phone = EmbeddedPhone(outputRate: output.sampleRate, input: input, output: output)
            let hasInput = input != nil
            try run("AVAudioSession") {
                let session = AVAudioSession.sharedInstance()
                try session.setCategory(hasInput ? .playAndRecord : .playback)
                try session.setPreferredIOBufferDuration(0.005)
                try session.setActive(true)
            }
        }

        deinit {
            for end in ends.reversed() { end() }
            output.stop()
            input?.stop()
        }

        func run<Result>(_ what: String, _ body: () throws -> Result) throws(ProgramError) -> Result
        {
            do { return try CurrentApp.run(as: phone.app, body) } catch {
                throw ProgramError(.deviceMissing, "\(what): \(error)", in: "Benchmarks")
            }
        }

        func atEnd(_ body: @escaping () -> Void) { ends.append(body) }

        /// What the session says a frame takes from its callback to the speaker, in seconds.
        func promisedSeconds() throws(ProgramError) -> Double {
            try run("AVAudioSession") {
                let session = AVAudioSession.sharedInstance()
                return session.ioBufferDuration + session.outputLatency
            }
        }

        // MARK: Audio units

        /// Starts a unit that clicks, or plays what element 1 captures.
        func startUnit(_ subType: UInt32, _ clicker: Clicker, playsThrough: Bool)
            throws(ProgramError)
        {
            let context = UnitContext(clicker)
            let unit = try run("AudioUnit") {
                var description = AudioComponentDescription(
                    componentType: OSType(kAudioUnitType_Output), componentSubType: subType,
                    componentManufacturer: OSType(kAudioUnitManufacturer_Apple),
                    componentFlags: 0, componentFlagsMask: 0)
                var instance: AudioComponentInstance?
                AudioComponentInstanceNew(AudioComponentFindNext(nil, &description), &instance)
                guard let unit = instance else { throw StatusError(status: -1) }
                if playsThrough {
                    context.unit = unit
                    var one: UInt32 = 1
                    try check(
                        AudioUnitSetProperty(
                            unit, kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, &one,
                            4))
                    // Voice processing takes a click for noise; bypassed it takes as long.
                    if subType == UInt32(kAudioUnitSubType_VoiceProcessingIO) {
                        try check(
                            AudioUnitSetProperty(
                                unit, kAUVoiceIOProperty_BypassVoiceProcessing,
                                kAudioUnitScope_Global, 0, &one, 4))
                    }
                }
                var callback = AURenderCallbackStruct(
                    inputProc: renderUnit,
                    inputProcRefCon: Unmanaged.passUnretained(context).toOpaque())
                try check(
                    AudioUnitSetProperty(
                        unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0,
                        &callback, UInt32(MemoryLayout.size(ofValue: callback))))
                try check(AudioUnitInitialize(unit))
                try check(AudioOutputUnitStart(unit))
                return unit
            }
            atEnd {
                AudioOutputUnitStop(unit)
                AudioComponentInstanceDispose(unit)
                withExtendedLifetime(context) {}
            }
        }

        private struct StatusError: Error {
            var status: OSStatus
        }

        private func check(_ status: OSStatus) throws {
            if status != noErr { throw StatusError(status: status) }
        }

        // MARK: Engines

        /// Starts an engine; the closure lets its player play a click.
        func startPlayer() throws(ProgramError) -> () throws(ProgramError) -> Void {
            let (engine, player, click) = try run("AVAudioEngine") {
                let (engine, player) = (AVAudioEngine(), AVAudioPlayerNode())
                guard
                    let format = AVAudioFormat(
                        standardFormatWithSampleRate: 48_000, channels: 2),
                    let click = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 480)
                else { throw StatusError(status: -1) }
                click.frameLength = 480
                for channel in 0..<2 { click.floatChannelData?[channel][0] = Clicker.level }
                engine.attach(player)
                engine.connect(player, to: engine.mainMixerNode, format: format)
                try engine.start()
                player.play()
                return (engine, player, click)
            }
            atEnd { engine.stop() }
            return { [self] () throws(ProgramError) in
                try run("scheduleBuffer") { player.scheduleBuffer(click, completionHandler: nil) }
            }
        }

        /// Starts an engine; the closure lets its sampler play a wood block.
        func startSampler(_ bank: URL) throws(ProgramError) -> () throws(ProgramError) -> Void {
            let (engine, sampler) = try run("AVAudioUnitSampler") {
                let (engine, sampler) = (AVAudioEngine(), AVAudioUnitSampler())
                engine.attach(sampler)
                engine.connect(sampler, to: engine.mainMixerNode, format: nil)
                try sampler.loadSoundBankInstrument(
                    at: bank, program: 115, bankMSB: 0x79, bankLSB: 0)
                try engine.start()
                return (engine, sampler)
            }
            atEnd { engine.stop() }
            return { [self] () throws(ProgramError) in
                try run("startNote") { sampler.startNote(76, withVelocity: 127, onChannel: 0) }
            }
        }

        /// Starts an engine that plays its input.
        func startPlayThrough() throws(ProgramError) {
            let engine = try run("AVAudioEngine") {
                let engine = AVAudioEngine()
                engine.connect(engine.inputNode, to: engine.mainMixerNode, format: nil)
                try engine.start()
                return engine
            }
            atEnd { engine.stop() }
        }
    }

    /// What the unit's callback needs.
    ///
    /// Ownership: `unit` is set before the unit starts.
    private final class UnitContext: @unchecked Sendable {
        let clicker: Clicker
        /// The unit that plays its own element 1; `nil` for clicks.
        var unit: AudioUnit?

        init(_ clicker: Clicker) { self.clicker = clicker }
    }

    private let renderUnit: AURenderCallback = { context, flags, time, _, frameCount, list in
        guard let list else { return noErr }
        let context = Unmanaged<UnitContext>.fromOpaque(context).takeUnretainedValue()
        if let unit = context.unit {
            return AudioUnitRender(unit, flags, time, 1, frameCount, list)
        }
        guard context.clicker.takesClick(due: Int64(time.pointee.mHostTime)) else { return noErr }
        for buffer in UnsafeMutableAudioBufferListPointer(list) {
            buffer.mData?.assumingMemoryBound(to: Float.self)[0] = Clicker.level
        }
        return noErr
    }
#endif
