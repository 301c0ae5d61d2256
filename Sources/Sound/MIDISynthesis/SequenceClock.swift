/// The relation of frames and beats while a sequence plays.
package struct SequenceClock: Sendable {
    private let tempoMap: TempoMap
    /// Frames a second, divided by the rate of playing.
    private let framesPerSecond: Double
    private let startFrame: Int
    private let startSecond: Double

    /// - Parameters:
    ///   - startFrame: The frame at which the sequence is at `startBeat`.
    ///   - rate: The factor of the sequence's own speed, above 0.
    package init(
        _ tempoMap: TempoMap, sampleRate: Double, rate: Double = 1, startFrame: Int = 0,
        startBeat: Double = 0
    ) {
        self.tempoMap = tempoMap
        self.startFrame = startFrame
        startSecond = tempoMap.seconds(atBeat: startBeat)
        framesPerSecond = sampleRate / (rate > 0 && rate.isFinite ? rate : 1)
    }

    /// The frame nearest to a beat.
    package func frame(ofBeat beat: Double) -> Int {
        let frames = (tempoMap.seconds(atBeat: beat) - startSecond) * framesPerSecond
        guard frames.isFinite else { return frames > 0 ? .max : startFrame }
        return startFrame + Int(min(max(frames.rounded(), -1e15), 1e15))
    }

    /// The beat that belongs to a frame.
    package func beat(ofFrame frame: Int) -> Double {
        tempoMap.beats(atSecond: seconds(ofFrame: frame))
    }

    /// The sequence's own time at a frame, in seconds at a rate of 1.
    package func seconds(ofFrame frame: Int) -> Double {
        startSecond + Double(frame - startFrame) / framesPerSecond
    }

    /// A beat such that all messages before it, and no others, are due before a frame.
    package func limit(beforeFrame frame: Int) -> Double {
        tempoMap.beats(
            atSecond: startSecond + (Double(frame - startFrame) - 0.5) / framesPerSecond)
    }
}
