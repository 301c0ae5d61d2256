import AudioFormats
import AudioModel
package import CommandLineTool
import CoreFoundation
import Dispatch
import Glibc
import HostLinux
import SoundClient
import SoundMixer
import SoundRuntime

/// Makes players that render into a file or play on this machine's outputs. All files of one
/// command share one device, which keeps running between files.
package final class MachinePlayers: PlayerMaker {
    private typealias Playback = (phone: EmbeddedPhone, device: any HostOutput)

    /// Fade at the edges of a partial range, in seconds, against clicks.
    private static let fadeSeconds = 0.01

    private var shared: Playback?

    /// Creates a maker without a device; the first file that needs one connects it.
    package init() {}

    deinit {
        shared?.device.stop()
    }

    package func play(_ request: PlayRequest, _ console: Console) throws(ProgramError) -> any Player
    {
        let file = try open(request.path)
        let range = try range(of: file, request)
        if case .file(let outputPath) = request.output {
            return try render(file, range, request, into: outputPath)
        }
        let (phone, device) = try sharedPlayback(for: request, console)
        let player = try FilePlayer(request, file, range, on: phone.app, device)
        do throws(OutputError) {
            try device.start(phone.app.output)
        } catch {
            throw ProgramError(.deviceMissing, error.why, in: error.what, advice: error.advice)
        }
        if let silence = player.silence {
            console.warn("sori: \(request.path): not audible: \(silence)")
        }
        waitForSink(of: device)
        return player
    }

    private func open(_ path: String) throws(ProgramError) -> AudioFileReader {
        do throws(FormatError) {
            let file = try AudioFileReader(path: path, hint: .hint(fromName: path))
            // Fails now when the file cannot be decoded.
            _ = try FrameReader(file)
            guard Mixer.sourceRates.contains(file.format.sampleRate) else {
                throw FormatError(.tooLarge("sample rate"))
            }
            return file
        } catch {
            let advice =
                switch error.reason {
                case .cannotOpen: "check the path"
                case .missingLibrary: ""
                default: "see 'sori info' for what it is"
                }
            throw ProgramError(.badInput, error.description, in: path, advice: advice)
        }
    }

    private func range(
        of file: AudioFileReader, _ request: PlayRequest
    ) throws(ProgramError) -> PlaybackRange {
        let fileEnd: Int64
        do throws(FormatError) { fileEnd = try file.frameCount() } catch {
            throw ProgramError(.badInput, error.description, in: request.path)
        }
        let rate = file.format.sampleRate
        let duration = Double(fileEnd) / rate
        guard request.from == 0 || request.from < duration else {
            throw ProgramError(
                .wrongUse, "--from is after the end", in: request.path,
                advice: "the duration is \(ProgressLine.clock(duration))")
        }
        // A file receives the frames unchanged: no fade.
        let isRendering = if case .file = request.output { true } else { false }
        return PlaybackRange(
            start: Int64((request.from * rate).rounded()),
            end: request.to.map { Int64(($0 * rate).rounded()) } ?? fileEnd,
            fileEnd: fileEnd,
            // A negative number repeats without end.
            passCount: request.loops < 0 ? nil : Int64(request.loops) + 1,
            fadeFrames: isRendering ? 0 : max(Int64(Self.fadeSeconds * rate), 1))
    }

    // MARK: Into a file

    private func render(
        _ file: AudioFileReader, _ range: PlaybackRange, _ request: PlayRequest, into path: String
    ) throws(ProgramError) -> any Player {
        guard !isSameFile(request.path, path) else {
            throw ProgramError(
                .wrongUse, "the output is the file itself", in: path, advice: "name another")
        }
        // At the file's own rate nothing is resampled: its frames are written unchanged.
        let rate = file.format.sampleRate
        let outputRate = Mixer.outputRates.contains(rate) ? rate : 48_000
        try checkFolder(ofFile: path)
        let writer: WAVFileWriter
        do throws(FormatError) {
            writer = try WAVFileWriter(
                path: path, sampleRate: outputRate, channelCount: 2, sampleFormat: .int16)
        } catch {
            throw ProgramError(
                .wrongUse, error.description, in: path,
                advice: "check the path and its permissions")
        }
        return try WAVRenderer(request, file, range, into: path, writer, outputRate: outputRate)
    }

    // MARK: On a device

    private func sharedPlayback(
        for request: PlayRequest, _ console: Console
    ) throws(ProgramError) -> Playback {
        if let shared { return shared }
        let device = try device(for: request, console)
        let playback = (EmbeddedPhone(outputRate: device.sampleRate), device)
        shared = playback
        return playback
    }

    /// Appended to the advice of an error.
    private static let alternativeAdvice = " or use --output file:PATH"

    private func device(
        for request: PlayRequest, _ console: Console
    ) throws(ProgramError) -> any HostOutput {
        let name = baseName(of: request.path)
        switch request.output {
        case .null, .file: return NullOutput()
        case .pipewire:
            return try connectedPipeWire(mediaName: name, alternative: Self.alternativeAdvice)
        case .machine:
            let (device, warning) = defaultOutput(role: .music, mediaName: name)
            if let warning { console.warn("sori: \(warning)\(Self.alternativeAdvice)") }
            return device
        }
    }

    /// Waits until the output knows its sink, at most 300 ms.
    private func waitForSink(of device: any HostOutput) {
        #if PipeWire
            guard let output = device as? PipeWireOutput else { return }
            let deadline = LinuxClock.now + .milliseconds(300)
            while output.sink == nil, !output.isLost, LinuxClock.now < deadline {
                usleep(5_000)
            }
        #endif
    }
}

/// Connects to PipeWire's default sink.
///
/// - Parameter alternativeAdvice: Appended to the advice of an error.
func connectedPipeWire(
    mediaName: String, alternative alternativeAdvice: String
) throws(ProgramError) -> any HostOutput {
    #if PipeWire
        let output = PipeWireOutput(PipeWireOptions(mediaName: mediaName))
        do throws(OutputError) { try output.connect() } catch {
            throw ProgramError(.deviceMissing, error.why, advice: error.advice + alternativeAdvice)
        }
        return output
    #else
        throw ProgramError(
            .deviceMissing, "this sori was built without PipeWire",
            advice: "build it with the package trait PipeWire" + alternativeAdvice)
    #endif
}
