import AudioModel
import Synchronization

// What an output unit plays and records, as its properties tell and set it.

extension OutputUnit {
    /// Whether the side of an element that the app sees is used: that which plays, or records.
    package func isEnabled(_ scope: UnitScope, _ element: Int) throws(UnitError) -> Bool {
        switch (scope, element) {
        case (.output, 0): return device.withLock { $0.playsOutput }
        case (.input, 1): return device.withLock { $0.recordsInput }
        // The app's own sides follow.
        case (.input, 0): return device.withLock { $0.playsOutput }
        case (.output, 1): return device.withLock { $0.recordsInput }
        case (.input, _), (.output, _): throw .invalidElement
        default: throw .invalidScope
        }
    }

    package func enable(_ isEnabled: Bool, _ scope: UnitScope, _ element: Int) throws(UnitError) {
        guard !isInitialized else { throw .initialized }
        switch (scope, element) {
        case (.output, 0): device.withLock { $0.playsOutput = isEnabled }
        case (.input, 1): device.withLock { $0.recordsInput = isEnabled }
        case (.input, _), (.output, _): throw .invalidElement
        default: throw .invalidScope
        }
    }

    /// The function that is called when frames have been captured.
    package var inputCallback: RenderCallback? {
        get { device.withLock { $0.inputCallback } }
        set { device.withLock { $0.inputCallback = newValue } }
    }
}
