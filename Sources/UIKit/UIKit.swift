// The application life cycle that audio depends on, and no more: no views, windows or touches. Code
// with a user interface stays behind `#if canImport(SwiftUI)` or the like; the app's delegate,
// background tasks and notifications compile and run unchanged.

// Apps expect it to re-export Foundation, as on Apple's systems.
@_exported public import Foundation
@_exported public import SimulatedTime
