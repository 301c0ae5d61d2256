package import AudioModel
import Synchronization

/// The sound around a phone, which its microphones pick up.
package final class RoomSound: Sendable {
    private struct State {
        var sound: SoundBuffer?
        /// Whether the sound repeats when it ends.
        var loops = false
        /// Frame of the phone's time at which it began.
        var start = 0
    }

    package static let sampleRate = 48_000.0

    private let state = Mutex(State())

    package init() {}

    /// - Parameter sound: Mono, 48 kHz; `nil` for silence.
    package func change(to sound: SoundBuffer?, loops: Bool, at frame: Int) {
        state.withLock { $0 = State(sound: sound, loops: loops, start: frame) }
    }

    fileprivate func hear(
        _ samples: UnsafeMutablePointer<Float>, from frame: Int, frameCount: Int
    ) {
        let state = state.withLock { $0 }
        for index in 0..<frameCount {
            let position = frame + index - state.start
            samples[index] = 0
            guard let sound = state.sound, position >= 0, sound.frameCount > 0 else { continue }
            if state.loops {
                samples[index] = sound.samples[position % sound.frameCount]
            } else if position < sound.frameCount {
                samples[index] = sound.samples[position]
            }
        }
    }
}

/// The sound of a room as one microphone picks it up, from the phone's first frame on.
package struct RoomListener: SampleGenerator, Sendable {
    package let channelCount = 1
    package let sampleRate = RoomSound.sampleRate
    private let room: RoomSound
    private var frame = 0

    package init(_ room: RoomSound) {
        self.room = room
    }

    package mutating func generate(into samples: UnsafeMutablePointer<Float>, frameCount: Int)
        -> Int
    {
        room.hear(samples, from: frame, frameCount: frameCount)
        frame += frameCount
        return frameCount
    }
}
