import Foundation

// What a camera here cannot do.

extension AVCaptureDevice {
    /// Whether the device has a torch: no.
    public var hasTorch: Bool { false }
    /// Whether a torch can be used: no.
    public var isTorchAvailable: Bool { false }
    /// Whether the torch is on: no.
    public var isTorchActive: Bool { false }
    /// Whether the device has a flash: no.
    public var hasFlash: Bool { false }
    /// Whether a flash can be used: no.
    public var isFlashAvailable: Bool { false }
    /// Whether the device knows a mode of the torch: only that it is off.
    public func isTorchModeSupported(_ torchMode: TorchMode) -> Bool { false }
    /// The torch's mode: off.
    public var torchMode: TorchMode { .off }
    /// Whether the device focuses in a mode: no.
    public func isFocusModeSupported(_ focusMode: FocusMode) -> Bool { false }
    /// Whether a point to focus on can be set: no.
    public var isFocusPointOfInterestSupported: Bool { false }
    /// How the device focuses: not at all.
    public var focusMode: FocusMode { .locked }
    /// Whether the device is changing its focus: no.
    public var isAdjustingFocus: Bool { false }
    /// Whether the device exposes in a mode: no.
    public func isExposureModeSupported(_ exposureMode: ExposureMode) -> Bool { false }
    /// Whether a point to expose for can be set: no.
    public var isExposurePointOfInterestSupported: Bool { false }
    /// How the device exposes: always alike.
    public var exposureMode: ExposureMode { .locked }
    /// Whether the device is changing its exposure: no.
    public var isAdjustingExposure: Bool { false }
}
