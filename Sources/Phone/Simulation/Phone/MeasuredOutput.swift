import AudioModel
import Glibc

/// A stretch of the phone's or an app's output, measured from its samples.
///
/// Its description says why it sounds so: a failed `#expect(phone.heard(from: app).isSilent)` shows
/// what kept the app from being silent, or from being heard.
public struct MeasuredOutput: Sendable, CustomStringConvertible {
    /// The app's name, or the phone's for the sum of all apps.
    public let name: String
    /// The stretch in the phone's time.
    public let interval: Range<Duration>
    /// Interleaved stereo samples, left first; full scale is ±1.
    public let samples: [Float]
    /// The explanation of the sound at the end of the stretch.
    public let explanation: String
    /// Contradictions between the samples and the explanation.
    public let findings: [SimulatedPhone.Finding]

    /// Frames per second.
    public static let sampleRate = Double(OutputFrames.rate)

    init(
        of name: String, during interval: Range<Duration>, samples: [Float], explanation: String,
        findings: [SimulatedPhone.Finding]
    ) {
        self.name = name
        self.interval = interval
        self.samples = samples
        self.explanation = explanation
        self.findings = findings
    }

    /// The largest absolute sample.
    public var peak: Double { Double(samples.lazy.map(abs).max() ?? 0) }

    /// The root mean square of the samples in dBFS, on a scale where a full-scale sine has −3; −∞
    /// for digital silence.
    public var level: Double {
        guard !samples.isEmpty else { return -.infinity }
        var sum = 0.0
        for sample in samples { sum += Double(sample) * Double(sample) }
        return decibels(ofAmplitude: (sum / Double(samples.count)).squareRoot())
    }

    /// Whether every sample is below −80 dBFS.
    public var isSilent: Bool { peak < Double(Level.silence) }

    /// The strongest frequency in hertz, of both channels together, in the first 170 ms; `nil` for
    /// silence and for stretches shorter than 22 ms.
    public var frequency: Double? {
        let mono: [Float] = (0..<min(samples.count / 2, Spectrum.windowSamples)).map { frame in
            (samples[2 * frame] + samples[2 * frame + 1]) / 2
        }
        return Spectrum.strongestLine(of: mono, sampleRate: Self.sampleRate)
    }

    /// Whether a frequency in hertz has at least a tenth of the total power.
    public func contains(hertz: Double) -> Bool {
        guard !isSilent, hertz.isFinite else { return false }
        var (real, imaginary, power) = (0.0, 0.0, 0.0)
        let frameCount = samples.count / 2
        for frame in 0..<frameCount {
            let value = Double(samples[2 * frame] + samples[2 * frame + 1]) / 2
            let phase = 2 * Double.pi * hertz * Double(frame) / Self.sampleRate
            real += value * cos(phase)
            imaginary += value * sin(phase)
            power += value * value
        }
        guard power > 0 else { return false }
        // A pure sine has a share of 1.
        let share = 2 * (real * real + imaginary * imaginary) / (Double(frameCount) * power)
        return share >= 0.1
    }

    public var description: String {
        let span = "\(seconds(interval.lowerBound))–\(seconds(interval.upperBound)) s"
        var lines = ["\(name), \(span): \(measured)"]
        if !explanation.isEmpty { lines.append(explanation) }
        lines += findings.map { "but \($0)" }
        return lines.joined(separator: "\n")
    }

    private var measured: String {
        guard !isSilent else { return "silence" }
        let tone = frequency.map { ", mostly \(Numeral.short($0, places: 1)) Hz" } ?? ""
        let words = [("level", level), ("peak", decibels(ofAmplitude: peak))].map {
            "\($0) \(Numeral.fixed($1, places: 1)) dBFS"
        }
        return words.joined(separator: ", ") + tone
    }

    private func seconds(_ time: Duration) -> String {
        Numeral.short((.zero + HostInterval(time)).seconds, places: 3)
    }
}

extension MeasuredOutput: CustomDebugStringConvertible {
    /// The description, which test frameworks print.
    public var debugDescription: String { description }
}
