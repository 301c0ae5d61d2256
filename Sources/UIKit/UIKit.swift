// The application life cycle that sound depends on, and no more: there are no views here, no
// windows, no touches. Code that shows something keeps it behind `#if canImport(SwiftUI)` or the
// like; its delegate, its background tasks and its notifications compile and run as they are.

// Apps expect Foundation with it, as on Apple's systems.
@_exported import SimulatedTime
@_exported import Foundation
