import AudioConversion
import AudioModel

// The app's processing tap between the captured audio and the encoder.

extension InputCoder {
    /// Most frames that a tap gets at a time.
    static let tapFramesMax = 2048

    /// Inserts or removes a tap; the conversion starts over.
    func setTap(_ tap: ProcessingTap?) throws(AudioQueueError) {
        if tap != nil {
            let frames = StreamFormat(
                sampleRate: format.sampleRate, id: .linearPCM, flags: [.float, .packed],
                bytesPerPacket: 4 * format.channelCount, framesPerPacket: 1,
                bytesPerFrame: 4 * format.channelCount, channelCount: format.channelCount,
                bitsPerChannel: 32)
            use(
                tap, stage: try Self.converter(from: input, to: frames, channelMapping),
                coder: try Self.converter(from: frames, to: format, .firstChannels))
        } else {
            use(nil, stage: nil, coder: try Self.converter(from: input, to: format, channelMapping))
        }
    }

    /// Converts captured audio to the tap's format and runs the tap.
    ///
    /// - Parameter samples: Interleaved frames of the microphone; `nil` drains the converter at the
    ///   end.
    func tapped(_ samples: [Float]?) -> [Float] {
        guard let tap, let tapStage else { return samples ?? [] }
        let frames = converted(samples, by: tapStage)
        let channelCount = tap.channelCount
        let frameCount = frames.count / channelCount
        var result: [Float] = []
        var position = 0
        while position < frameCount {
            let pieceCount = min(frameCount - position, Self.tapFramesMax)
            var piece = [Float](repeating: 0, count: pieceCount * channelCount)
            var taken = 0
            let made = piece.withUnsafeMutableBufferPointer { piece in
                guard let start = piece.baseAddress else { return 0 }
                return tap.process(
                    start, pieceCount, channelCount: channelCount, at: tapTime + position
                ) { room, wanted in
                    let first = (position + taken) * channelCount
                    let given = min(wanted, pieceCount - taken)
                    for index in 0..<given * channelCount { room[index] = frames[first + index] }
                    taken += given
                    return (given, samples == nil && position + taken == frameCount)
                }
            }
            result += piece.prefix(made * channelCount)
            position += pieceCount
        }
        return result
    }

    private func converted(_ samples: [Float]?, by stage: FormatConverter) -> [Float] {
        var result: [Float] = []
        let frameBytes = Int(stage.outputFormat.bytesPerFrame)
        let room = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.tapFramesMax * frameBytes, alignment: 16)
        defer { room.deallocate() }
        let inputBytesPerFrame = Int(stage.inputFormat.bytesPerFrame)
        (samples ?? []).withUnsafeBytes { bytes in
            var isTaken = samples == nil
            while true {
                let output = stage.convert(
                    into: ConversionOutput(buffers: [room]), packetCount: Self.tapFramesMax
                ) { _ in
                    guard !isTaken, !bytes.isEmpty else {
                        return samples == nil ? .end : .failed(status: Self.nothingNow)
                    }
                    isTaken = true
                    return .packets(
                        PacketBatch(
                            packetCount: bytes.count / inputBytesPerFrame, buffers: [bytes]))
                }
                result += UnsafeRawBufferPointer(rebasing: room[..<output.byteCount])
                    .bindMemory(to: Float.self)
                guard output.halt == nil else { break }
            }
        }
        return result
    }
}

extension InputQueue: TappedQueue {
    /// Puts a tap before the encoder.
    ///
    /// - Throws: `invalidRunState` unless stopped, `tooManyTaps` when there is one.
    public func addTap(
        isAfterEffects: Bool, isSiphon: Bool, _ process: @escaping ProcessingTap.Process
    ) throws(AudioQueueError) -> ProcessingTap {
        try calling { () throws(AudioQueueError) in
            guard machine.isStopped else { throw .invalidRunState }
            guard coder.tap == nil else { throw .tooManyTaps }
            let tap = ProcessingTap(
                isAfterEffects: isAfterEffects, isSiphon: isSiphon,
                channelCount: Int(format.channelCount), sampleRate: format.sampleRate, lock, process
            )
            try coder.setTap(tap)
            return tap
        }
    }

    /// Most frames that a tap is called for.
    public var tapFramesMax: Int { InputCoder.tapFramesMax }

    /// Removes a tap.
    ///
    /// - Throws: `invalidRunState` unless stopped.
    public func removeTap(_ tap: ProcessingTap) throws(AudioQueueError) {
        try calling { () throws(AudioQueueError) in
            guard machine.isStopped else { throw .invalidRunState }
            if coder.tap === tap { try coder.setTap(nil) }
        }
    }
}
