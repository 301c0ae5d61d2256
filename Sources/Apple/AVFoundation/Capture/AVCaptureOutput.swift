public import Foundation
import SoundClient
import Synchronization

/// What a session captures to. Any thread.
///
/// Ownership: a mutex guards the state.
public class AVCaptureOutput: NSObject, @unchecked Sendable {
    private struct State {
        weak var session: AVCaptureSession?
        var connections: [AVCaptureConnection] = []
    }

    private let graph = Mutex(State())

    override init() { super.init() }

    /// The session that the output belongs to.
    var session: AVCaptureSession? {
        get { graph.withLock { $0.session } }
        set { graph.withLock { $0.session = newValue } }
    }

    /// The connections that lead to the output.
    public var connections: [AVCaptureConnection] { graph.withLock { $0.connections } }

    /// The first connection of a medium; `nil` without one.
    public func connection(with mediaType: AVMediaType) -> AVCaptureConnection? {
        connections.first { $0.mediaType == mediaType }
    }

    func add(_ connection: AVCaptureConnection) {
        graph.withLock { $0.connections.append(connection) }
    }

    func remove(_ connection: AVCaptureConnection) {
        graph.withLock { $0.connections.removeAll { $0 === connection } }
    }

    // MARK: What kinds of outputs differ in

    /// Whether the output takes a medium.
    func takes(_ mediaType: AVMediaType) -> Bool { false }

    /// Whether anybody looks at the frames of the output.
    var wantsFrames: Bool { false }

    /// Takes a frame, on a private queue.
    func take(_ picture: CapturedPicture, _ connection: AVCaptureConnection) {}

    /// Takes sound, on a private queue.
    func take(
        _ sound: CapturedSound, _ sampleRate: Double, _ connection: AVCaptureConnection
    ) {}
}
