import AVFoundation

/// Formats, buffers, files and converters as apps write them.
func tryFormatsAndFiles(_ tone: URL) {
    do {
        try tryFormats()
        try tryBuffersOfFormats()
        try tryFiles(tone)
        try tryConverter(tone)
    } catch {
        expect(false, "formats and files: \(error)")
    }
    tryTimes()
}

private struct Missing: Error {}

private func tryFormats() throws {
    guard
        let standard = AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2),
        let integers = AVAudioFormat(
            commonFormat: .pcmFormatInt16, sampleRate: 16_000, channels: 1, interleaved: true)
    else { throw Missing() }
    var description = standard.streamDescription.pointee
    let same: AVAudioFormat? = AVAudioFormat(streamDescription: &description)
    expect(same == standard && same?.isEqual(standard) == true, "formats are not equal")
    let (rate, channels): (Double, AVAudioChannelCount) = (
        standard.sampleRate, standard.channelCount
    )
    expect(rate == 44_100 && channels == 2 && standard.isStandard, "the standard format is not")
    expect(!standard.isInterleaved && integers.commonFormat == .pcmFormatInt16, "wrong format")
    if let layout = AVAudioChannelLayout(layoutTag: kAudioChannelLayoutTag_Quadraphonic) {
        let quad = AVAudioFormat(standardFormatWithSampleRate: rate, channelLayout: layout)
        expect(quad.channelLayout?.layoutTag == layout.layoutTag, "the layout is lost")
    }
    let settings: [String: Any] = [
        AVFormatIDKey: Int(kAudioFormatLinearPCM), AVSampleRateKey: 44_100.0,
        AVNumberOfChannelsKey: 1 as NSNumber, AVLinearPCMBitDepthKey: 16,
        AVLinearPCMIsFloatKey: false, AVLinearPCMIsBigEndianKey: false,
        AVLinearPCMIsNonInterleaved: false,
        AVEncoderAudioQualityKey: AVAudioQuality.high.rawValue, AVEncoderBitRateKey: 128_000,
        AVEncoderBitRateStrategyKey: AVAudioBitRateStrategy_Constant,
    ]
    expect(
        AVAudioFormat(settings: settings)?.settings[AVSampleRateKey] as? Double == 44_100,
        "settings")
    let inSpace = AVAudio3DVectorOrientation(
        forward: AVAudio3DVector(x: 0, y: 0, z: -1), up: AVAudioMake3DVector(0, 1, 0))
    let turned = AVAudio3DAngularOrientation(yaw: 90, pitch: 0, roll: 0)
    let place: AVAudio3DPoint = AVAudioMake3DPoint(1, 2, 3)
    expect(inSpace.up.y == 1 && turned.yaw == 90 && place.z == 3, "space")
    // Objects that one may share between tasks.
    let share: @Sendable () -> AVAudioFormat = { standard }
    expect(share() === standard, "sharing")
}

private func tryBuffersOfFormats() throws {
    guard let format = AVAudioFormat(standardFormatWithSampleRate: 48_000, channels: 2),
        let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: AVAudioFrameCount(480))
    else { throw Missing() }
    buffer.frameLength = buffer.frameCapacity
    for channel in 0..<Int(buffer.format.channelCount) {
        guard let samples = buffer.floatChannelData?[channel] else { throw Missing() }
        for frame in 0..<Int(buffer.frameLength) { samples[frame * buffer.stride] = 0.5 }
    }
    let list = UnsafeMutableAudioBufferListPointer(buffer.mutableAudioBufferList)
    expect(list.count == 2 && list[0].mDataByteSize == 1920, "the list")
    expect(buffer.audioBufferList.pointee.mNumberBuffers == 2, "the other list")
    expect(buffer.int16ChannelData == nil && buffer.int32ChannelData == nil, "integers")
    let array = Array(
        UnsafeBufferPointer(start: buffer.floatChannelData![0], count: Int(buffer.frameLength)))
    expect(array.allSatisfy { $0 == 0.5 }, "samples")
    expect((buffer.copy() as? AVAudioPCMBuffer)?.frameLength == 480, "the copy")
    let wrapped = AVAudioPCMBuffer(
        pcmFormat: format, bufferListNoCopy: buffer.audioBufferList
    ) { _ in }
    expect(wrapped?.frameLength == 480, "the wrapped buffer")
}

