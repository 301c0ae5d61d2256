package import AudioEffects
package import AudioGraph
import AudioModel
package import Foundation
package import MIDISynthesis
import Synchronization

/// An instrument as a source of a graph.
///
/// Ownership: an atomic and a mutex; the instrument synchronises itself.
package final class InstrumentSource: GraphSource {
    package let instrument = Instrument()
    private let channelCount = Atomic(0)
    private let stored = Mutex(InstrumentValues())

    package init() {}

    /// What its apps have set, in C or in a class.
    package var values: InstrumentValues { stored.withLock { $0 } }

    /// Changes what apps have set.
    package func change(_ change: (inout InstrumentValues) -> Void) {
        let (former, values) = stored.withLock { values in
            let former = values
            change(&values)
            return (former, values)
        }
        let isSilent = values.gain <= InstrumentValues.silentGain
        instrument.setGain(isSilent ? 0 : pow(10, values.gain / 20))
        instrument.setPan(values.pan)
        // A block that is rendered meanwhile is silent, which a moved gain or pan is not to cause.
        if values.tuning != former.tuning { instrument.setTuning(cents: Double(values.tuning)) }
    }

    package func prepare(sampleRate: Double, channelCount: Int, maximumFrameCount: Int) {
        self.channelCount.store(channelCount, ordering: .relaxed)
        instrument.prepare(sampleRate: sampleRate, maximumFrameCount: maximumFrameCount)
    }

    package func render(_ output: PlanarSamples, frameCount: Int, at time: RenderTime) -> Bool {
        instrument.render(
            output, channelCount: channelCount.load(ordering: .relaxed), frameCount: frameCount,
            sampleTime: time.sampleTime, hostTime: time.hostTime?.nanoseconds)
    }

    package func reset() { instrument.silence() }
}

/// The parameters of an instrument.
package struct InstrumentValues: Sendable {
    /// In decibels.
    package var gain: Float = 0
    /// The tuning: semitones, and cents beside them.
    package var coarse: Float = 0
    package var fine: Float = 0
    /// −1 left … 1 right.
    package var pan: Float = 0 {
        didSet { exactPan = nil }
    }
    /// The pan in percent as it was set.
    private var exactPan: Float?
    /// The sound bank of which all programs play.
    package var bank: URL?
    /// What was loaded last.
    var content: InstrumentContent?

    /// The gain that is silence, in decibels.
    package static let silentGain: Float = -90

    package init() {}

    /// The pan in percent.
    package var stereoPan: Float {
        get { exactPan ?? pan * 100 }
        set {
            pan = newValue / 100
            exactPan = newValue
        }
    }

    /// The tuning in cents.
    package var tuning: Float {
        get { coarse * 100 + fine }
        set {
            coarse = (newValue / 100).rounded(.towardZero)
            fine = newValue - coarse * 100
        }
    }
}
