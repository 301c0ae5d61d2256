import AudioCodecs
import AudioConversion
import AudioModel
import CAudioToolbox
import CoreAudioTypes

/// `AudioConverterComplexInputDataProc` with the type that C and Swift share.
typealias InputDataProc =
    @Sendable @convention(c) (
        AudioConverterRef, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<AudioBufferList>,
        UnsafeMutablePointer<UnsafeMutablePointer<AudioStreamPacketDescription>?>?,
        UnsafeMutableRawPointer?
    ) -> OSStatus

/// Implements `AudioConverterFillComplexBuffer` for Swift and C.
func fillComplexBuffer(
    _ inAudioConverter: AudioConverterRef?, _ inInputDataProc: InputDataProc?,
    _ userData: UnsafeMutableRawPointer?, _ ioOutputDataPacketSize: UnsafeMutablePointer<UInt32>?,
    _ outOutputData: UnsafeMutablePointer<AudioBufferList>?,
    _ outPacketDescription: UnsafeMutablePointer<AudioStreamPacketDescription>?
) -> OSStatus {
    status { () throws(AudioConverterError) in
        let open = try openConverter(inAudioConverter)
        guard let inAudioConverter, let inInputDataProc, let ioOutputDataPacketSize,
            let outOutputData
        else { throw .missingArgument }
        let list = UnsafeMutableAudioBufferListPointer(outOutputData)
        let output = open.converter.outputFormat
        let targets = try buffers(of: list, output, or: .outputSize)
        let wanted = Int(ioOutputDataPacketSize.pointee)
        // The two structures have the same layout.
        let descriptions = outPacketDescription.map {
            UnsafeMutableBufferPointer(
                start: UnsafeMutableRawPointer($0).assumingMemoryBound(to: PacketDescription.self),
                count: wanted)
        }
        let input = InputCall(
            inAudioConverter, open.converter.inputFormat, inInputDataProc, userData)
        let result = try open.alone {
            open.converter.convert(
                into: ConversionOutput(buffers: targets, descriptions: descriptions),
                packetCount: wanted
            ) { open.wasDisposedOf ? .end : input.pull($0, unless: { open.wasDisposedOf }) }
        }
        if open.wasDisposedOf { throw .disposedOf }
        if result.packetCount == 0, case .failed(let error) = result.halt {
            throw .conversion(error)
        }
        ioOutputDataPacketSize.pointee = UInt32(clamping: result.packetCount)
        setByteCounts(of: list, to: result.byteCount)
        switch result.halt {
        case nil, .ended: return
        case .inputFailed(let status): throw .appFailed(status: status)
        case .failed(let error): throw .conversion(error)
        }
    }
}

/// The calls of the app's input callback during one conversion.
private struct InputCall {
    private static let statusOfDisposed: OSStatus = kAudioConverterErr_UnspecifiedError

    private let reference: AudioConverterRef
    private let format: StreamFormat
    private let proc: InputDataProc
    private let userData: UnsafeMutableRawPointer?

    init(
        _ reference: AudioConverterRef, _ format: StreamFormat, _ proc: InputDataProc,
        _ userData: UnsafeMutableRawPointer?
    ) {
        self.reference = reference
        self.format = format
        self.proc = proc
        self.userData = userData
    }

    func pull(_ packetCount: Int, unless isDisposed: () -> Bool) -> ConversionInput {
        let bufferCount = format.planeCount
        return withUnsafeTemporaryAllocation(
            byteCount: AudioBufferList.sizeInBytes(maximumBuffers: bufferCount),
            alignment: MemoryLayout<AudioBufferList>.alignment
        ) { memory in
            guard let start = memory.baseAddress else { return .end }
            let list = UnsafeMutableAudioBufferListPointer(
                start.bindMemory(to: AudioBufferList.self, capacity: 1))
            list.count = bufferCount
            for index in 0..<bufferCount {
                list[index] = AudioBuffer(
                    mNumberChannels: format.channelCount / UInt32(bufferCount), mDataByteSize: 0,
                    mData: nil)
            }
            var count = UInt32(clamping: packetCount)
            var descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
            let status =
                format.isVariableBitRate
                ? proc(reference, &count, list.unsafeMutablePointer, &descriptions, userData)
                : proc(reference, &count, list.unsafeMutablePointer, nil, userData)
            if isDisposed() { return .failed(status: Self.statusOfDisposed) }
            guard status == noErr else { return .failed(status: status) }
            guard count > 0 else { return .end }
            return .packets(batch(list, Int(count), descriptions))
        }
    }

    private func batch(
        _ list: UnsafeMutableAudioBufferListPointer, _ count: Int,
        _ descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?
    ) -> PacketBatch {
        // The list has room for no more buffers than it was made with, whatever the app has
        // written.
        let buffers = list.prefix(format.planeCount).map { buffer in
            UnsafeRawBufferPointer(
                start: buffer.mData, count: buffer.mData == nil ? 0 : Int(buffer.mDataByteSize))
        }
        return PacketBatch(
            packetCount: count, buffers: buffers,
            descriptions: descriptions.map {
                UnsafeBufferPointer(
                    start: UnsafeRawPointer($0).assumingMemoryBound(to: PacketDescription.self),
                    count: count)
            })
    }
}
