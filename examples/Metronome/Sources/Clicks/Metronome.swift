import AVFAudio
public import AudioToolbox

/// A metronome that clicks to the frame: the render callback of a RemoteIO unit puts each click where it
/// belongs.
///
/// The category is playback, mixed with others: the user plays along with music, and has asked to hear
/// the clicks, whatever the silent switch says. A call stops the metronome; after it a bar begins.
@MainActor
public final class Metronome {
    /// What can go wrong at the start: a call of Core Audio returned a status.
    public struct AudioError: Error {
        public let call: String
        public let status: OSStatus
    }

    /// The tempos in beats a minute.
    public static let tempos = 20.0...400.0

    /// Beats a minute, within `tempos`; may be set while it clicks, and counts from the last click on.
    public var tempo: Double {
        didSet {
            tempo = Self.possible(tempo)
            track.setTempo(tempo)
        }
    }

    /// The nearest tempo; the slowest for what is not a number.
    private static func possible(_ tempo: Double) -> Double {
        min(max(tempos.lowerBound, tempo), tempos.upperBound)
    }

    /// Whether the metronome clicks; not during a call.
    public private(set) var isRunning = false

    /// The number of clicks since the last start.
    public var clickCount: Int { track.count }

    private let track: ClickTrack
    private let unit: AudioUnit
    private var observer: (any NSObjectProtocol)?

    public init(tempo: Double = 120) throws {
        let tempo = Self.possible(tempo)
        self.tempo = tempo
        track = ClickTrack(tempo: tempo)
        try AVAudioSession.sharedInstance().setCategory(
            .playback, mode: .default, options: .mixWithOthers)
        unit = try Self.makeUnit(track)
        observer = NotificationCenter.default.addObserver(
            forName: AVAudioSession.interruptionNotification, object: nil, queue: .main
        ) { [weak self] notification in
            let type = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
            MainActor.assumeIsolated { self?.handleInterruption(type) }
        }
    }

    /// The unit is disposed of before the track that its callback reads.
    isolated deinit {
        if let observer { NotificationCenter.default.removeObserver(observer) }
        AudioOutputUnitStop(unit)
        AudioComponentInstanceDispose(unit)
    }

    // MARK: The unit

    /// Makes a RemoteIO that plays the mono frames of a track.
    private static func makeUnit(_ track: ClickTrack) throws -> AudioUnit {
        var description = AudioComponentDescription(
            componentType: kAudioUnitType_Output, componentSubType: kAudioUnitSubType_RemoteIO,
            componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0,
            componentFlagsMask: 0)
        var made: AudioUnit?
        guard let component = AudioComponentFindNext(nil, &description) else {
            throw AudioError(call: "AudioComponentFindNext", status: -1)
        }
        try check("AudioComponentInstanceNew", AudioComponentInstanceNew(component, &made))
        guard let unit = made else {
            throw AudioError(call: "AudioComponentInstanceNew", status: -1)
        }
        do {
            try configure(unit, track)
        } catch {
            AudioComponentInstanceDispose(unit)
            throw error
        }
        return unit
    }

    private static func configure(_ unit: AudioUnit, _ track: ClickTrack) throws {
        var format = AudioStreamBasicDescription(
            mSampleRate: Click.sampleRate, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked, mBytesPerPacket: 4,
            mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 1, mBitsPerChannel: 32,
            mReserved: 0)
        try check(
            "StreamFormat",
            AudioUnitSetProperty(
                unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, &format,
                UInt32(MemoryLayout.size(ofValue: format))))
        var callback = AURenderCallbackStruct(
            inputProc: renderClicks, inputProcRefCon: Unmanaged.passUnretained(track).toOpaque())
        try check(
            "SetRenderCallback",
            AudioUnitSetProperty(
                unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &callback,
                UInt32(MemoryLayout.size(ofValue: callback))))
        try check("AudioUnitInitialize", AudioUnitInitialize(unit))
    }

    private static func check(_ call: String, _ status: OSStatus) throws {
        guard status == noErr else { throw AudioError(call: call, status: status) }
    }

    // MARK: Time

    /// Begins a bar.
    public func start() throws {
        guard !isRunning else { return }
        try AVAudioSession.sharedInstance().setActive(true)
        track.restart()
        try Self.check("AudioOutputUnitStart", AudioOutputUnitStart(unit))
        isRunning = true
    }

    /// Stops at once.
    public func stop() {
        isRunning = false
        AudioOutputUnitStop(unit)
    }

    private func handleInterruption(_ type: UInt?) {
        switch type.flatMap(AVAudioSession.InterruptionType.init(rawValue:)) {
        case .began: isRunning = false  // The system has stopped the unit.
        case .ended: try? start()
        default: break
        }
    }
}

/// Writes the clicks of a slice. The thread that renders calls it.
private let renderClicks: AURenderCallback = { track, _, time, _, frameCount, list in
    let track = Unmanaged<ClickTrack>.fromOpaque(track).takeUnretainedValue()
    guard let list, let samples = list.pointee.mBuffers.mData else { return noErr }
    track.render(
        samples.assumingMemoryBound(to: Float.self), frameCount: Int(frameCount),
        first: time.pointee.mSampleTime)
    return noErr
}
