public import Foundation
import Synchronization

/// How pictures lie; values are Apple's.
public enum AVCaptureVideoOrientation: Int, Sendable {
    /// The home button is at the bottom.
    case portrait = 1
    /// The home button is at the top.
    case portraitUpsideDown = 2
    /// The home button is at the right: as the sensor lies.
    case landscapeRight = 3
    /// The home button is at the left.
    case landscapeLeft = 4

    /// Quarter turns clockwise from how the sensor lies.
    var quarterTurns: Int {
        switch self {
        case .portrait: 1
        case .portraitUpsideDown: 3
        case .landscapeRight: 0
        case .landscapeLeft: 2
        }
    }

    init(quarterTurns: Int) {
        switch quarterTurns & 3 {
        case 0: self = .landscapeRight
        case 1: self = .portrait
        case 2: self = .landscapeLeft
        default: self = .portraitUpsideDown
        }
    }
}

/// A way from ports of a session's inputs to an output or a preview. Any thread.
///
/// Ownership: immutable, but for what a mutex guards.
public final class AVCaptureConnection: NSObject, @unchecked Sendable {
    private struct State {
        var isEnabled = true
        var quarterTurns: Int
        var isMirrored = false
        var adjustsMirroring = true
        weak var session: AVCaptureSession?
        var layer = LayerReference()
    }

    /// The ports that it comes from: one.
    public let inputPorts: [AVCaptureInput.Port]
    private let state: Mutex<State>
    /// Weak: an output has its connections.
    public private(set) weak var output: AVCaptureOutput?
    /// Whether it leads to a preview.
    let isPreview: Bool

    /// Makes a connection to an output; the pictures lie as the sensor does.
    public init(inputPorts ports: [AVCaptureInput.Port], output: AVCaptureOutput) {
        inputPorts = ports
        self.output = output
        isPreview = false
        state = Mutex(State(quarterTurns: 0))
        super.init()
    }

    /// Makes a connection to a preview; the pictures are upright in portrait orientation, and those of
    /// a front camera are mirrored.
    public init(
        inputPort port: AVCaptureInput.Port, videoPreviewLayer layer: AVCaptureVideoPreviewLayer
    ) {
        inputPorts = [port]
        isPreview = true
        let isFront = port.sourceDevicePosition == .front
        let reference = LayerReference(layer: layer)
        state = Mutex(State(quarterTurns: 1, isMirrored: isFront, layer: reference))
        super.init()
    }

    /// The preview that it leads to.
    public var videoPreviewLayer: AVCaptureVideoPreviewLayer? {
        state.withLock { $0.layer }.layer
    }

    var session: AVCaptureSession? {
        get { state.withLock { $0.session } }
        set { state.withLock { $0.session = newValue } }
    }

    /// The medium of its ports.
    var mediaType: AVMediaType? { inputPorts.first?.mediaType }

    /// Whether the output gets anything.
    public var isEnabled: Bool {
        get { state.withLock { $0.isEnabled } }
        set {
            state.withLock { $0.isEnabled = newValue }
            session?.graphHasChanged()
        }
    }

    /// Whether it is enabled, of a session, and comes from a port that is enabled.
    public var isActive: Bool {
        isEnabled && session != nil && inputPorts.allSatisfy(\.isEnabled)
    }

    // MARK: Turning and mirroring

    /// Whether its pictures can be turned: video can.
    public var isVideoOrientationSupported: Bool { mediaType == .video }

    /// How the pictures lie. A data output's pixels are turned.
    public var videoOrientation: AVCaptureVideoOrientation {
        get { AVCaptureVideoOrientation(quarterTurns: quarterTurns) }
        set {
            guard isVideoOrientationSupported else {
                return faultOfVideo("AVCaptureConnection.videoOrientation")
            }
            state.withLock { $0.quarterTurns = newValue.quarterTurns }
        }
    }

    /// Whether pictures can be turned by an angle: 0, 90, 180 and 270 degrees.
    public func isVideoRotationAngleSupported(_ videoRotationAngle: CGFloat) -> Bool {
        mediaType == .video && Self.quarterTurns(videoRotationAngle) != nil
    }

    /// The degrees by which the pictures are turned clockwise from how the sensor lies.
    public var videoRotationAngle: CGFloat {
        get { CGFloat(quarterTurns * 90) }
        set {
            let call = "AVCaptureConnection.videoRotationAngle"
            guard isVideoOrientationSupported else { return faultOfVideo(call) }
            guard let turns = Self.quarterTurns(newValue) else {
                return fault(call, "the angle is not supported", of: session?.app)
            }
            state.withLock { $0.quarterTurns = turns }
        }
    }

    private static func quarterTurns(_ degrees: CGFloat) -> Int? {
        [0, 90, 180, 270].firstIndex(of: degrees)
    }

    /// Quarter turns clockwise from how the sensor lies.
    var quarterTurns: Int { state.withLock { $0.quarterTurns } }

    /// Whether pictures can be mirrored: video can.
    public var isVideoMirroringSupported: Bool { mediaType == .video }

    /// Whether pictures are mirrored from left to right, after they were turned.
    public var isVideoMirrored: Bool {
        get { state.withLock { $0.isMirrored } }
        set {
            guard isVideoMirroringSupported else {
                return faultOfVideo("AVCaptureConnection.isVideoMirrored")
            }
            state.withLock { $0.isMirrored = newValue }
        }
    }

    /// Whether the session decides about mirroring: for previews it mirrors front cameras.
    public var automaticallyAdjustsVideoMirroring: Bool {
        get { state.withLock { $0.adjustsMirroring } }
        set { state.withLock { $0.adjustsMirroring = newValue } }
    }

    private func faultOfVideo(_ call: String) {
        fault(call, "the connection has no video", of: session?.app)
    }
}
