import AudioCodecs
import AudioFormats
import AudioModel
import ChannelLayouts
import CommandLineTool
import Dispatch
import Glibc
import MediaSources
import Playback
import SoundClient
import SoundRuntime
import Synchronization

/// Decodes what a server sends for a reader that waits for it: an output that is not in real time.
///
/// Ownership: one thread reads; the source and the semaphore are for any thread.
final class WebInput: FrameInput, @unchecked Sendable {
    let contents: MediaContents
    var channelCount: Int { Int(contents.format.channelCount) }

    private let source: any MediaSource
    private let reader: any MediaReader
    private let arrival: DispatchSemaphore
    private let titles: Titles
    private let isCancelled = Mutex(false)
    /// Keeps the app that has the threads of the source.
    private let phone: EmbeddedPhone

    private static let waitInterval = DispatchTimeInterval.milliseconds(100)

    /// What a radio has said first. Any thread.
    private final class Titles: Sendable {
        let first = Mutex<[MediaMetadata]?>(nil)
    }

    /// Waits until the server tells what it is.
    init(_ address: WebAddress) throws(ProgramError) {
        let phone = EmbeddedPhone(outputRate: ConnectingOutput.sampleRate)
        self.phone = phone
        guard let source = address.source(for: phone.app) else { throw .noNetwork(address) }
        let arrival = DispatchSemaphore(value: 0)
        let titles = Titles()
        self.titles = titles
        source.setObserver { change in
            if case .metadata(let values, _) = change {
                titles.first.withLock { $0 = $0 ?? values }
            }
            arrival.signal()
        }
        source.setPlaying(true)
        source.load()
        self.source = source
        self.arrival = arrival
        contents = try Self.contents(of: source, address, arrival)
        do throws(FormatError) {
            reader = try source.makeReader()
        } catch {
            throw inputError(error, in: address.shown)
        }
    }

    deinit {
        source.setObserver(nil)
        source.close()
    }

    private static func contents(
        of source: any MediaSource, _ address: WebAddress, _ arrival: DispatchSemaphore
    ) throws(ProgramError) -> MediaContents {
        while true {
            switch source.state {
            case .ready(let contents): return contents
            case .failed(let failure): throw ProgramError(failure, of: address)
            case .unopened, .opening: break
            }
            guard !EndSignals.hasCome else {
                throw ProgramError(
                    EndSignals.first?.exitCode ?? .stopped, "stopped", in: address.shown)
            }
            _ = arrival.wait(timeout: .now() + waitInterval)
        }
    }

    /// Waits for what a radio says first.
    func firstTitles(seconds: Double) -> [MediaMetadata] {
        let deadline = DispatchTime.now() + seconds
        while !EndSignals.hasCome {
            if let first = titles.first.withLock({ $0 }) { return first }
            guard DispatchTime.now() < deadline else { break }
            _ = arrival.wait(timeout: .now() + Self.waitInterval)
        }
        return []
    }

    func seek(toFrame frame: Int64) {}

    /// Ends the wait of a reader: for it the stream has ended.
    func cancel() {
        isCancelled.withLock { $0 = true }
        arrival.signal()
    }

    func read(
        into samples: UnsafeMutablePointer<Float>, frameCount: Int
    ) throws(FormatError) -> Int {
        while !EndSignals.hasCome, !isCancelled.withLock({ $0 }) {
            switch try reader.read(into: samples, frameCount: frameCount) {
            case .frames(let count): return count
            case .ended: return 0
            case .failed: throw FormatError(.cannotRead(errno: ECONNRESET))
            case .waiting: _ = arrival.wait(timeout: .now() + Self.waitInterval)
            }
        }
        return 0
    }
}

extension SoundInput {
    init(_ input: WebInput) {
        self.init(
            streamOf: input.contents.format, channelLayout: input.contents.channelLayout,
            tags: { input.contents.tags }, cancel: { input.cancel() }
        ) { input }
    }
}
