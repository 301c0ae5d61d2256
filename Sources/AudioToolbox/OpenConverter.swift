import AudioConversion
import AudioFormats
import AudioModel
import CAudioToolbox
import CoreAudioTypes
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A converter as an app has it: what it was told, and the conversion made from that.
///
/// One call at a time; another one is turned away. Inside the function that hands in data, the
/// thread of the call may ask for properties.
final class OpenConverter: @unchecked Sendable {
    /// What an app can set.
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
    /// For calls that convert all at once: they are no part of the stream.
    private var direct: FormatConverter?

    /// The thread inside a call; zero when there is none.
    private let caller = Atomic<UInt>(0)
    private let isDisposed = Atomic<Bool>(false)

    init(from input: StreamFormat, to output: StreamFormat) throws(AudioConverterError) {
        self.input = input
        self.output = output
        settings.options.channelMapping = .firstChannels
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

    /// - Throws: What stands against the new settings; then the old ones stay.
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

    /// - Throws: `notSupported` while another call is under way, on whatever thread.
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

    /// The same, but also inside a call of the same thread.
    func reading<Value>(
        _ body: () throws(AudioConverterError) -> Value
    ) throws(AudioConverterError) -> Value {
        if caller.load(ordering: .relaxed) == Self.thisThread { return try body() }
        return try alone(body)
    }

    /// What the app handed in may be gone after this.
    func dispose() {
        isDisposed.store(true, ordering: .relaxed)
    }

    var wasDisposedOf: Bool { isDisposed.load(ordering: .relaxed) }
}

extension OpenConverter.Settings {
    /// With what follows from several settings.
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

/// Every converter of the program, each by a number that is never used again.
enum OpenConverters {
    private struct State {
        var converters: [UInt: OpenConverter] = [:]
        var lastNumber: UInt = 0
    }

    private static let state = Mutex(State())

    static func add(_ converter: OpenConverter) -> AudioConverterRef? {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.converters[state.lastNumber] = converter
            return state.lastNumber
        }
        // Never dereferenced: it is a number in the shape of a pointer.
        return AudioConverterRef(bitPattern: number)
    }

    static func converter(
        _ reference: AudioConverterRef?
    ) throws(AudioConverterError) -> OpenConverter {
        let number = UInt(bitPattern: reference)
        guard let converter = state.withLock({ $0.converters[number] }) else {
            throw .noConverter
        }
        return converter
    }

    static func remove(_ reference: AudioConverterRef?) throws(AudioConverterError) {
        let number = UInt(bitPattern: reference)
        guard let converter = state.withLock({ $0.converters.removeValue(forKey: number) }) else {
            throw .noConverter
        }
        converter.dispose()
    }
}
