extension SimulatedPhone {
    /// A request that the phone cannot fulfil, or a contradiction between samples and policy.
    ///
    /// It conforms to `Error` so that a test can record it directly.
    public struct Finding: Error, CustomStringConvertible {
        /// Time since the phone was switched on.
        public let time: Duration
        /// The finding as a sentence.
        public let description: String
    }
}
