import AudioCodecs
import AudioFormats
import AudioModel
package import CommandLineTool
import CoreFoundation
import Dispatch
import Glibc
import HostLinux
import Playback
import SoundClient
import SoundMixer
import SoundRuntime
import Terminal
import TimePitch

/// Makes players that render into a file or play on this machine's outputs. All files of one
/// command share one device, which keeps running between files.
package final class MachinePlayers: PlayerMaker {
    /// Fade at the edges of a partial range, in seconds, against clicks.
    private static let fadeSeconds = 0.01

    private var output: ConnectingOutput?
    private var phone: EmbeddedPhone?
    /// Whether the output's warning was shown.
    private var hasWarned = false

    /// Creates a maker without a device; the first file that needs one connects it.
    package init() {}

    deinit {
        output?.stop()
    }

    /// The player made last; its queue may go on with the next track.
    private var last: TrackPlayer?

    package func play(
        _ list: PlayList, at index: Int, _ console: Console
    ) throws(ProgramError) -> any Player {
        guard let request = list.request(at: index) else {
            throw ProgramError(.wrongUse, "there is nothing to play", advice: "name a sound file")
        }
        if let last {
            if let player = TrackPlayer(continuing: last, request, at: index) {
                self.last = player
                return player
            }
            // The queue has skipped this file, and goes on with the next.
            if let error = last.takeFailure(ofSkipped: index) { throw error }
        }
        last = nil
        try Self.checkSpeed(request)
        if case .file(let outputPath) = request.output {
            let track = try Self.track(request, index)
            return try render(track, request, into: outputPath)
        }
        let phone = self.phone ?? EmbeddedPhone(outputRate: ConnectingOutput.sampleRate)
        self.phone = phone
        if let address = WebAddress(request.path) {
            return try playAddress(address, request, on: phone, console)
        }
        // A stream may take its time before the first bytes come.
        if !StreamPath.isStream(request.path) { _ = sharedOutput(for: request, of: phone) }
        let track = try Self.track(request, index)
        let output = sharedOutput(for: request, of: phone)
        let player = try TrackPlayer(
            request, track, of: PlayListTracks(list), on: phone.app, output)
        let device = try connected(output, console)
        if let silence = player.silence {
            console.warn("sori: \(request.path): not audible: \(silence)")
        }
        waitForSink(of: device)
        last = player
        return player
    }

    private func playAddress(
        _ address: WebAddress, _ request: PlayRequest, on phone: EmbeddedPhone,
        _ console: Console
    ) throws(ProgramError) -> any Player {
        let output = sharedOutput(for: request, of: phone)
        let player: WebPlayer
        do throws(ProgramError) {
            player = try WebPlayer(request, address, on: phone.app, output, console)
        } catch {
            // What the core of players does not cut may be decoded as it comes, like a pipe.
            guard error.isOfUnknownSound, let input = try? Self.streamInput(of: address, false)
            else { throw error }
            let track = Track(place: 0, input: input, passage: try Self.range(of: input, request))
            let player = try TrackPlayer(
                request, track, of: PlayListTracks(PlayList([request])), on: phone.app, output)
            waitForSink(of: try connected(output, console))
            return player
        }
        let device = try connected(output, console)
        waitForSink(of: device)
        if let silence = player.silence {
            console.warn("sori: \(printable(address.shown)): not audible: \(silence)")
        }
        return player
    }

    /// Whether the library for speed and pitch is there.
    static var canChangeSpeed: Bool { TimePitch(sampleRate: 48_000, channelCount: 2) != nil }

    private static func checkSpeed(_ request: PlayRequest) throws(ProgramError) {
        guard request.speed != PlaybackSpeed(), !canChangeSpeed else { return }
        throw ProgramError(
            .deviceMissing, "speed and pitch need a library that is missing", in: "SoundTouch",
            advice: "install libsoundtouch1, or leave out --rate and --pitch")
    }

    /// Opens the file of a request.
    ///
    /// - Parameter index: The place in the play list.
    static func track(
        _ request: PlayRequest, _ index: Int
    ) throws(ProgramError) -> Track {
        let isFile = if case .file = request.output { true } else { false }
        let input = try open(request.path, isWaitedFor: isFile)
        return Track(place: index, input: input, passage: try range(of: input, request))
    }

    /// What a server sends, for a reader that waits for it.
    private static func input(of address: WebAddress) throws(ProgramError) -> SoundInput {
        do throws(ProgramError) {
            return SoundInput(try WebInput(address))
        } catch {
            guard error.isOfUnknownSound, let input = try? streamInput(of: address, true) else {
                throw error
            }
            return input
        }
    }

    private static func streamInput(
        of address: WebAddress, _ isWaitedFor: Bool
    ) throws -> SoundInput {
        let reader = try WebReader(address) { EndSignals.hasCome }
        return SoundInput(try StreamInput(reader, isWaitedFor: isWaitedFor))
    }

    /// - Parameter isWaitedFor: Whether a stream that comes late is waited for, not silent.
    private static func open(
        _ path: String, isWaitedFor: Bool
    ) throws(ProgramError) -> SoundInput {
        try StreamPath.checkSound(path)
        if let address = WebAddress(path) { return try input(of: address) }
        do throws(FormatError) {
            let input: SoundInput
            if path == "-", let file = StreamPath.inputFile {
                input = try SoundInput(AudioFileReader(path: file, recoversUnfinished: true))
            } else if StreamPath.isStream(path) {
                input = SoundInput(
                    try StreamInput(
                        PipeReader(path: path, isCancelled: { EndSignals.hasCome }),
                        isWaitedFor: isWaitedFor))
            } else {
                input = try SoundInput(
                    AudioFileReader(
                        path: path, hint: .hint(fromName: path), recoversUnfinished: true))
            }
            guard Mixer.sourceRates.contains(input.sampleRate) else {
                throw FormatError(.tooLarge("sample rate"))
            }
            return input
        } catch {
            let name = StreamPath.name(of: path)
            let isStream = StreamPath.isStream(path)
            switch error.reason {
            case .cannotOpen: throw inputError(error, in: name, advice: "check the path")
            case .containerNotRead(let kind) where isStream:
                throw ProgramError(
                    .badInput, "is \(kind.name), which is played from files only", in: name,
                    advice: "save the stream to a file, and play that")
            case .endsEarly where isStream:
                throw ProgramError(
                    .badInput, "ends before any sound", in: name,
                    advice: "send a sound, such as WAV or MP3")
            case _ where isStream:
                throw inputError(
                    error, in: name, advice: "save the stream to a file, and play that")
            default: throw inputError(error, in: name, advice: "see 'sori info' for what it is")
            }
        }
    }

    private static func range(
        of input: SoundInput, _ request: PlayRequest
    ) throws(ProgramError) -> PlaybackRange {
        let rate = input.sampleRate
        // A stream has no known end: this one is never reached.
        let fileEnd = input.frameCount ?? Int64.max / 4
        if let frameCount = input.frameCount {
            let duration = Double(frameCount) / rate
            guard request.from == 0 || request.from < duration else {
                throw ProgramError(
                    .wrongUse, "--from is after the end", in: request.path,
                    advice: "the duration is \(Numeral.clock(duration))")
            }
        } else if request.loops != 0 {
            throw ProgramError(
                .wrongUse, "a stream cannot repeat", in: request.path, advice: "leave out --loops")
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
        _ track: Track, _ request: PlayRequest, into path: String
    ) throws(ProgramError) -> any Player {
        guard !isSameFile(request.path, path) else {
            throw ProgramError(
                .wrongUse, "the output is the file itself", in: path, advice: "name another")
        }
        var status = stat()
        let isFileThere = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        guard request.mayReplace || !isFileThere else {
            throw ProgramError(
                .wrongUse, "is there already", in: path, advice: "write --force to replace it")
        }
        // At the file's own rate nothing is resampled: its frames are written unchanged.
        let rate = track.input.sampleRate
        let outputRate = Mixer.outputRates.contains(rate) ? rate : 48_000
        try checkFolder(ofFile: path)
        let writer: WAVFileWriter
        do throws(FormatError) {
            writer = try WAVFileWriter(
                path: path, sampleRate: outputRate, channelCount: 2, sampleFormat: .int16)
        } catch {
            throw outputError(error, in: path)
        }
        return try WAVRenderer(request, track, into: path, writer, outputRate: outputRate)
    }

    // MARK: On a device

    /// The output of all files, which begins to connect with the first. It renders silence until a
    /// file is ready: the sound server links a new stream in the meantime.
    private func sharedOutput(
        for request: PlayRequest, of phone: EmbeddedPhone
    ) -> ConnectingOutput {
        if let output { return output }
        let source = phone.app.output
        let output = ConnectingOutput { () throws(ProgramError) in
            let connected = try Self.connect(for: request)
            do throws(DeviceError) {
                try connected.device.start(source)
            } catch {
                throw ProgramError(
                    .deviceMissing, error.why, in: error.what, advice: error.advice)
            }
            return connected
        }
        self.output = output
        return output
    }

    /// Waits until the output is started, and warns once when it discards the sound.
    private func connected(
        _ output: ConnectingOutput, _ console: Console
    ) throws(ProgramError) -> any HostOutput {
        do throws(ProgramError) {
            let (device, warning) = try output.connected
            if let warning, !hasWarned { console.warn(warning) }
            hasWarned = true
            return device
        } catch {
            // The next file tries again.
            self.output = nil
            throw error
        }
    }

    /// Appended to the advice of an error.
    private static let alternativeAdvice = " or use --output file:PATH"

    private static func connect(
        for request: PlayRequest
    ) throws(ProgramError) -> ConnectingOutput.Connected {
        let name = baseName(of: request.path)
        switch request.output {
        case .null, .file: return (NullOutput(), nil)
        case .pipewire:
            return (try connectedPipeWire(mediaName: name, alternative: alternativeAdvice), nil)
        case .device(let word):
            return (
                try connectedPipeWire(mediaName: name, sink: word, alternative: alternativeAdvice),
                nil
            )
        case .machine:
            let (device, warning) = defaultOutput(
                role: .music, mediaName: name, holdsOnRemoval: true)
            return (device, warning.map { "sori: \($0)\(alternativeAdvice)" })
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

/// Connects to a sink of PipeWire's.
///
/// - Parameters:
///   - sink: The sink's name or description; `nil` to follow the default one.
///   - alternativeAdvice: Appended to the advice of an error.
func connectedPipeWire(
    mediaName: String, sink: String? = nil, alternative alternativeAdvice: String
) throws(ProgramError) -> any HostOutput {
    let target = try sink.map { word throws(ProgramError) in
        try MachineDevices.list(.playback).named(word).name
    }
    do throws(DeviceError) {
        return try HostLinux.connectedPipeWire(
            mediaName: mediaName, sink: target, holdsOnRemoval: true)
    } catch {
        throw ProgramError(.deviceMissing, error.why, advice: error.advice + alternativeAdvice)
    }
}
