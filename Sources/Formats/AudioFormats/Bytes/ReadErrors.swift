import AudioCodecs

extension FormatError {
    /// Whether the source failed, so that the error says nothing of the file's content.
    var isReadError: Bool {
        switch reason {
        case .cannotRead, .replaced: shortageEnd == nil
        default: false
        }
    }

    /// Runs an operation that a defect of the file may end without a result.
    ///
    /// - Returns: nil for a defect.
    /// - Throws: Read errors.
    static func unlessDefective<Value>(
        _ operation: () throws(FormatError) -> Value?
    ) throws(FormatError) -> Value? {
        do throws(FormatError) { return try operation() } catch {
            if error.isReadError { throw error }
            return nil
        }
    }
}
