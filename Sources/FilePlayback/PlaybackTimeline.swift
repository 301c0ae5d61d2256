/// The map from the frames of a feed to the frames of the file that they were made from, through
/// loops and changes of the rate.
///
/// Source frames count the decoded frames of a run, loops included.
struct PlaybackTimeline {
    /// A part of the feed at one rate.
    private struct Stretch {
        var feedFrame: Int
        var sourceFrame: Double
        var rate: Double
    }

    /// A pass through the file.
    private struct Pass {
        var number: Int
        var sourceFrame: Int
        var fileFrame: Int64
    }

    /// A position in a file that is played several times.
    struct Position: Hashable {
        /// Frames from the file's first valid one.
        var fileFrame: Int64
        /// The number of passes before this one, since playback began.
        var pass: Int
    }

    private var stretches: [Stretch]
    private var passes: [Pass]

    /// - Parameters:
    ///   - start: The position of the feed's first frame.
    ///   - rate: Source frames for each frame of the feed.
    init(from start: Position, rate: Double) {
        stretches = [Stretch(feedFrame: 0, sourceFrame: 0, rate: rate)]
        passes = [Pass(number: start.pass, sourceFrame: 0, fileFrame: start.fileFrame)]
    }

    /// The pass that is decoded at present.
    var lastPass: Int { passes[passes.count - 1].number }

    /// Begins another pass, from the file's first frame, at a source frame.
    mutating func beginPass(atSourceFrame frame: Int) {
        passes.append(Pass(number: lastPass + 1, sourceFrame: frame, fileFrame: 0))
    }

    /// Changes the rate of all source frames from `sourceFrame` on.
    mutating func setRate(_ rate: Double, fromSourceFrame sourceFrame: Int) {
        let last = stretches[stretches.count - 1]
        guard rate != last.rate else { return }
        let start = feedFrame(ofSourceFrame: sourceFrame)
        stretches.append(
            Stretch(feedFrame: start, sourceFrame: Double(sourceFrame), rate: rate))
    }

    /// The position of a frame of the feed.
    func position(ofFeedFrame frame: Int) -> Position {
        let source = sourceFrame(ofFeedFrame: frame)
        let pass = passes.last { Double($0.sourceFrame) <= source } ?? passes[0]
        let offset = Int64(max(source - Double(pass.sourceFrame), 0))
        return Position(fileFrame: pass.fileFrame + offset, pass: pass.number)
    }

    /// The first frame of the feed after pass `number`; `nil` when no later pass has begun.
    func feedFrame(afterPass number: Int) -> Int? {
        passes.first { $0.number > number }.map { feedFrame(ofSourceFrame: $0.sourceFrame) }
    }

    /// Forgets what lies before a frame of the feed.
    mutating func forget(beforeFeedFrame frame: Int) {
        let source = sourceFrame(ofFeedFrame: frame)
        if let current = stretches.lastIndex(where: { $0.feedFrame <= frame }), current > 0 {
            stretches.removeFirst(current)
        }
        if let current = passes.lastIndex(where: { Double($0.sourceFrame) <= source }),
            current > 0
        {
            passes.removeFirst(current)
        }
    }

    private func sourceFrame(ofFeedFrame frame: Int) -> Double {
        let stretch = stretches.last { $0.feedFrame <= frame } ?? stretches[0]
        return stretch.sourceFrame + Double(max(frame - stretch.feedFrame, 0)) * stretch.rate
    }

    private func feedFrame(ofSourceFrame frame: Int) -> Int {
        let stretch = stretches.last { $0.sourceFrame <= Double(frame) } ?? stretches[0]
        let offset = max(Double(frame) - stretch.sourceFrame, 0) / stretch.rate
        return stretch.feedFrame + Int(offset.rounded())
    }
}
