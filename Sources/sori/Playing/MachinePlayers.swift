import AudioFormats
import AudioModel
import Dispatch
import HostLinux
import SoundClient
import SoundMixer

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Plays files on this machine's outputs. All files of one command share a device, which runs on
/// from one file to the next.
package final class MachinePlayers: PlayerMaker {
    private var stage: (phone: EmbeddedPhone, device: any HostOutput)?

    package init() {}

    /// Length of the fade at cut edges, which would click.
    private static let fadeSeconds = 0.01

    deinit {
        stage?.device.stop()
    }

    package func play(_ request: PlayRequest, _ console: Console) throws(ProgramError) -> any Player
    {
        let file = try open(request.path)
        let passage = try passage(of: file, request)
        if case .file(let outputPath) = request.output {
            return try render(file, passage, request, into: outputPath)
        }
        let (phone, device) = try stage(for: request, console)
        let player = try FilePlayer(request, file, passage, on: phone.app, device)
        do throws(OutputError) {
            try device.start(phone.app.output)
        } catch {
            throw ProgramError(.deviceMissing, error.why, in: error.what, advice: error.advice)
        }
        if let silence = player.silence {
            console.warn("sori: \(request.path): not audible: \(silence)")
        }
        awaitRoute(of: device)
        return player
    }

    private func open(_ path: String) throws(ProgramError) -> AudioFileReader {
        do throws(FormatError) {
            let file = try AudioFileReader(path: path, hint: .hint(fromName: path))
            _ = try FrameReader(file)
            guard Mixer.sourceRates.contains(file.format.sampleRate) else {
                throw FormatError(.tooLarge("sample rate"))
            }
            return file
        } catch {
            let isThere = if case .cannotOpen = error.reason { false } else { true }
            throw ProgramError(
                .badInput, error.description, in: path,
                advice: isThere ? "see 'sori info' for what it is" : "check the path")
        }
    }

    private func passage(
        of file: AudioFileReader, _ request: PlayRequest
    ) throws(ProgramError) -> PlaybackRange {
        guard request.from == 0 || request.from < file.duration else {
            throw ProgramError(
                .wrongUse, "--from is not before the end", in: request.path,
                advice: "it lasts \(ProgressLine.clock(file.duration))")
        }
        let rate = file.format.sampleRate
        let isExact = if case .file = request.output { true } else { false }
        return PlaybackRange(
            start: Int64((request.from * rate).rounded()),
            end: request.to.map { Int64(($0 * rate).rounded()) } ?? file.frameCount,
            fileEnd: file.frameCount,
            passCount: request.loops < 0 ? nil : Int64(request.loops) + 1,
            fadeFrames: isExact ? 0 : max(Int64(Self.fadeSeconds * rate), 1))
    }

    // MARK: Into a file

    private func render(
        _ file: AudioFileReader, _ passage: PlaybackRange, _ request: PlayRequest, into path: String
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
        return try WAVRenderer(
            request, file, passage, into: path, writer,
            on: EmbeddedPhone(outputRate: outputRate).app)
    }

    // MARK: On a device

    private func stage(
        for request: PlayRequest, _ console: Console
    ) throws(ProgramError) -> (phone: EmbeddedPhone, device: any HostOutput) {
        if let stage { return stage }
        let device = try device(for: request, console)
        let made = (EmbeddedPhone(outputRate: device.sampleRate), device)
        stage = made
        return made
    }

    /// A remedy besides repairing the machine.
    private static let otherOutput = " or use --output file:PATH"

    private func device(
        for request: PlayRequest, _ console: Console
    ) throws(ProgramError) -> any HostOutput {
        let name = baseName(of: request.path)
        switch request.output {
        case .null, .file: return NullOutput()
        case .pipewire: return try pipeWire(mediaName: name)
        case .machine:
            let (device, warning) = defaultOutput(role: .music, mediaName: name)
            if let warning { console.warn("sori: \(warning)\(Self.otherOutput)") }
            return device
        }
    }

    private func pipeWire(mediaName: String) throws(ProgramError) -> any HostOutput {
        #if PipeWire
            let output = PipeWireOutput(PipeWireOutput.Options(mediaName: mediaName))
            do throws(OutputError) {
                try output.connect()
                return output
            } catch {
                throw ProgramError(
                    .deviceMissing, error.why, advice: error.advice + Self.otherOutput)
            }
        #else
            throw ProgramError(
                .deviceMissing, "this sori was built without PipeWire",
                advice: "build it with the package trait PipeWire" + Self.otherOutput)
        #endif
    }

    /// Waits until the device knows its route, which takes some milliseconds.
    private func awaitRoute(of device: any HostOutput) {
        #if PipeWire
            guard let output = device as? PipeWireOutput else { return }
            let deadline = LinuxClock.now + .milliseconds(300)
            while output.sink == nil, !output.isUnheard, LinuxClock.now < deadline {
                usleep(5_000)
            }
        #endif
    }
}

/// Whether two paths lead to the same file.
private func isSameFile(_ left: String, _ right: String) -> Bool {
    var first = stat()
    var second = stat()
    return stat(left, &first) == 0 && stat(right, &second) == 0 && first.st_dev == second.st_dev
        && first.st_ino == second.st_ino
}
