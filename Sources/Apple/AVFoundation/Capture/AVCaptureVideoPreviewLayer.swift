import Foundation
@_exported public import LayerModel

/// A layer that shows what a session's camera sees: here as a model, which draws nothing.
///
/// Main thread, as the layer's tree.
open class AVCaptureVideoPreviewLayer: CALayer {
    private var shown: AVCaptureSession?

    /// Makes a layer of a session, with a connection from its camera.
    public convenience init(session: AVCaptureSession) {
        self.init()
        self.session = session
    }

    /// Makes a layer of a session, without a connection.
    public convenience init(sessionWithNoConnection session: AVCaptureSession) {
        self.init()
        shown = session
    }

    /// Makes an empty layer.
    public required init() { super.init() }

    /// Makes a copy of a layer, without its tree and its session.
    public required init(layer: Any) {
        super.init(layer: layer)
        if let layer = layer as? AVCaptureVideoPreviewLayer { videoGravity = layer.videoGravity }
    }

    /// The session that is shown; it is retained.
    open var session: AVCaptureSession? {
        get { shown }
        set {
            guard newValue !== shown else { return }
            shown?.remove(self)
            shown = newValue
            newValue?.add(self)
        }
    }

    /// The connection from the session's camera, of which the orientation is that of the preview;
    /// `nil` without a camera.
    open var connection: AVCaptureConnection? { shown?.connection(to: self) }

    /// How the picture fills the layer; by default the whole picture is shown.
    open var videoGravity = AVLayerVideoGravity.resizeAspect

    /// Whether the preview shows the camera's picture; never, because nothing is drawn.
    open var isPreviewing: Bool { false }
}

/// A layer that a session knows and does not own.
///
/// Ownership: the reference is compared on any thread, and used on the main thread alone.
struct LayerReference: @unchecked Sendable {
    weak var layer: AVCaptureVideoPreviewLayer?
}
