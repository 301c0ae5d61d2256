import AVFoundation

/// An app's chain of effects, as apps write it.
@MainActor
final class EffectChain {
    let engine = AVAudioEngine()
    let player = AVAudioPlayerNode()
    let equalizer = AVAudioUnitEQ(numberOfBands: 3)
    let reverb = AVAudioUnitReverb()
    let delay = AVAudioUnitDelay()
    let distortion = AVAudioUnitDistortion()
    let timePitch = AVAudioUnitTimePitch()
    let varispeed = AVAudioUnitVarispeed()
    let environment = AVAudioEnvironmentNode()

    var chain: [AVAudioUnit] { [timePitch, varispeed, equalizer, distortion, delay, reverb] }

    func connect(_ format: AVAudioFormat?) {
        engine.attach(player)
        var last: AVAudioNode = player
        for unit in chain {
            engine.attach(unit)
            engine.connect(last, to: unit, format: format)
            last = unit
        }
        engine.connect(last, to: engine.mainMixerNode, format: format)
    }

    func change() {
        let frequencies: [Float] = [100, 1000, 10_000]
        for (index, band) in equalizer.bands.enumerated() {
            let filter: AVAudioUnitEQFilterParameters = band
            filter.filterType = index == 0 ? .lowShelf : .parametric
            filter.frequency = frequencies[index]
            filter.bandwidth = 0.5
            filter.gain = -3
            filter.bypass = false
        }
        equalizer.globalGain = 1
        reverb.loadFactoryPreset(.largeHall2)
        let preset = AVAudioUnitReverbPreset(rawValue: 8)
        if let preset { reverb.loadFactoryPreset(preset) }
        reverb.wetDryMix = 40
        delay.delayTime = TimeInterval(0.25)
        delay.feedback = 30
        delay.lowPassCutoff = 8000
        delay.wetDryMix = 20
        distortion.loadFactoryPreset(AVAudioUnitDistortionPreset.speechAlienChatter)
        distortion.preGain = -12
        distortion.wetDryMix = 10
        timePitch.rate = 1.5
        timePitch.pitch = -300
        timePitch.overlap = 8
        timePitch.bypass = true
        varispeed.rate = 0.75
        for unit in chain {
            (unit as? AVAudioUnitEffect)?.bypass = false
            (unit as? AVAudioUnitTimeEffect)?.bypass = true
            print(unit.name, unit.manufacturerName, unit.version)
        }
    }

    func place() {
        environment.listenerPosition = AVAudioMake3DPoint(0, 0, 0)
        environment.listenerAngularOrientation = AVAudioMake3DAngularOrientation(90, 0, 0)
        environment.listenerVectorOrientation = AVAudio3DVectorOrientation(
            forward: AVAudio3DVector(x: 0, y: 0, z: -1), up: AVAudio3DVector(x: 0, y: 1, z: 0))
        environment.distanceAttenuationParameters.distanceAttenuationModel = .exponential
        environment.distanceAttenuationParameters.rolloffFactor = 0.5
        environment.distanceAttenuationParameters.referenceDistance = 2
        environment.distanceAttenuationParameters.maximumDistance = 100
        let reverb: AVAudioEnvironmentReverbParameters = environment.reverbParameters
        reverb.enable = true
        reverb.level = -10
        reverb.filterParameters.frequency = 5000
        reverb.loadFactoryReverbPreset(.mediumRoom)
        environment.outputType = AVAudioEnvironmentOutputType.headphones
        player.renderingAlgorithm = AVAudio3DMixingRenderingAlgorithm.HRTFHQ
        player.sourceMode = AVAudio3DMixingSourceMode.pointSource
        player.pointSourceInHeadMode = AVAudio3DMixingPointSourceInHeadMode.mono
        player.position = AVAudio3DPoint(x: 1, y: 0, z: -2)
        player.reverbBlend = 0.2
        player.rate = 1
        (player.obstruction, player.occlusion) = (-3, -6)
        let source: any AVAudio3DMixing = player
        expect(source.position.x == 1, "the source is elsewhere")
        let algorithms = environment.applicableRenderingAlgorithms.compactMap {
            AVAudio3DMixingRenderingAlgorithm(rawValue: $0.intValue)
        }
        expect(!algorithms.isEmpty, "no algorithm")
    }

    func instantiate() {
        let description = AudioComponentDescription(
            componentType: kAudioUnitType_Effect, componentSubType: kAudioUnitSubType_Reverb2,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0,
            componentFlagsMask: 0)
        AVAudioUnit.instantiate(with: description, options: []) { unit, error in
            guard let unit else { return print(error as Any) }
            DispatchQueue.main.async { self.attach(unit) }
        }
        attach(AVAudioUnitEffect(audioComponentDescription: description))
    }

    func instantiateLater(_ description: AudioComponentDescription) async throws {
        attach(try await AVAudioUnit.instantiate(with: description, options: .loadOutOfProcess))
    }

    private func attach(_ unit: AVAudioUnit) {
        engine.attach(unit)
    }
}

@MainActor
func tryEffectNodes() {
    let chain = EffectChain()
    chain.connect(AVAudioFormat(standardFormatWithSampleRate: 44_100, channels: 2))
    chain.change()
    chain.place()
    chain.instantiate()
    expect(chain.engine.attachedNodes.count >= 8, "units are missing")
}
