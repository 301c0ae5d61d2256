import AVFAudio

/// The types of what public projects use most of the engine and its nodes.
func checkEngineSignatures() {
    _ = AVAudioEngine.self
    _ = AVAudioEngine.start as (AVAudioEngine) -> () throws -> Void
    _ = AVAudioEngine.prepare as (AVAudioEngine) -> () -> Void
    _ =
        AVAudioEngine.connect(_:to:fromBus:toBus:format:)
        as (AVAudioEngine) -> (
            AVAudioNode, AVAudioNode, AVAudioNodeBus, AVAudioNodeBus, AVAudioFormat?
        ) -> Void
    _ =
        AVAudioEngine.connect(_:to:format:)
        as (AVAudioEngine) -> (AVAudioNode, AVAudioNode, AVAudioFormat?) -> Void
    _ =
        AVAudioEngine.connect(_:to:fromBus:format:)
        as (AVAudioEngine) -> (
            AVAudioNode, [AVAudioConnectionPoint], AVAudioNodeBus, AVAudioFormat?
        ) -> Void
    _ = AVAudioEngine.attach(_:) as (AVAudioEngine) -> (AVAudioNode) -> Void
    readable(\AVAudioEngine.mainMixerNode, AVAudioMixerNode.self)
    _ = AVAudioEngine.stop as (AVAudioEngine) -> () -> Void
    _ = AVAudioPlayerNode.play as (AVAudioPlayerNode) -> () -> Void
    _ = AVAudioPlayerNode.play(at:) as (AVAudioPlayerNode) -> (AVAudioTime?) -> Void
    _ = AVAudioPlayerNode.self
    settable(\AVAudioUnitTimePitch.rate, Float.self)
    readable(\AVAudioEngine.inputNode, AVAudioInputNode.self)
    readable(\AVAudioEngine.isRunning, Bool.self)
    _ = AVAudioEngine.reset as (AVAudioEngine) -> () -> Void
    _ = AVAudioUnitTimePitch.self
    readable(\AVAudioNode.engine, AVAudioEngine?.self)
    readable(\AVAudioUnit.audioUnit, AudioUnit.self)
    readable(\AVAudioIONode.audioUnit, AudioUnit?.self)
    readable(\AVAudioEngine.outputNode, AVAudioOutputNode.self)
    _ = AVAudioPlayerNode.stop as (AVAudioPlayerNode) -> () -> Void
    _ = AVAudioEngine.pause as (AVAudioEngine) -> () -> Void
    _ =
        AVAudioPlayerNode.scheduleBuffer(_:)
        as (AVAudioPlayerNode) -> (AVAudioPCMBuffer) async -> Void
    _ =
        AVAudioPlayerNode.scheduleBuffer(_:completionCallbackType:)
        as (AVAudioPlayerNode) -> (AVAudioPCMBuffer, AVAudioPlayerNodeCompletionCallbackType) async
        -> AVAudioPlayerNodeCompletionCallbackType
    _ =
        AVAudioPlayerNode.scheduleBuffer(_:at:options:)
        as (AVAudioPlayerNode) -> (AVAudioPCMBuffer, AVAudioTime?, AVAudioPlayerNodeBufferOptions)
        async -> Void
    _ =
        AVAudioPlayerNode.scheduleBuffer(_:at:options:completionCallbackType:)
        as (AVAudioPlayerNode) -> (
            AVAudioPCMBuffer, AVAudioTime?, AVAudioPlayerNodeBufferOptions,
            AVAudioPlayerNodeCompletionCallbackType
        ) async -> AVAudioPlayerNodeCompletionCallbackType
    _ =
        AVAudioPlayerNode.scheduleBuffer(_:completionHandler:)
        as (AVAudioPlayerNode) -> (AVAudioPCMBuffer, AVAudioNodeCompletionHandler?) -> Void
    _ =
        AVAudioPlayerNode.scheduleBuffer(_:completionCallbackType:completionHandler:)
        as (AVAudioPlayerNode) -> (
            AVAudioPCMBuffer, AVAudioPlayerNodeCompletionCallbackType,
            AVAudioPlayerNodeCompletionHandler?
        ) -> Void
    _ =
        AVAudioPlayerNode.scheduleBuffer(_:at:options:completionHandler:)
        as (AVAudioPlayerNode) -> (
            AVAudioPCMBuffer, AVAudioTime?, AVAudioPlayerNodeBufferOptions,
            AVAudioNodeCompletionHandler?
        ) -> Void
    _ =
        AVAudioPlayerNode.scheduleBuffer(_:at:options:completionCallbackType:completionHandler:)
        as (AVAudioPlayerNode) -> (
            AVAudioPCMBuffer, AVAudioTime?, AVAudioPlayerNodeBufferOptions,
            AVAudioPlayerNodeCompletionCallbackType, AVAudioPlayerNodeCompletionHandler?
        ) -> Void
    _ = AVAudioUnitReverb.self
    settable(\AVAudioUnitTimePitch.pitch, Float.self)
    _ = AVAudioUnit.self
    _ = AVAudioMixerNode.self
    _ = AVAudioNode.outputFormat(forBus:) as (AVAudioNode) -> (AVAudioNodeBus) -> AVAudioFormat
    _ = AVAudioUnitDelay.self
    _ = AVAudioPlayerNode.pause as (AVAudioPlayerNode) -> () -> Void
    _ = AVAudioUnitEQ.self
    _ =
        AVAudioNode.installTap(onBus:bufferSize:format:block:)
        as (AVAudioNode) -> (
            AVAudioNodeBus, AVAudioFrameCount, AVAudioFormat?, @escaping AVAudioNodeTapBlock
        ) -> Void
    _ =
        AVAudioPlayerNode.scheduleFile(_:at:)
        as (AVAudioPlayerNode) -> (AVAudioFile, AVAudioTime?) async -> Void
    _ =
        AVAudioPlayerNode.scheduleFile(_:at:completionCallbackType:)
        as (AVAudioPlayerNode) -> (
            AVAudioFile, AVAudioTime?, AVAudioPlayerNodeCompletionCallbackType
        ) async -> AVAudioPlayerNodeCompletionCallbackType
    _ =
        AVAudioPlayerNode.scheduleFile(_:at:completionHandler:)
        as (AVAudioPlayerNode) -> (AVAudioFile, AVAudioTime?, AVAudioNodeCompletionHandler?) -> Void
    _ =
        AVAudioPlayerNode.scheduleFile(_:at:completionCallbackType:completionHandler:)
        as (AVAudioPlayerNode) -> (
            AVAudioFile, AVAudioTime?, AVAudioPlayerNodeCompletionCallbackType,
            AVAudioPlayerNodeCompletionHandler?
        ) -> Void
    _ =
        AVAudioEngine.enableManualRenderingMode(_:format:maximumFrameCount:)
        as (AVAudioEngine) -> (AVAudioEngineManualRenderingMode, AVAudioFormat, AVAudioFrameCount)
        throws -> Void
    _ = AVAudioNode.removeTap(onBus:) as (AVAudioNode) -> (AVAudioNodeBus) -> Void
    _ = AVAudioEngine.detach(_:) as (AVAudioEngine) -> (AVAudioNode) -> Void
    _ = AVAudioNode.inputFormat(forBus:) as (AVAudioNode) -> (AVAudioNodeBus) -> AVAudioFormat
    readable(\AVAudioPlayerNode.isPlaying, Bool.self)
    settable(\AVAudioMixerNode.outputVolume, Float.self)
    _ = AVAudioNode.self
    _ = AVAudioConnectionPoint.self
    _ = AVAudioInputNode.self
    _ = AVAudioUnitSampler.self
    readable(\AVAudioNode.lastRenderTime, AVAudioTime?.self)
    _ =
        AVAudioPlayerNode.playerTime(forNodeTime:)
        as (AVAudioPlayerNode) -> (AVAudioTime) -> AVAudioTime?
    _ = AVAudioUnitDistortion.self
    _ = AVAudioUnitEQFilterParameters.self
    aliased(AVAudioNodeCompletionHandler.self, (@Sendable () -> Void).self)
    _ = AVAudioSourceNode.self
    _ = AVAudioUnitReverbPreset.self
    _ = AVAudioSequencer.self
    _ = AVAudioUnitVarispeed.self
    _ =
        AVAudioEngine.disconnectNodeInput(_:bus:)
        as (AVAudioEngine) -> (AVAudioNode, AVAudioNodeBus) -> Void
    _ = AVAudioEngine.disconnectNodeInput(_:) as (AVAudioEngine) -> (AVAudioNode) -> Void
    settable(\AVAudioUnitTimePitch.overlap, Float.self)
    _ = AVAudioUnitGenerator.self
    _ =
        AVAudioEngine.disconnectNodeOutput(_:bus:)
        as (AVAudioEngine) -> (AVAudioNode, AVAudioNodeBus) -> Void
    _ = AVAudioEngine.disconnectNodeOutput(_:) as (AVAudioEngine) -> (AVAudioNode) -> Void
    readable(\AVAudioEngine.manualRenderingBlock, AVAudioEngineManualRenderingBlock.self)
    _ =
        AVAudioEngine.renderOffline(_:to:)
        as (AVAudioEngine) -> (AVAudioFrameCount, AVAudioPCMBuffer) throws ->
        AVAudioEngineManualRenderingStatus
    _ = AVAudioUnitEffect.self
    _ = AVAudioUnitMIDIInstrument.self
    _ = AVAudioOutputNode.self
    _ = AVAudioPlayerNodeBufferOptions.self
    readable(\AVAudioNode.numberOfInputs, Int.self)
    _ =
        AVAudioPlayerNode.scheduleSegment(_:startingFrame:frameCount:at:)
        as (AVAudioPlayerNode) -> (
            AVAudioFile, AVAudioFramePosition, AVAudioFrameCount, AVAudioTime?
        ) async -> Void
    _ =
        AVAudioPlayerNode.scheduleSegment(_:startingFrame:frameCount:at:completionCallbackType:)
        as (AVAudioPlayerNode) -> (
            AVAudioFile, AVAudioFramePosition, AVAudioFrameCount, AVAudioTime?,
            AVAudioPlayerNodeCompletionCallbackType
        ) async -> AVAudioPlayerNodeCompletionCallbackType
    _ =
        AVAudioPlayerNode.scheduleSegment(_:startingFrame:frameCount:at:completionHandler:)
        as (AVAudioPlayerNode) -> (
            AVAudioFile, AVAudioFramePosition, AVAudioFrameCount, AVAudioTime?,
            AVAudioNodeCompletionHandler?
        ) -> Void
    _ =
        AVAudioPlayerNode.scheduleSegment(
            _:startingFrame:frameCount:at:completionCallbackType:completionHandler:)
        as (AVAudioPlayerNode) -> (
            AVAudioFile, AVAudioFramePosition, AVAudioFrameCount, AVAudioTime?,
            AVAudioPlayerNodeCompletionCallbackType, AVAudioPlayerNodeCompletionHandler?
        ) -> Void
    _ = AVAudioEnvironmentNode.self
    _ = AVAudioPlayerNodeCompletionCallbackType.self
    _ = AVAudio3DMixingRenderingAlgorithm.self
    _ = AVAudio3DPoint.self
    aliased(AVAudioNodeBus.self, Int.self)
    aliased(AVAudioNodeTapBlock.self, ((AVAudioPCMBuffer, AVAudioTime) -> Void).self)
    readable(\AVAudioNode.numberOfOutputs, Int.self)
    _ =
        AVAudioPlayerNode.nodeTime(forPlayerTime:)
        as (AVAudioPlayerNode) -> (AVAudioTime) -> AVAudioTime?
    _ = AVAudio3DAngularOrientation.self
    _ = AVAudio3DMixingPointSourceInHeadMode.self
    _ = AVAudio3DMixingSourceMode.self
    _ = AVAudio3DVectorOrientation.self
    aliased(
        AVAudioEngineManualRenderingBlock.self,
        ((AVAudioFrameCount, UnsafeMutablePointer<AudioBufferList>, UnsafeMutablePointer<OSStatus>?)
            -> AVAudioEngineManualRenderingStatus).self)
    _ = AVAudioEnvironmentDistanceAttenuationParameters.self
    _ = AVAudioEnvironmentOutputType.self
    _ = AVAudioEnvironmentReverbParameters.self
    _ = AVAudioUnitDistortionPreset.self
    readable(\AVAudioEngine.attachedNodes, Set<AVAudioNode>.self)
    _ = AVAudioEngine.disableManualRenderingMode as (AVAudioEngine) -> () -> Void
    readable(\AVAudioEngine.manualRenderingFormat, AVAudioFormat.self)
    readable(\AVAudioMixerNode.nextAvailableInputBus, AVAudioNodeBus.self)
    settable(\AVAudioPlayerNode.volume, Float.self)
    settable(\AVAudioPlayerNode.pan, Float.self)
    let _: Notification.Name = NSNotification.Name.AVAudioEngineConfigurationChange
    settable(\AVAudioUnitVarispeed.rate, Float.self)
    readable(\AVAudioNode.auAudioUnit, AUAudioUnit.self)
    _ = AVAudioUnitComponent.self
    _ = AVAudioUnitComponentManager.self
    let _: String = AVAudioUnitTypeMIDIProcessor
    let _: String = AVAudioUnitTypeMusicDevice
}
