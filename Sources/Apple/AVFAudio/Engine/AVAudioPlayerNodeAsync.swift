extension AVAudioPlayerNode {
    /// Schedules a buffer behind what is scheduled already, and returns when the player has taken
    /// its data.
    ///
    /// - Parameter buffer: As for `scheduleBuffer(_:completionHandler:)`.
    public nonisolated(nonsending) func scheduleBuffer(_ buffer: AVAudioPCMBuffer) async {
        await withCheckedContinuation { continuation in
            scheduleBuffer(buffer, completionHandler: { continuation.resume() })
        }
    }

    /// Schedules a buffer behind what is scheduled already, and returns at the moment that
    /// `callbackType` names.
    ///
    /// - Parameter buffer: As for `scheduleBuffer(_:completionHandler:)`.
    /// - Returns: `callbackType`.
    @discardableResult
    public nonisolated(nonsending) func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer,
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
    ) async -> AVAudioPlayerNodeCompletionCallbackType {
        await withCheckedContinuation { continuation in
            scheduleBuffer(
                buffer, completionCallbackType: callbackType,
                completionHandler: { continuation.resume(returning: $0) })
        }
    }

    /// Schedules a buffer at a time, and returns when the player has taken its data.
    ///
    /// - Parameters: As for `scheduleBuffer(_:at:options:completionHandler:)`.
    public nonisolated(nonsending) func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?,
        options: AVAudioPlayerNodeBufferOptions = []
    ) async {
        await withCheckedContinuation { continuation in
            scheduleBuffer(
                buffer, at: when, options: options, completionHandler: { continuation.resume() })
        }
    }

    /// Schedules a buffer at a time, and returns at the moment that `callbackType` names.
    ///
    /// - Returns: `callbackType`.
    @discardableResult
    public nonisolated(nonsending) func scheduleBuffer(
        _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?,
        options: AVAudioPlayerNodeBufferOptions = [],
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
    ) async -> AVAudioPlayerNodeCompletionCallbackType {
        await withCheckedContinuation { continuation in
            scheduleBuffer(
                buffer, at: when, options: options, completionCallbackType: callbackType,
                completionHandler: { continuation.resume(returning: $0) })
        }
    }

    /// Schedules a whole file, and returns when the player has taken its data.
    public nonisolated(nonsending) func scheduleFile(
        _ file: AVAudioFile, at when: AVAudioTime?
    ) async {
        await withCheckedContinuation { continuation in
            scheduleFile(file, at: when, completionHandler: { continuation.resume() })
        }
    }

    /// Schedules a whole file, and returns at the moment that `callbackType` names.
    ///
    /// - Returns: `callbackType`.
    @discardableResult
    public nonisolated(nonsending) func scheduleFile(
        _ file: AVAudioFile, at when: AVAudioTime?,
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
    ) async -> AVAudioPlayerNodeCompletionCallbackType {
        await withCheckedContinuation { continuation in
            scheduleFile(
                file, at: when, completionCallbackType: callbackType,
                completionHandler: { continuation.resume(returning: $0) })
        }
    }

    /// Schedules a part of a file, and returns when the player has taken its data.
    public nonisolated(nonsending) func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition,
        frameCount numberFrames: AVAudioFrameCount, at when: AVAudioTime?
    ) async {
        await withCheckedContinuation { continuation in
            scheduleSegment(
                file, startingFrame: startFrame, frameCount: numberFrames, at: when,
                completionHandler: { continuation.resume() })
        }
    }

    /// Schedules a part of a file, and returns at the moment that `callbackType` names.
    ///
    /// - Returns: `callbackType`.
    @discardableResult
    public nonisolated(nonsending) func scheduleSegment(
        _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition,
        frameCount numberFrames: AVAudioFrameCount, at when: AVAudioTime?,
        completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
    ) async -> AVAudioPlayerNodeCompletionCallbackType {
        await withCheckedContinuation { continuation in
            scheduleSegment(
                file, startingFrame: startFrame, frameCount: numberFrames, at: when,
                completionCallbackType: callbackType,
                completionHandler: { continuation.resume(returning: $0) })
        }
    }
}
