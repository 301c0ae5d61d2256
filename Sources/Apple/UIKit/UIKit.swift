// The application life cycle that audio depends on, views and view controllers as a model without
// drawing or touches, and pictures. Code with a user interface stays behind `#if canImport(SwiftUI)`
// or the like; the app's delegate, background tasks and notifications compile and run unchanged.

// Apps expect it to re-export Foundation, as on Apple's systems.
@_exported public import Foundation
@_exported public import SimulatedTime
