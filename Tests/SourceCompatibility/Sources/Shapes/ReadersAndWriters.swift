import AVFoundation

// Conversions, mixes and tools for sample buffers in the shapes that apps have.

/// Converts a file by a reader and a writer.
final class FileTranscoder {
    private let queue = DispatchQueue(label: "transcoder", qos: .utility)

    func convert(
        _ source: URL, to target: URL, completion: @escaping @Sendable (Error?) -> Void
    ) throws {
        let asset = AVURLAsset(
            url: source, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
        guard let track = asset.tracks(withMediaType: .audio).first else {
            return completion(AVError(.noSourceTrack))
        }
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(
            track: track,
            outputSettings: [
                AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 16,
                AVLinearPCMIsFloatKey: false, AVLinearPCMIsNonInterleaved: false,
            ])
        output.alwaysCopiesSampleData = false
        guard reader.canAdd(output) else { return completion(nil) }
        reader.add(output)
        let writer = try AVAssetWriter(outputURL: target, fileType: .m4a)
        let settings: [String: Any] = [
            AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100,
            AVNumberOfChannelsKey: 2, AVEncoderBitRateKey: 128_000,
        ]
        let input = AVAssetWriterInput(
            mediaType: .audio, outputSettings: settings,
            sourceFormatHint: track.formatDescriptions.first.map { $0 as! CMFormatDescription })
        input.expectsMediaDataInRealTime = false
        guard writer.canApply(outputSettings: settings, forMediaType: .audio) else { return }
        if writer.canAdd(input) { writer.add(input) }
        guard reader.startReading(), writer.startWriting() else {
            return completion(reader.error ?? writer.error)
        }
        writer.startSession(atSourceTime: .zero)
        input.requestMediaDataWhenReady(on: queue) {
            while input.isReadyForMoreMediaData {
                if let buffer = output.copyNextSampleBuffer() {
                    guard input.append(buffer) else { return completion(writer.error) }
                    continue
                }
                input.markAsFinished()
                switch reader.status {
                case .completed:
                    writer.finishWriting { completion(writer.error) }
                case .failed, .cancelled:
                    writer.cancelWriting()
                    completion(reader.error)
                case .unknown, .reading: break
                @unknown default: break
                }
                return
            }
        }
    }
}

/// Cuts, joins and mixes files.
struct Editor {
    func export(_ asset: AVAsset, to url: URL, completion: @escaping @Sendable (Bool) -> Void) {
        guard
            let session = AVAssetExportSession(
                asset: asset, presetName: AVAssetExportPresetAppleM4A)
        else { return }
        session.outputURL = url
        session.outputFileType = .m4a
        session.timeRange = CMTimeRange(
            start: CMTime(seconds: 1, preferredTimescale: 600),
            duration: CMTimeMakeWithSeconds(2, preferredTimescale: 600))
        session.exportAsynchronously {
            switch session.status {
            case .completed: completion(true)
            default: completion(false)
            }
        }
    }

    func exportNewly(_ asset: AVAsset, to url: URL) async throws {
        guard
            let session = AVAssetExportSession(
                asset: asset, presetName: AVAssetExportPresetPassthrough)
        else { throw AVError(.exportFailed) }
        let watch = Task {
            for await state in session.states(updateInterval: 0.1) {
                if case .exporting(let progress) = state { print(progress.fractionCompleted) }
            }
        }
        try await session.export(to: url, as: .m4a)
        await watch.value
    }

