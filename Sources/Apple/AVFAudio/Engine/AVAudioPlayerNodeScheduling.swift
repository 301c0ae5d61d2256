import AudioGraph

extension AVAudioPlayerNode {
    // MARK: Buffers

    /// Schedules a buffer after everything that is scheduled already.
    ///
    /// The samples are not copied: they must not change until the buffer has been played. They play
    /// at the rate of the node's output, whatever the buffer's is. Ends the program for a buffer of
    /// another number of channels than the node's output.
    ///
    /// - Parameter completionHandler: Is called when the player has taken the buffer's data.
    @preconcurrency
    public func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, completionHandler: AVAudioNodeCompletionHandler? = nil
    ) {
        schedule(
            buffer, at: nil, [], "scheduleBuffer(_:completionHandler:)", Callback(completionHandler)
        )
    }

    /// Schedules a buffer after everything that is scheduled already.
    ///
    /// - Parameters:
    ///   - buffer: As for `scheduleBuffer(_:completionHandler:)`.
    ///   - completionHandler: Is called at the moment that `callbackType` names.
    @preconcurrency
    public func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer,
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
    ) {
        schedule(
            buffer, at: nil, [],
            "scheduleBuffer(_:completionCallbackType:completionHandler:)",
            Callback(callbackType, completionHandler))
    }

    /// Schedules a buffer at a time.
    ///
    /// - Parameters:
    ///   - buffer: As for `scheduleBuffer(_:completionHandler:)`.
    ///   - when: A sample time of the player's timeline or, without one, a host time; the buffer
    ///     starts later if earlier items end later. `nil` plays it after them.
    ///   - options: Whether the buffer loops, and how it replaces earlier items.
    ///   - completionHandler: Is called when the player has taken the buffer's data.
    @preconcurrency
    public func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?,
        options: AVAudioPlayerNodeBufferOptions = [],
        completionHandler: AVAudioNodeCompletionHandler? = nil
    ) {
        schedule(
            buffer, at: when, options, "scheduleBuffer(_:at:options:completionHandler:)",
            Callback(completionHandler))
    }

    /// Schedules a buffer at a time.
    ///
    /// - Parameters:
    ///   - buffer: As for `scheduleBuffer(_:completionHandler:)`.
    ///   - when: As for `scheduleBuffer(_:at:options:completionHandler:)`.
    ///   - options: Whether the buffer loops, and how it replaces earlier items.
    ///   - completionHandler: Is called at the moment that `callbackType` names.
    @preconcurrency
    public func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?,
        options: AVAudioPlayerNodeBufferOptions = [],
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
    ) {
        schedule(
            buffer, at: when, options,
            "scheduleBuffer(_:at:options:completionCallbackType:completionHandler:)",
            Callback(callbackType, completionHandler))
    }

    // MARK: Files

    /// Schedules a whole file.
    ///
    /// Its frames are converted to the sample rate of the node's output; channels are added or
    /// dropped. The file's position does not matter and does not change.
    ///
    /// - Parameters:
    ///   - when: As for `scheduleBuffer(_:at:options:completionHandler:)`.
    ///   - completionHandler: Is called when the player has taken the file's data, shortly before
    ///     its last frame is played.
    @preconcurrency
    public func scheduleFile(
        _ file: AVAudioFile, at when: AVAudioTime?,
        completionHandler: AVAudioNodeCompletionHandler? = nil
    ) {
        schedule(
            file, 0, nil, at: when, "scheduleFile(_:at:completionHandler:)",
            Callback(completionHandler))
    }

    /// Schedules a whole file.
    ///
    /// - Parameters:
    ///   - file: As for `scheduleFile(_:at:completionHandler:)`.
    ///   - when: As for `scheduleBuffer(_:at:options:completionHandler:)`.
    ///   - completionHandler: Is called at the moment that `callbackType` names.
    @preconcurrency
    public func scheduleFile(
        _ file: AVAudioFile, at when: AVAudioTime?,
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
    ) {
        schedule(
            file, 0, nil, at: when,
            "scheduleFile(_:at:completionCallbackType:completionHandler:)",
            Callback(callbackType, completionHandler))
    }

    /// Schedules a part of a file.
    ///
    /// - Parameters:
    ///   - file: As for `scheduleFile(_:at:completionHandler:)`.
    ///   - startFrame: The first frame to play, of the file's frames.
    ///   - numberFrames: The number of the file's frames to play, at least 1; fewer are played where
    ///     the file ends.
    ///   - when: As for `scheduleBuffer(_:at:options:completionHandler:)`.
    ///   - completionHandler: Is called when the player has taken the data.
    @preconcurrency
    public func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition,
        frameCount numberFrames: AVAudioFrameCount, at when: AVAudioTime?,
        completionHandler: AVAudioNodeCompletionHandler? = nil
    ) {
        schedule(
            file, startFrame, numberFrames, at: when,
            "scheduleSegment(_:startingFrame:frameCount:at:completionHandler:)",
            Callback(completionHandler))
    }

    /// Schedules a part of a file.
    ///
    /// - Parameters:
    ///   - file: As for `scheduleFile(_:at:completionHandler:)`.
    ///   - startFrame: The first frame to play, of the file's frames.
    ///   - numberFrames: As for `scheduleSegment(_:startingFrame:frameCount:at:completionHandler:)`.
    ///   - when: As for `scheduleBuffer(_:at:options:completionHandler:)`.
    ///   - completionHandler: Is called at the moment that `callbackType` names.
    @preconcurrency
    public func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition,
        frameCount numberFrames: AVAudioFrameCount, at when: AVAudioTime?,
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
        completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
    ) {
        schedule(
            file, startFrame, numberFrames, at: when,
            "scheduleSegment(_:startingFrame:frameCount:at:completionCallbackType:"
                + "completionHandler:)", Callback(callbackType, completionHandler))
    }

    // MARK: Common implementation

    private func schedule(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?,
        _ options: AVAudioPlayerNodeBufferOptions, _ call: String,
        _ callback: Callback
    ) {
        reportStall(call)
        let call = "AVAudioPlayerNode.\(call)"
        guard core != nil || !schedulingNeedsEngine else {
            return programmerError(call, "_engine != nil")
        }
        guard buffer.format.channelCount == outputFormat(forBus: 0).channelCount else {
            return programmerError(
                call, "_outputFormat.channelCount == buffer.format.channelCount")
        }
        guard let samples = PlayerBuffer(buffer) else {
            return programmerError(call, "buffer.format.commonFormat != .otherFormat")
        }
        guard let start = itemStart(when, call) else { return }
        source.schedule(
            samples, at: start,
            options: PlayerItemOptions(rawValue: UInt8(truncatingIfNeeded: options.rawValue & 7)),
            callbackType: callback.type, handler: callback.handler)
        work.service()
    }

    /// - Parameter frameCount: `nil` for all frames from `startFrame` on.
    private func schedule(
        _ file: AVAudioFile, _ startFrame: AVAudioFramePosition, _ frameCount: AVAudioFrameCount?,
        at when: AVAudioTime?, _ call: String, _ callback: Callback
    ) {
        reportStall(call)
        let call = "AVAudioPlayerNode.\(call)"
        guard core != nil || !schedulingNeedsEngine else {
            return programmerError(call, "_engine != nil")
        }
        guard frameCount != 0 else { return programmerError(call, "numberFrames > 0") }
        guard let start = itemStart(when, call) else { return }
        let range: any PlayerFile =
            file.fileReader.map {
                AudioFileRange(
                    $0, firstFrame: startFrame, frameCount: frameCount.map { Int64($0) } ?? .max)
            } ?? NoFile()
        source.schedule(
            range, at: start, callbackType: callback.type, handler: callback.handler)
        work.service()
    }

    /// - Returns: `nil` for a time that is not valid, after reporting the programmer's error.
    private func itemStart(_ when: AVAudioTime?, _ call: String) -> PlayerItemStart? {
        guard let when else { return .next }
        if when.isSampleTimeValid { return .playerTime(frames(when)) }
        if when.isHostTimeValid {
            return .hostTime(nanoseconds: Int64(clamping: when.hostTime))
        }
        programmerError(call, "when.isSampleTimeValid || when.isHostTimeValid")
        return nil
    }
}

