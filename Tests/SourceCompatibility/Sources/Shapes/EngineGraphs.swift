import AVFoundation

/// An app's synthesiser and meter on an engine, as apps write it.
final class EngineGraph {
    private let engine = AVAudioEngine()
    private let mixer = AVAudioMixerNode()
    private var phase: Float = 0
    private var observer: (any NSObjectProtocol)?
    private(set) var level: Float = 0

    private lazy var source = AVAudioSourceNode {
        [weak self] _, _, frameCount, audioBufferList -> OSStatus in
        let buffers = UnsafeMutableAudioBufferListPointer(audioBufferList)
        for frame in 0..<Int(frameCount) {
            let value = self?.nextSample() ?? 0
            for buffer in buffers {
                let samples: UnsafeMutableBufferPointer<Float> = UnsafeMutableBufferPointer(buffer)
                samples[frame] = value
            }
        }
        return noErr
    }

    private func nextSample() -> Float {
        phase += 0.01
        return sin(phase)
    }

    func setUp() throws {
        let output = engine.outputNode
        let format = output.inputFormat(forBus: 0)
        let inputFormat = AVAudioFormat(
            commonFormat: format.commonFormat, sampleRate: format.sampleRate, channels: 1,
            interleaved: format.isInterleaved)
        engine.attach(source)
        engine.attach(mixer)
        engine.connect(source, to: mixer, format: inputFormat)
        engine.connect(mixer, to: engine.mainMixerNode, fromBus: 0, toBus: 1, format: nil)
        engine.connect(engine.mainMixerNode, to: output, format: nil)
        engine.connect(
            mixer,
            to: [
                AVAudioConnectionPoint(node: engine.mainMixerNode, bus: 0),
                AVAudioConnectionPoint(node: engine.mainMixerNode, bus: 1),
            ], fromBus: 0, format: format)
        engine.mainMixerNode.outputVolume = 0.5
        observer = NotificationCenter.default.addObserver(
            forName: .AVAudioEngineConfigurationChange, object: engine, queue: .main
        ) { _ in }
        engine.prepare()
        try engine.start()
    }

    func meter() {
        let input = engine.inputNode
        let bus: AVAudioNodeBus = 0
        input.removeTap(onBus: bus)
        input.installTap(onBus: bus, bufferSize: 1024, format: input.outputFormat(forBus: bus)) {
            (buffer: AVAudioPCMBuffer, when: AVAudioTime) in
            guard let samples = buffer.floatChannelData?[0] else { return }
            self.level = samples[Int(buffer.frameLength) - 1]
            _ = when.sampleTime
        }
        let block: AVAudioNodeTapBlock = { _, _ in }
        mixer.installTap(onBus: 0, bufferSize: 4096, format: nil, block: block)
    }

    func renderFile(to url: URL, format: AVAudioFormat) throws {
        try engine.enableManualRenderingMode(.offline, format: format, maximumFrameCount: 4096)
        engine.connect(engine.inputNode, to: engine.mainMixerNode, format: nil)
        engine.inputNode.setManualRenderingInputPCMFormat(format) { _ in nil }
        try engine.start()
        guard
            let buffer = AVAudioPCMBuffer(
                pcmFormat: engine.manualRenderingFormat,
                frameCapacity: engine.manualRenderingMaximumFrameCount)
        else { return }
        let file = try AVAudioFile(forWriting: url, settings: format.settings)
        while engine.manualRenderingSampleTime < 44_100 {
            let status = try engine.renderOffline(buffer.frameCapacity, to: buffer)
            switch status {
            case .success: try file.write(from: buffer)
            case .insufficientDataFromInputNode, .cannotDoInCurrentContext: break
            case .error: return
            @unknown default: return
            }
        }
        let render: AVAudioEngineManualRenderingBlock = engine.manualRenderingBlock
        _ = render
        engine.disableManualRenderingMode()
    }

    func tearDown() {
        for node in engine.attachedNodes where node.engine === engine { node.reset() }
        engine.disconnectNodeOutput(mixer)
        engine.disconnectNodeInput(mixer, bus: 0)
        engine.detach(mixer)
        engine.pause()
        engine.stop()
        engine.reset()
        if engine.isRunning { print(engine.inputNode.lastRenderTime?.sampleTime ?? 0) }
    }
}

/// Plays, meters, renders and takes the graph apart again.
func tryEngineGraph(_ tone: URL) {
    let graph = EngineGraph()
    do {
        try graph.setUp()
        graph.meter()
        if let format = AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2) {
            try graph.renderFile(to: tone, format: format)
        }
    } catch {
        expect(false, "the graph does not run: \(error)")
    }
    graph.tearDown()
}