    func join(_ urls: [URL]) async throws -> AVComposition {
        let composition = AVMutableComposition()
        let track = composition.addMutableTrack(
            withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)
        for url in urls {
            let asset = AVURLAsset(url: url)
            let duration = try await asset.load(.duration)
            guard let source = try await asset.loadTracks(withMediaType: .audio).first else {
                continue
            }
            try track?.insertTimeRange(
                CMTimeRangeMake(start: .zero, duration: duration), of: source,
                at: composition.duration)
        }
        composition.tracks.first?.scaleTimeRange(
            CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1)),
            toDuration: CMTime(value: 2, timescale: 1))
        return composition.copy() as! AVComposition
    }

    func fade(_ asset: AVAsset) -> AVPlayerItem {
        let item = AVPlayerItem(asset: asset)
        let parameters = AVMutableAudioMixInputParameters(track: asset.tracks.first)
        parameters.setVolume(0, at: .zero)
        parameters.setVolumeRamp(
            fromStartVolume: 0, toEndVolume: 1,
            timeRange: CMTimeRange(start: .zero, duration: CMTime(value: 3, timescale: 1)))
        let mix = AVMutableAudioMix()
        mix.inputParameters = [parameters]
        item.audioMix = mix
        return item
    }
}

/// What tools do with sample buffers.
struct SampleTools {
    func buffer(of sound: AVAudioPCMBuffer, at time: CMTime) -> CMSampleBuffer? {
        var description: CMFormatDescription?
        CMAudioFormatDescriptionCreate(
            allocator: kCFAllocatorDefault, asbd: sound.format.streamDescription, layoutSize: 0,
            layout: nil, magicCookieSize: 0, magicCookie: nil, extensions: nil,
            formatDescriptionOut: &description)
        var timing = CMSampleTimingInfo(
            duration: CMTime(value: 1, timescale: Int32(sound.format.sampleRate)),
            presentationTimeStamp: time, decodeTimeStamp: .invalid)
        var sample: CMSampleBuffer?
        guard
            CMSampleBufferCreate(
                allocator: kCFAllocatorDefault, dataBuffer: nil, dataReady: false,
                makeDataReadyCallback: nil, refcon: nil, formatDescription: description,
                sampleCount: CMItemCount(sound.frameLength), sampleTimingEntryCount: 1,
                sampleTimingArray: &timing, sampleSizeEntryCount: 0, sampleSizeArray: nil,
                sampleBufferOut: &sample) == noErr, let sample
        else { return nil }
        guard
            CMSampleBufferSetDataBufferFromAudioBufferList(
                sample, blockBufferAllocator: kCFAllocatorDefault,
                blockBufferMemoryAllocator: kCFAllocatorDefault, flags: 0,
                bufferList: sound.mutableAudioBufferList) == noErr
        else { return nil }
        return sample
    }

    func level(of buffer: CMSampleBuffer) -> Float {
        var list = AudioBufferList()
        var block: CMBlockBuffer?
        CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
            buffer, bufferListSizeNeededOut: nil, bufferListOut: &list,
            bufferListSize: MemoryLayout<AudioBufferList>.size, blockBufferAllocator: nil,
            blockBufferMemoryAllocator: nil,
            flags: kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment,
            blockBufferOut: &block)
        let samples = UnsafeBufferPointer<Float>(list.mBuffers)
        return samples.map(abs).max() ?? 0
    }

    func bytes(of buffer: CMSampleBuffer) -> Data? {
        guard let block = CMSampleBufferGetDataBuffer(buffer) else { return nil }
        let length = CMBlockBufferGetDataLength(block)
        var data = Data(count: length)
        data.withUnsafeMutableBytes { room in
            _ = CMBlockBufferCopyDataBytes(
                block, atOffset: 0, dataLength: length, destination: room.baseAddress!)
        }
        var (pointer, size): (UnsafeMutablePointer<Int8>?, Int) = (nil, 0)
        CMBlockBufferGetDataPointer(
            block, atOffset: 0, lengthAtOffsetOut: nil, totalLengthOut: &size,
            dataPointerOut: &pointer)
        return size == length ? data : nil
    }

    func packets(in buffer: CMSampleBuffer) throws -> [AudioStreamPacketDescription] {
        var pointer: UnsafePointer<AudioStreamPacketDescription>?
        var size = 0
        CMSampleBufferGetAudioStreamPacketDescriptionsPtr(
            buffer, packetDescriptionsPointerOut: &pointer, sizeOut: &size)
        try buffer.withAudioBufferList { list, _ in print(list.count) }
        return try buffer.audioStreamPacketDescriptions()
    }
}
