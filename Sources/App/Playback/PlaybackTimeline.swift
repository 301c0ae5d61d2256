/// The map from the frames of a feed to the frames of the file that they were made from, through
/// loops and at another speed.
///
/// Source frames count the decoded frames of a run, loops included.
struct PlaybackTimeline {
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

    /// Source frames for each frame of the feed.
    private let rate: Double
    /// The passes with frames that may still be in the feed, in order.
    private var passes: [Pass]

    /// - Parameters:
    ///   - start: The position of the feed's first frame.
    ///   - rate: Source frames for each frame of the feed.
    init(from start: Position, rate: Double) {
        self.rate = rate
        passes = [Pass(number: start.pass, sourceFrame: 0, fileFrame: start.fileFrame)]
    }

    /// The pass that is decoded at present.
    var lastPass: Int { passes[passes.count - 1].number }

    /// Begins another pass, from the file's first frame, at a source frame.
    mutating func beginPass(atSourceFrame frame: Int) {
        passes.append(Pass(number: lastPass + 1, sourceFrame: frame, fileFrame: 0))
    }

    /// The position of a frame of the feed.
    func position(ofFeedFrame frame: Int) -> Position {
        let source = sourceFrame(ofFeedFrame: frame)
        let pass = passes.last { $0.sourceFrame <= source } ?? passes[0]
        return Position(
            fileFrame: pass.fileFrame + Int64(source - pass.sourceFrame), pass: pass.number)
    }

    /// The first frame of the feed after pass `number`; `nil` when no later pass has begun.
    func feedFrame(afterPass number: Int) -> Int? {
        passes.first { $0.number > number }.map {
            Int((Double($0.sourceFrame) / rate).rounded())
        }
    }

    /// Forgets the passes before a frame of the feed.
    mutating func forget(beforeFeedFrame frame: Int) {
        let source = sourceFrame(ofFeedFrame: frame)
        if let current = passes.lastIndex(where: { $0.sourceFrame <= source }), current > 0 {
            passes.removeFirst(current)
        }
    }

    private func sourceFrame(ofFeedFrame frame: Int) -> Int {
        rate == 1 ? frame : Int(Double(frame) * rate)
    }
}
