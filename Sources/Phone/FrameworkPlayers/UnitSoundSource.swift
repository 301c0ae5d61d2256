import AudioModel
import AudioToolbox
import SimulatedDevice
import SoundMixer
import Synchronization

/// The sound of a stream as a render callback supplies it.
///
/// Ownership: a mutex guards all that changes; one thread at a time renders.
final class UnitSoundSource: @unchecked Sendable {
    private struct State {
        var generator: (any SampleGenerator)?
        var loopsLeft: Int
        var hasFrames = false
        var isOver = false
        var ended: (@Sendable (HostTime) -> Void)?
    }

    let format: AudioStreamBasicDescription
    private let sound: PlayerSound
    private let channelCount: Int
    private let state: Mutex<State>

    init(_ sound: PlayerSound) throws {
        let generator = try sound.sound.makeGenerator()
        self.sound = sound
        channelCount = generator.channelCount
        format = AudioStreamBasicDescription(
            mSampleRate: generator.sampleRate, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagsNativeFloatPacked,
            mBytesPerPacket: UInt32(4 * channelCount), mFramesPerPacket: 1,
            mBytesPerFrame: UInt32(4 * channelCount), mChannelsPerFrame: UInt32(channelCount),
            mBitsPerChannel: 32, mReserved: 0)
        state = Mutex(State(generator: generator, loopsLeft: sound.loops))
    }

    /// Called once, with the time at which the last frame has been heard.
    var ended: (@Sendable (HostTime) -> Void)? {
        get { state.withLock { $0.ended } }
        set { state.withLock { $0.ended = newValue } }
    }

    var isOver: Bool { state.withLock { $0.isOver } }

    /// Supplies nothing more.
    func cancel() {
        state.withLock { state in
            state.isOver = true
            (state.generator, state.ended) = (nil, nil)
        }
    }

    fileprivate func render(
        _ frameCount: Int, at time: AudioTimeStamp, into list: UnsafeMutablePointer<AudioBufferList>
    ) {
        guard let data = list.pointee.mBuffers.mData else { return }
        let (samples, ended) = state.withLock {
            state -> ([Float], (@Sendable (HostTime) -> Void)?) in
            let samples = take(frameCount, &state)
            guard samples.count < frameCount * channelCount else { return (samples, nil) }
            defer { state.ended = nil }
            return (samples, state.ended)
        }
        // The memory is silent where nothing is written.
        data.copyMemory(from: samples, byteCount: 4 * samples.count)
        let seconds = Double(samples.count / channelCount) / format.mSampleRate
        ended?(HostTime(nanoseconds: Int64(clamping: time.mHostTime)) + .seconds(seconds))
    }

    /// Returns the next frames, interleaved: fewer at the end.
    private func take(_ frameCount: Int, _ state: inout State) -> [Float] {
        var taken: [Float] = []
        while taken.count < frameCount * channelCount, var generator = state.generator {
            let wanted = frameCount - taken.count / channelCount
            var samples = [Float](repeating: 0, count: wanted * channelCount)
            let made = generator.take(&samples, wanted)
            guard made > 0 else {
                state.generator = restart(&state)
                continue
            }
            taken += samples.prefix(made * channelCount)
            (state.generator, state.hasFrames) = (generator, true)
        }
        return taken
    }

    /// Begins the next repetition of a sound that has ended.
    private func restart(_ state: inout State) -> (any SampleGenerator)? {
        // A sound without frames would restart endlessly.
        guard state.loopsLeft != 0, state.hasFrames else { return nil }
        if state.loopsLeft > 0 { state.loopsLeft -= 1 }
        state.hasFrames = false
        return try? sound.sound.makeGenerator()
    }
}

let unitSoundCallback: AURenderCallback = { context, _, time, _, frameCount, list in
    guard let list else { return noErr }
    Unmanaged<UnitSoundSource>.fromOpaque(context).takeUnretainedValue()
        .render(Int(frameCount), at: time.pointee, into: list)
    return noErr
}