private func tryFiles(_ tone: URL) throws {
    let file = try AVAudioFile(forReading: tone)
    let format: AVAudioFormat = file.processingFormat
    let frameCount = AVAudioFrameCount(file.length)
    guard let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: frameCount) else {
        throw Missing()
    }
    try file.read(into: buffer)
    file.framePosition = 0
    try file.read(into: buffer, frameCount: 100)
    expect(buffer.frameLength == 100 && file.url == tone, "reading")
    let copy = tone.deletingLastPathComponent().appendingPathComponent("\(UUID()).caf")
    defer { try? FileManager.default.removeItem(at: copy) }
    let written = try AVAudioFile(
        forWriting: copy, settings: file.fileFormat.settings,
        commonFormat: format.commonFormat, interleaved: format.isInterleaved)
    try written.write(from: buffer)
    let length: AVAudioFramePosition = written.length
    expect(length == 100 && written.isOpen, "writing")
    written.close()
    do {
        _ = try AVAudioFile(forReading: copy.appendingPathExtension("none"))
        expect(false, "a file that is missing was opened")
    } catch let error as NSError {
        expect(error.domain == "com.apple.coreaudio.avfaudio", "the error's domain")
    }
}

private func tryConverter(_ tone: URL) throws {
    let file = try AVAudioFile(forReading: tone)
    guard
        let output = AVAudioFormat(
            commonFormat: .pcmFormatInt16, sampleRate: 16_000, channels: 1, interleaved: true),
        let converter = AVAudioConverter(from: file.processingFormat, to: output),
        let input = AVAudioPCMBuffer(
            pcmFormat: file.processingFormat, frameCapacity: AVAudioFrameCount(file.length)),
        let converted = AVAudioPCMBuffer(pcmFormat: output, frameCapacity: 4096)
    else { throw Missing() }
    try file.read(into: input)
    converter.sampleRateConverterQuality = AVAudioQuality.max.rawValue
    var error: NSError?
    var isGiven = false
    let inputBlock: AVAudioConverterInputBlock = { _, outStatus in
        if isGiven {
            outStatus.pointee = .endOfStream
            return nil
        }
        isGiven = true
        outStatus.pointee = AVAudioConverterInputStatus.haveData
        return input
    }
    let status = converter.convert(to: converted, error: &error, withInputFrom: inputBlock)
    switch status {
    case .haveData, .inputRanDry, .endOfStream: break
    case .error:
        if let error { throw error }
        throw Missing()
    }
    expect(converted.frameLength == 1600, "the conversion's length")
    converter.convert(to: converted, error: nil) { _, status in
        status.pointee = .noDataNow
        return nil
    }
    converter.reset()
    converter.primeMethod = .none
    converter.channelMap = [0]
    expect(
        converter.outputFormat == output && converter.inputFormat.sampleRate == 48_000, "formats")
}

private func tryTimes() {
    let anchor = AVAudioTime(hostTime: 1_000, sampleTime: 0, atRate: 48_000)
    let time = AVAudioTime(sampleTime: AVAudioFramePosition(48_000), atRate: 48_000)
    if let both = time.extrapolateTime(fromAnchor: anchor), both.isHostTimeValid {
        expect(AVAudioTime.seconds(forHostTime: both.hostTime - 1_000) == 1, "the host time")
        expect(both.isSampleTimeValid && both.sampleTime == 48_000, "the sample time")
    }
    var stamp: AudioTimeStamp = anchor.audioTimeStamp
    expect(AVAudioTime(audioTimeStamp: &stamp, sampleRate: 48_000).sampleRate == 48_000, "a stamp")
}
