import AudioCodecs
import AudioModel
import CommandLineTool
import Dispatch
import HTTPTransfers
import HostLinux
import MediaSources
import SoundClient
import SoundMixer
import SoundPolicy
import SoundServer

/// An app on the machine's clock that opens media.
final class StreamApp {
    private let app: AppSound
    private let server: Server

    init() {
        let server = Server(configuration: PolicyConfiguration(), clock: StillClock())
        self.server = server
        app = AppSound(mixer: Mixer(outputRate: 48_000), environment: LinuxEnvironment()) {
            server.connect(AppDescription(name: "bench"), $0)
        }
        server.open(app.connection.app)
    }

    private final class StillClock: ServerClock {
        let now = HostTime.zero
        func schedule(at time: HostTime?, _ block: @escaping @Sendable () -> Void) {}
    }

    /// Opens media and reads it.
    ///
    /// - Parameters:
    ///   - service: What brings the bytes; `nil` for the machine's network.
    ///   - take: Told how many frames have been read so far; returns whether to go on.
    func read(
        _ url: String, through service: (any TransferService)? = nil,
        _ take: (Int64) -> Bool
    ) throws(ProgramError) {
        let source = makeMediaSource(MediaLocation(url: url), for: app, service: service)
        defer { source.close() }
        let change = DispatchSemaphore(value: 0)
        source.setObserver { _ in change.signal() }
        source.load()
        while !Self.isOpen(source.state) { change.wait() }
        if case .failed(let failure) = source.state {
            throw ProgramError(.expectationFailed, failure.reason, in: url)
        }
        do {
            try read(try source.makeReader(), change, take)
        } catch {
            throw ProgramError(.expectationFailed, "\(error)", in: url)
        }
    }

    private func read(
        _ reader: any MediaReader, _ change: DispatchSemaphore, _ take: (Int64) -> Bool
    ) throws {
        var samples = [Float](repeating: 0, count: 4096 * reader.channelCount)
        var frames: Int64 = 0
        while true {
            let result = try samples.withUnsafeMutableBufferPointer { samples in
                // Never null: the array is not empty.
                try reader.read(into: samples.baseAddress!, frameCount: 4096)
            }
            switch result {
            case .frames(let count):
                frames += Int64(count)
                guard take(frames) else { return }
            case .waiting: change.wait()
            case .ended: return
            case .failed(let failure): throw failure
            }
        }
    }

    private static func isOpen(_ state: MediaState) -> Bool {
        switch state {
        case .ready, .failed: true
        case .unopened, .opening: false
        }
    }
}
