import Realtime
import Synchronization

/// Settings of an effect, and what its processing needs of them.
protocol EffectSettings: Sendable, Equatable {
    /// The numbers that the processing thread reads, computed on the control side.
    associatedtype Coefficients: BitwiseCopyable & Sendable

    func coefficients(sampleRate: Double) -> Coefficients
}

/// Settings that any thread changes, and their coefficients for one processing thread.
///
/// Trigonometry and exponentials are computed where a setting changes, so that processing only
/// multiplies and adds.
///
/// Ownership: the mutex guards the settings and the writer; the processing thread owns `reader`.
final class SharedSettings<Settings: EffectSettings>: @unchecked Sendable {
    private struct Control: ~Copyable {
        var settings: Settings
        var sampleRate = SharedSettings.initialSampleRate
        var writer: LatestValueWriter<Settings.Coefficients>

        mutating func publish() {
            writer.publish(settings.coefficients(sampleRate: sampleRate))
        }
    }

    /// The sample rate until the effect is prepared.
    private static var initialSampleRate: Double { 44100 }

    private let control: Mutex<Control>
    let reader: UnsafeMutablePointer<LatestValueReader<Settings.Coefficients>>

    init(_ settings: Settings) {
        let latest = LatestValue(settings.coefficients(sampleRate: Self.initialSampleRate))
        reader = .allocate(capacity: 1)
        reader.initialize(to: latest.reader)
        control = Mutex(Control(settings: settings, writer: latest.writer))
    }

    deinit {
        reader.deinitialize(count: 1)
        reader.deallocate()
    }

    /// The present settings. Any thread.
    var value: Settings { control.withLock { $0.settings } }

    /// The sample rate that the coefficients are for. Any thread.
    var sampleRate: Double { control.withLock { $0.sampleRate } }

    /// Changes the settings and publishes their coefficients. Any thread but the processing one.
    func change(_ change: (inout Settings) -> Void) {
        control.withLock { control in
            var settings = control.settings
            change(&settings)
            guard settings != control.settings else { return }
            control.settings = settings
            control.publish()
        }
    }

    /// Publishes the coefficients for a sample rate. Any thread but the processing one.
    func prepare(sampleRate: Double) {
        control.withLock { control in
            control.sampleRate = sampleRate.asSampleRate
            control.publish()
        }
    }
}

extension Float {
    /// Returns the value within a range, or `former` for NaN.
    func clamped(to range: ClosedRange<Float>, or former: Float) -> Float {
        isNaN ? former : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}

extension Double {
    /// The number as a sample rate that memory can be allocated for: 1…768,000.
    var asSampleRate: Double { isFinite ? Swift.min(Swift.max(self, 1), 768_000) : 44100 }
}
