package import AudioModel
import Synchronization

/// A slice of a unit that is rendered by itself, with the units that feed it.
package struct UnitSlice: Sendable {
    /// The number of the first frame.
    package let frame: Int64
    package let frameCount: Int
    package let sampleRate: Double
    /// The time at which the first frame reaches the device; `nil` without one.
    package let hostTime: HostTime?
    /// The units that are rendered in the slice.
    package let units: [UnitCore]
}

/// What takes part in the slices of a unit that is rendered by itself, such as a music player.
package protocol UnitSliceObserver: AnyObject, Sendable {
    /// A slice is about to be rendered. On the thread that renders, which may be asked again for the
    /// same frames when another thread has the renderer's turn.
    func willRender(_ slice: UnitSlice)
    /// A slice has been rendered. On the thread that renders.
    func didRender()
}

extension UnitCore {
    package func addSliceObserver(_ observer: any UnitSliceObserver) {
        state.withLock { state in
            guard !state.sliceObservers.contains(where: { $0 === observer }) else { return }
            state.sliceObservers.append(observer)
        }
    }

    package func removeSliceObserver(_ observer: any UnitSliceObserver) {
        state.withLock { state in state.sliceObservers.removeAll { $0 === observer } }
    }
}

extension OutputUnit {
    /// The number of the first frame that the device has not taken; `nil` before the first start.
    package var heardFrame: Int64? {
        device.withLock { device in
            device.run.map { device.firstFrame + Int64($0.takenFrames) }
        }
    }
}
