/// Why a text is not one action of the phone.
package struct PhoneActError: Error, Hashable, Sendable {
    package var message: String
}

extension PhoneAct {
    /// Most bytes of an action's text.
    package static let textBytesMax = 1_000

    /// Parses an action of the phone as it stands in a scenario after its time: `switch silent`.
    package init(parsing text: String) throws(PhoneActError) {
        guard text.utf8.count <= Self.textBytesMax, !text.contains(where: { ";\n\r".contains($0) })
        else { throw PhoneActError(message: "expected one action of the phone") }
        do throws(LineError) {
            var cursor = LineCursor(try LineTokenizer.tokens(of: Array(text.utf8)[...]))
            guard let first = cursor.current, first.kind == .bare, !beginsAppName(first.text)
            else { throw cursor.expectedAct }
            self = try cursor.phoneAct()
            try cursor.expectEndOfLine()
        } catch {
            throw PhoneActError(message: error.message)
        }
    }
}

extension LineCursor {
    fileprivate var expectedAct: LineError {
        LineError(column: column, message: "expected one action of the phone: 'switch silent'")
    }
}
