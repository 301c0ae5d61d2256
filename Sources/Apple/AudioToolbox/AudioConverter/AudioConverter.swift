import AudioConversion
import AudioModel
public import CAudioToolbox
public import CoreAudioTypes

// Audio Converter Services; <AudioToolbox/AudioConverter.h> declares and documents them.

@c @implementation
public func AudioConverterNew(
    _ inSourceFormat: UnsafePointer<AudioStreamBasicDescription>!,
    _ inDestinationFormat: UnsafePointer<AudioStreamBasicDescription>!,
    _ outAudioConverter: UnsafeMutablePointer<AudioConverterRef?>!
) -> OSStatus {
    status { () throws(AudioConverterError) in
        guard let inSourceFormat, let inDestinationFormat, let outAudioConverter else {
            throw .missingArgument
        }
        outAudioConverter.pointee = openConverters.add(
            try OpenConverter(
                from: StreamFormat(inSourceFormat.pointee),
                to: StreamFormat(inDestinationFormat.pointee)))
    }
}

@c @implementation
public func AudioConverterNewSpecific(
    _ inSourceFormat: UnsafePointer<AudioStreamBasicDescription>!,
    _ inDestinationFormat: UnsafePointer<AudioStreamBasicDescription>!,
    _ inNumberClassDescriptions: UInt32,
    _ inClassDescriptions: UnsafePointer<AudioClassDescription>!,
    _ outAudioConverter: UnsafeMutablePointer<AudioConverterRef?>!
) -> OSStatus {
    guard inNumberClassDescriptions == 0 || inClassDescriptions != nil else {
        return kAudio_ParamError
    }
    let classes = UnsafeBufferPointer(
        start: inClassDescriptions, count: Int(inNumberClassDescriptions))
    // There are no hardware codecs.
    let isHardware = { (wanted: AudioClassDescription) in
        wanted.mManufacturer == kAppleHardwareAudioCodecManufacturer
    }
    guard classes.isEmpty || !classes.allSatisfy(isHardware) else {
        return kAudioConverterErr_FormatNotSupported
    }
    return AudioConverterNew(inSourceFormat, inDestinationFormat, outAudioConverter)
}

@c @implementation
public func AudioConverterDispose(_ inAudioConverter: AudioConverterRef!) -> OSStatus {
    status { () throws(AudioConverterError) in
        try disposeOfConverter(inAudioConverter)
    }
}

@c @implementation
public func AudioConverterReset(_ inAudioConverter: AudioConverterRef!) -> OSStatus {
    status { () throws(AudioConverterError) in
        let open = try openConverter(inAudioConverter)
        try open.alone { open.converter.reset() }
    }
}

// MARK: Converting whole buffers

@c @implementation
public func AudioConverterConvertBuffer(
    _ inAudioConverter: AudioConverterRef!, _ inInputDataSize: UInt32,
    _ inInputData: UnsafeRawPointer!, _ ioOutputDataSize: UnsafeMutablePointer<UInt32>!,
    _ outOutputData: UnsafeMutableRawPointer!
) -> OSStatus {
    status { () throws(AudioConverterError) in
        let open = try openConverter(inAudioConverter)
        guard let inInputData, let ioOutputDataSize, let outOutputData else {
            throw .missingArgument
        }
        let input = open.converter.inputFormat
        let output = open.converter.outputFormat
        guard input.planeCount == 1, output.planeCount == 1, open.converter.isFrameByFrame else {
            throw .notSupported
        }
        let (frameCount, rest) = Int(inInputDataSize).quotientAndRemainder(
            dividingBy: Int(input.bytesPerFrame))
        guard rest == 0 else { throw .conversion(.inputSize) }
        guard frameCount * Int(output.bytesPerFrame) <= Int(ioOutputDataSize.pointee) else {
            throw .conversion(.outputSize)
        }
        let converted = try convertFrames(
            frameCount, open,
            from: [UnsafeRawBufferPointer(start: inInputData, count: Int(inInputDataSize))],
            into: [
                UnsafeMutableRawBufferPointer(
                    start: outOutputData, count: Int(ioOutputDataSize.pointee))
            ])
        ioOutputDataSize.pointee = UInt32(clamping: converted)
    }
}

@c @implementation
public func AudioConverterConvertComplexBuffer(
    _ inAudioConverter: AudioConverterRef!, _ inNumberPCMFrames: UInt32,
    _ inInputData: UnsafePointer<AudioBufferList>!,
    _ outOutputData: UnsafeMutablePointer<AudioBufferList>!
) -> OSStatus {
    status { () throws(AudioConverterError) in
        let open = try openConverter(inAudioConverter)
        guard let inInputData, let outOutputData else { throw .missingArgument }
        guard open.converter.isFrameByFrame else { throw .notSupported }
        let input = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: inInputData))
        let output = UnsafeMutableAudioBufferListPointer(outOutputData)
        let sources = try buffers(of: input, open.converter.inputFormat, or: .inputSize)
        let targets = try buffers(of: output, open.converter.outputFormat, or: .outputSize)
        let frameCount = Int(inNumberPCMFrames)
        let inputSize = frameCount * Int(open.converter.inputFormat.bytesPerFrame)
        let outputSize = frameCount * Int(open.converter.outputFormat.bytesPerFrame)
        guard sources.allSatisfy({ $0.count >= inputSize }) else { throw .conversion(.inputSize) }
        guard targets.allSatisfy({ $0.count >= outputSize }) else {
            throw .conversion(.outputSize)
        }
        let converted = try convertFrames(
            frameCount, open, from: sources.map { UnsafeRawBufferPointer($0) }, into: targets)
        setByteCounts(of: output, to: converted)
    }
}

/// - Returns: Bytes written to each buffer.
private func convertFrames(
    _ frameCount: Int, _ open: OpenConverter, from sources: [UnsafeRawBufferPointer],
    into targets: [UnsafeMutableRawBufferPointer]
) throws(AudioConverterError) -> Int {
    let result = try open.alone { () throws(AudioConverterError) in
        try open.directConverter().convert(
            into: ConversionOutput(buffers: targets), packetCount: frameCount
        ) { _ in .packets(PacketBatch(packetCount: frameCount, buffers: sources)) }
    }
    if case .failed(let error) = result.halt { throw .conversion(error) }
    return result.byteCount
}
