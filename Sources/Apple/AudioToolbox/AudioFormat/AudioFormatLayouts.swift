import CAudioToolbox
import ChannelLayouts
import CoreAudioTypes
import Foundation

// Properties of channel layouts; see <AudioToolbox/AudioFormat.h>.

func layoutProperty(
    _ id: AudioFormatPropertyID, _ specifier: Specifier
) throws(AudioFormatError) -> PropertyValue {
    switch id {
    case kAudioFormatProperty_BitmapForLayoutTag:
        let tag: UInt32 = try specifier.load()
        let bitmap = try mapErrors { () throws(LayoutError) in
            try ChannelLayout(tag: tag).standardBitmap()
        }
        return .of(try present(bitmap))
    case kAudioFormatProperty_ChannelLayoutForTag:
        let tag: UInt32 = try specifier.load()
        guard tag != ChannelLayout.useBitmap, tag != ChannelLayout.useDescriptions else {
            throw .unknownFormat
        }
        return try described(ChannelLayout(tag: tag))
    case kAudioFormatProperty_ChannelLayoutForBitmap:
        let bitmap: UInt32 = try specifier.load()
        return try described(ChannelLayout(tag: ChannelLayout.useBitmap, bitmap: bitmap))
    case kAudioFormatProperty_TagsForNumberOfChannels:
        let count: UInt32 = try specifier.load()
        let tags = StandardLayout.all.map(\.tag).filter { $0 & 0xFFFF == count }
        guard !tags.isEmpty else { throw .unknownFormat }
        return .list(tags)
    case kAudioFormatProperty_ChannelName, kAudioFormatProperty_ChannelShortName:
        let channel: AudioChannelDescription = try specifier.load()
        let label = ChannelLabel(rawValue: channel.mChannelLabel)
        let isShort = id == kAudioFormatProperty_ChannelShortName
        guard let name = isShort ? label.shortName : label.name else { throw .unknownFormat }
        return .text(name)
    case kAudioFormatProperty_MatrixMixMap, kAudioFormatProperty_ChannelMap,
        kAudioFormatProperty_AreChannelLayoutsEquivalent:
        return try pairProperty(id, specifier)
    case kAudioFormatProperty_PanningMatrix: return try panning(specifier)
    case kAudioFormatProperty_BalanceFade: return try balance(specifier)
    case kAudioFormatProperty_NumberOfChannelsForLayout, kAudioFormatProperty_ChannelLayoutHash,
        kAudioFormatProperty_TagForChannelLayout, kAudioFormatProperty_ChannelLayoutName,
        kAudioFormatProperty_ChannelLayoutSimpleName:
        return try oneLayoutProperty(id, try layout(specifier))
    default: throw .unknownProperty
    }
}

private func oneLayoutProperty(
    _ id: AudioFormatPropertyID, _ layout: ChannelLayout
) throws(AudioFormatError) -> PropertyValue {
    try mapErrors { () throws(LayoutError) in
        switch id {
        case kAudioFormatProperty_NumberOfChannelsForLayout:
            return .of(UInt32(try layout.labels().count))
        case kAudioFormatProperty_ChannelLayoutHash:
            // FNV-1a, the same in every run.
            let hash = try layout.labels().reduce(0x811C_9DC5 as UInt32) { hash, label in
                (hash ^ label.rawValue) &* 0x0100_0193
            }
            return .of(hash)
        case kAudioFormatProperty_TagForChannelLayout:
            guard let tag = try layout.standardTag() else { throw .unknown }
            try ChannelLayout(tag: tag).validate()
            return .of(tag)
        case kAudioFormatProperty_ChannelLayoutName: return .text(try layout.name())
        default: return .text(try layout.simpleName())
        }
    }
}

private func described(_ layout: ChannelLayout) throws(AudioFormatError) -> PropertyValue {
    .bytes(try mapErrors { () throws(LayoutError) in try layout.described() }.bytesForApps)
}

