package import AVFoundation
import Foundation

/// Zooms a camera by two fingers.
@MainActor
package final class ZoomPinch {
    /// What the fingers do.
    package enum State: Sendable {
        case began, changed, ended
    }

    /// Powers of two a second.
    package static let rate: Float = 3

    private let device: AVCaptureDevice
    /// The zoom when the fingers came down.
    private var beginning: CGFloat = 1

    package init(_ device: AVCaptureDevice) {
        self.device = device
    }

    /// The fingers have come down, moved or been lifted.
    ///
    /// - Parameter scale: How much farther apart they are than when they came down.
    package func pinch(_ state: State, scale: CGFloat) {
        switch state {
        case .began: beginning = device.videoZoomFactor
        case .changed:
            let factor = max(1, min(beginning * scale, device.activeFormat.videoMaxZoomFactor))
            do {
                try device.lockForConfiguration()
                device.ramp(toVideoZoomFactor: factor, withRate: Self.rate)
                device.unlockForConfiguration()
            } catch {
                print("cannot zoom: \(error)")
            }
        case .ended: break
        }
    }
}
