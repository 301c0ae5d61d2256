import AudioConversion
import AudioModel
import CAudioToolbox
import CoreAudioTypes
import Glibc
import Synchronization

/// A converter as the app sees it: its settings and the conversion made from them.
///
/// One call at a time; a second one is refused. Within the input callback, the calling thread may
/// read properties.
///
/// Ownership: the thread that `caller` names owns the mutable state during a call.
final class OpenConverter: @unchecked Sendable {
    /// The settings of an app.
    struct Settings {
        var options = ConversionOptions()
        var complexity = kAudioConverterSampleRateConverterComplexity_Normal
        var quality = kAudioConverterQuality_Medium
        var codecQuality = kAudioConverterQuality_Medium
        var bitDepthHint: Int32 = 0
        var performsDownMix = false
        var channelMap: [Int32]?
        var mixMap: [Float]?
    }

    private let input: StreamFormat
    private let output: StreamFormat
    private(set) var settings = Settings()
    private(set) var converter: FormatConverter
    /// For calls that convert whole buffers, which are not part of the stream.
    private var direct: FormatConverter?

    /// The thread within a call; zero without one.
    private let caller = Atomic<UInt>(0)
    private let isDisposed = Atomic<Bool>(false)

    init(from input: StreamFormat, to output: StreamFormat) throws(AudioConverterError) {
        self.input = input
        self.output = output
        settings.options.channelMapping = .byIndex
        converter = try Self.made(input, output, settings)
    }

    private static func made(
        _ input: StreamFormat, _ output: StreamFormat, _ settings: Settings
    ) throws(AudioConverterError) -> FormatConverter {
        let options = settings.completeOptions
        return try converting { () throws(ConversionError) in
            try FormatConverter(from: input, to: output, options: options)
        }
    }

    /// Changes settings; on an error the old ones stay.
    func change(
        _ change: (inout Settings) throws(AudioConverterError) -> Void
    ) throws(AudioConverterError) {
        var changed = settings
        try change(&changed)
        let before = settings.completeOptions
        if changed.completeOptions != before {
            converter = try Self.made(input, output, changed)
            direct = nil
        }
        settings = changed
    }

    func directConverter() throws(AudioConverterError) -> FormatConverter {
        if let direct { return direct }
        let made = try Self.made(input, output, settings)
        direct = made
        return made
    }

    // MARK: One call at a time

    private static var thisThread: UInt { UInt(pthread_self()) }

    /// Runs a call.
    ///
    /// - Throws: `notSupported` while another call runs, on any thread.
    func alone<Value>(
        _ body: () throws(AudioConverterError) -> Value
    ) throws(AudioConverterError) -> Value {
        let thread = Self.thisThread
        guard
            caller.compareExchange(expected: 0, desired: thread, ordering: .acquiring).exchanged
        else { throw .notSupported }
        defer { caller.store(0, ordering: .releasing) }
        return try body()
    }

    /// Runs a call that is also allowed within a call of the same thread.
    func reading<Value>(
        _ body: () throws(AudioConverterError) -> Value
    ) throws(AudioConverterError) -> Value {
        if caller.load(ordering: .relaxed) == Self.thisThread { return try body() }
        return try alone(body)
    }

    /// Marks the converter as disposed of; the app's input data may be gone after this.
    func dispose() {
        isDisposed.store(true, ordering: .relaxed)
    }

    var wasDisposedOf: Bool { isDisposed.load(ordering: .relaxed) }
}

extension OpenConverter.Settings {
    /// The options that follow from all settings.
    var completeOptions: ConversionOptions {
        var options = options
        options.quality = rateConversionQuality
        if let channelMap {
            options.channelMapping = .map(channelMap.map { Int($0) })
        } else if let mixMap, performsDownMix {
            options.channelMapping = .matrix(mixMap)
        } else if performsDownMix {
            options.channelMapping = .mixed
        }
        return options
    }

    private var rateConversionQuality: RateConversionQuality {
        let level: RateConversionQuality.Level
        switch quality {
        case ..<kAudioConverterQuality_Low: level = .minimum
        case ..<kAudioConverterQuality_Medium: level = .low
        case ..<kAudioConverterQuality_High: level = .medium
        case ..<kAudioConverterQuality_Max: level = .high
        default: level = .maximum
        }
        switch complexity {
        case kAudioConverterSampleRateConverterComplexity_Linear:
            return RateConversionQuality(level, kind: .linear)
        case kAudioConverterSampleRateConverterComplexity_Mastering,
            kAudioConverterSampleRateConverterComplexity_MinimumPhase:
            return RateConversionQuality(level, kind: .mastering)
        default:
            return RateConversionQuality(level)
        }
    }
}

/// The program's converters.
let openConverters = HandleTable<OpenConverter>()

func openConverter(
    _ reference: AudioConverterRef?
) throws(AudioConverterError) -> OpenConverter {
    guard let converter = openConverters[reference] else { throw .noConverter }
    return converter
}

func disposeOfConverter(_ reference: AudioConverterRef?) throws(AudioConverterError) {
    guard let converter = openConverters.remove(reference) else { throw .noConverter }
    converter.dispose()
}