/// A file that cannot be read any more; nothing of it plays.
private struct NoFile: PlayerFile {
    func makeReader(
        sampleRate: Double, channelCount: Int, firstFrame: Int
    ) -> (any PlayerFileReader)? { nil }
}

extension PlayerBuffer {
    /// Refers to a buffer's samples; `nil` for a sample type without a common format.
    fileprivate init?(_ buffer: AVAudioPCMBuffer) {
        let (type, byteCount): (PlayerSampleType, Int)
        switch buffer.format.commonFormat {
        case .pcmFormatFloat32: (type, byteCount) = (.float32, 4)
        case .pcmFormatFloat64: (type, byteCount) = (.float64, 8)
        case .pcmFormatInt16: (type, byteCount) = (.int16, 2)
        case .pcmFormatInt32: (type, byteCount) = (.int32, 4)
        case .otherFormat: return nil
        }
        let list = buffer.filledList
        let channels = (0..<Int(buffer.format.channelCount)).compactMap { channel in
            buffer.format.isInterleaved
                ? list.first?.mData.map { UnsafeRawPointer($0 + channel * byteCount) }
                : list.indices.contains(channel)
                    ? list[channel].mData.map { UnsafeRawPointer($0) } : nil
        }
        self.init(
            channels: channels, sampleType: type, stride: buffer.stride,
            frameCount: Int(buffer.frameLength), owner: buffer)
    }
}

/// A completion handler with the moment it waits for.
private struct Callback {
    let type: PlayerCallbackType
    let handler: (@Sendable (PlayerCallbackType) -> Void)?

    init(_ handler: AVAudioNodeCompletionHandler?) {
        type = .dataConsumed
        self.handler = handler.map { handler in
            { @Sendable (_: PlayerCallbackType) in handler() }
        }
    }

    init(
        _ appType: AVAudioPlayerNodeCompletionCallbackType,
        _ handler: AVAudioPlayerNodeCompletionHandler?
    ) {
        switch appType {
        case .dataConsumed: type = .dataConsumed
        case .dataRendered: type = .dataRendered
        case .dataPlayedBack: type = .dataPlayedBack
        }
        self.handler = handler.map { handler in
            { @Sendable (_: PlayerCallbackType) in handler(appType) }
        }
    }
}
