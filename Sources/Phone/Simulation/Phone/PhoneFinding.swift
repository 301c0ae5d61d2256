extension SimulatedPhone {
    /// A request that the phone cannot fulfil, a contradiction between samples and policy, or
    /// behaviour of the phone that a device may not have; see `Settings.faithfulness`.
    ///
    /// It conforms to `Error` so that a test can record it directly.
    public struct Finding: Error, CustomStringConvertible {
        /// Time since the phone was switched on.
        public let time: Duration
        /// The finding as a sentence.
        public let description: String
    }
}