private func pairProperty(
    _ id: AudioFormatPropertyID, _ specifier: Specifier
) throws(AudioFormatError) -> PropertyValue {
    let addresses: [UInt] = try specifier.list()
    guard addresses.count == 2 else { throw .wrongSpecifierSize }
    let input = try layout(at: UnsafeRawPointer(bitPattern: addresses[0]))
    let output = try layout(at: UnsafeRawPointer(bitPattern: addresses[1]))
    let (from, to) = try mapErrors { () throws(LayoutError) in
        (try input.labels(), try output.labels())
    }
    switch id {
    case kAudioFormatProperty_ChannelMap: return .list(ChannelMixing.map(from: from, to: to))
    case kAudioFormatProperty_MatrixMixMap:
        guard let mix = Downmix(from: from, to: to) else { throw .unsupportedFormat }
        return .list(mix.gainsByInput)
    default:
        let isSame = try mapErrors { () throws(LayoutError) in try input.isEquivalent(to: output) }
        return .of(UInt32(isSame ? 1 : 0))
    }
}

private func panning(_ specifier: Specifier) throws(AudioFormatError) -> PropertyValue {
    let info: AudioPanningInfo = try specifier.load()
    let isSpread: Bool
    switch info.mPanningMode {
    case .panningMode_SoundField: isSpread = true
    case .panningMode_VectorBasedPanning: isSpread = false
    default: throw .unsupportedFormat
    }
    let output = try layout(at: UnsafeRawPointer(info.mOutputChannelMap))
    let labels = try mapErrors { () throws(LayoutError) in try output.labels() }
    let flags = AudioChannelFlags(rawValue: info.mCoordinateFlags)
    let (first, second) = (Double(info.mCoordinates.0), Double(info.mCoordinates.1))
    // Rectangular coordinates: right, then front.
    let isRectangular = flags.contains(.rectangularCoordinates)
    let azimuth = isRectangular ? atan2(first, second) * 180 / .pi : first
    return .list(
        ChannelMixing.panning(labels, azimuth: azimuth, isSpread: isSpread, gain: info.mGainScale))
}

private func balance(_ specifier: Specifier) throws(AudioFormatError) -> PropertyValue {
    let asked: AudioBalanceFade = try specifier.load()
    let output = try layout(at: UnsafeRawPointer(asked.mChannelLayout))
    let labels = try mapErrors { () throws(LayoutError) in try output.labels() }
    return .list(
        ChannelMixing.balance(
            labels, balance: asked.mLeftRightBalance, fade: asked.mBackFrontFade,
            isEqualPower: asked.mType == .equalPower))
}

func validateLayout(_ specifier: Specifier) throws(AudioFormatError) {
    let layout: ChannelLayout
    do throws(AudioFormatError) {
        layout = try AudioToolbox.layout(specifier)
    } catch {
        // A layout that is shorter than its count is malformed.
        if case .wrongSpecifierSize = error { throw .malformedLayout }
        throw error
    }
    try mapErrors { () throws(LayoutError) in try layout.validate() }
}

// MARK: Layouts from memory

private func layout(_ specifier: Specifier) throws(AudioFormatError) -> ChannelLayout {
    guard specifier.byteCount >= LayoutBytes.head else {
        throw specifier.start == nil ? .missingArgument : .wrongSpecifierSize
    }
    return try layout(at: specifier.start, byteCount: specifier.byteCount)
}

/// - Parameter byteCount: `nil` when only the layout says how long it is.
private func layout(
    at start: UnsafeRawPointer?, byteCount: Int? = nil
) throws(AudioFormatError) -> ChannelLayout {
    guard let start else { throw .missingArgument }
    func number(_ offset: Int) -> UInt32 {
        start.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
    }
    var layout = ChannelLayout(tag: number(0), bitmap: number(4))
    // Other layouts do not use their channel descriptions.
    guard layout.tag == ChannelLayout.useDescriptions else { return layout }
    let count = Int(number(8))
    guard count <= ChannelLayout.channelsMax else { throw .malformedLayout }
    if let byteCount, byteCount < LayoutBytes.head + count * LayoutBytes.channel {
        throw .wrongSpecifierSize
    }
    layout.descriptions = (0..<count).map {
        ChannelLayout.Channel(at: start + LayoutBytes.head + $0 * LayoutBytes.channel)
    }
    return layout
}

private func mapErrors<Answer>(
    _ body: () throws(LayoutError) -> Answer
) throws(AudioFormatError) -> Answer {
    do throws(LayoutError) { return try body() } catch { throw AudioFormatError(error) }
}

private func present<Value>(_ value: Value?) throws(AudioFormatError) -> Value {
    guard let value else { throw .unknownFormat }
    return value
}
