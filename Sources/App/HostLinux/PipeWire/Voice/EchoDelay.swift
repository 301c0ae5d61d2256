/// Finds how long after a sound was played its echo is captured, in blocks of 10 ms.
///
/// An echo canceller knows delays of 60 ms or so; those of wireless loudspeakers are longer. The
/// changes of the amplitude's root from block to block are compared with those of what was played earlier.
package struct EchoDelay {
    /// How many blocks later the canceller is given what was played: zero for an echo that it
    /// reaches by itself.
    package private(set) var blocks = 0

    /// The changes of the played sound, the latest first.
    private var played = [Float](repeating: 0, count: EchoDelay.blocksMax)
    private var lastPlayed: Float = 0
    private var lastCaptured: Float = 0
    /// Sums of products for each delay, and of squares, which fade.
    private var products = [Float](repeating: 0, count: EchoDelay.blocksMax)
    private var playedSquares = [Float](repeating: 0, count: EchoDelay.blocksMax)
    private var capturedSquares: Float = 0
    /// The delay that was the likeliest last, and for how many blocks.
    private var candidate = 0
    private var candidateCount = 0

    /// The longest delay plus one: 0.6 s.
    private static let blocksMax = 60
    /// The part of the sums that is left after a block: they are those of a second.
    private static let fading: Float = 0.99
    /// The smallest correlation of an echo.
    private static let correlationMin: Float = 0.5
    /// The number of blocks for which a delay has to be the likeliest.
    private static let blocksOfCandidate = 10
    /// The delays that the canceller reaches, and the one that it is given.
    private static let reached = 0...5
    private static let given = 2
    /// The product of both sums below which there is nothing to compare.
    private static let silence: Float = 1e-9

    package init() {}

    /// Notes the mean squares of two blocks of the same time.
    package mutating func note(captured: Float, played: Float) {
        let change = played.squareRoot().squareRoot() - lastPlayed
        let capturedChange = captured.squareRoot().squareRoot() - lastCaptured
        lastPlayed += change
        lastCaptured += capturedChange
        self.played.removeLast()
        self.played.insert(change, at: 0)
        capturedSquares = Self.fading * capturedSquares + capturedChange * capturedChange
        for delay in 0..<Self.blocksMax {
            let earlier = self.played[delay]
            products[delay] = Self.fading * products[delay] + earlier * capturedChange
            playedSquares[delay] = Self.fading * playedSquares[delay] + earlier * earlier
        }
        follow()
    }

    /// The correlation of what is captured with what was played some blocks earlier, −1 … 1.
    private func correlation(_ delay: Int) -> Float {
        let squares = playedSquares[delay] * capturedSquares
        return squares > Self.silence ? products[delay] / squares.squareRoot() : 0
    }

    private mutating func follow() {
        let likeliest = (0..<Self.blocksMax).max { correlation($0) < correlation($1) } ?? 0
        guard correlation(likeliest) >= Self.correlationMin else { return candidateCount = 0 }
        candidateCount = abs(likeliest - candidate) <= 1 ? candidateCount + 1 : 0
        candidate = likeliest
        guard candidateCount >= Self.blocksOfCandidate,
            !Self.reached.contains(likeliest - blocks)
        else { return }
        blocks = max(likeliest - Self.given, 0)
    }
}
