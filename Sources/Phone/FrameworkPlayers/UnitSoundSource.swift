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
        /// What has not been supplied yet.
        var rest: RepeatedSound?
        var isOver = false
        var ended: (@Sendable (HostTime) -> Void)?
    }

    let format: AudioStreamBasicDescription
    private let channelCount: Int
    private let state: Mutex<State>

    init(_ sound: PlayerSound) throws {
        let repeated = try RepeatedSound(sound)
        channelCount = repeated.channelCount
        format = AudioStreamBasicDescription(
            mSampleRate: repeated.sampleRate, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagsNativeFloatPacked,
            mBytesPerPacket: UInt32(4 * channelCount), mFramesPerPacket: 1,
            mBytesPerFrame: UInt32(4 * channelCount), mChannelsPerFrame: UInt32(channelCount),
            mBitsPerChannel: 32, mReserved: 0)
        state = Mutex(State(rest: repeated))
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
            (state.rest, state.ended) = (nil, nil)
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
        while taken.count < frameCount * channelCount,
            let piece = state.rest?.take(frameCount - taken.count / channelCount)
        {
            taken += piece
        }
        return taken
    }
}

let unitSoundCallback: AURenderCallback = { context, _, time, _, frameCount, list in
    guard let list else { return noErr }
    Unmanaged<UnitSoundSource>.fromOpaque(context).takeUnretainedValue()
        .render(Int(frameCount), at: time.pointee, into: list)
    return noErr
}
