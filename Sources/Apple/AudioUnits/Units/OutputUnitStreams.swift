import AudioGraph
import AudioModel
import CoreAudioTypes
import SoundClient
import SoundServer
import Synchronization

// How an output unit makes the streams of its app.

extension OutputUnit {
    func makeRun() -> LiveRun {
        let format = device.withLock { $0.hardware } ?? GraphFormat(hardwareFormat(0))
        let first = device.withLock { $0.firstFrame }
        let hardware = SessionHardware.of(app)
        return LiveRun(
            format, blockFrames: maximumFrames, app.environment,
            followsDevice: hardware.hasDevice,
            deviceFrames: { hardware.deviceFrames(at: format.sampleRate) },
            sliceFrames: {
                hardware.sliceFrames(
                    at: format.sampleRate, usualMaximum: Self.usualMaximumFrames)
            },
            bufferFrames: { hardware.leadFrames(at: format.sampleRate) }
        ) { [weak self] output, frameCount, sampleTime, hostTime in
            // Without a rendering the unit is ending, and so is the run.
            guard let rendering = self?.state.withLock({ $0.rendering }) else { return .busy }
            let time = RenderTime(sampleTime: first + sampleTime, hostTime: hostTime)
            let stamp = AudioTimeStamp(time, rate: format.sampleRate)
            defer {
                self?.ducking?.hear(
                    played: output, frameCount: frameCount, channelCount: format.channelCount,
                    sampleRate: format.sampleRate)
            }
            return rendering.outcome(output, frameCount, stamp) { self?.isRunning == true }
        }
    }

    func makeCapturedInput(_ device: Device) -> CapturedInput? {
        let format = UnitTopology.read { outputs[1].format }
        let captured = CapturedInput(
            format, sampleRate: app.inputSampleRate, isAnnounced: device.inputCallback != nil)
        captured?.setChannelMap(channelMap(element: 1).map { Int($0) })
        return captured
    }

    func startOutput(_ run: LiveRun) throws(SessionError) -> Int {
        try run.startOutput(
            of: app, appVolume: device.withLock { $0.streamVolume },
            progressed: { [weak self] in self?.scheduleFill(run) },
            held: { [weak self] in self?.interrupt(run) },
            ended: { [weak self] in self?.streamEnded(run) })
    }

    func startInput(_ run: LiveRun) throws(SessionError) -> Int {
        try run.startInput(
            of: app, voice: voiceProcessing,
            onCapture: { [weak self] sound in self?.receive(sound, run) },
            held: { [weak self] in self?.interrupt(run) },
            ended: { [weak self] in self?.streamEnded(run) })
    }
}
