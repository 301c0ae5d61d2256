/// An encoded picture, whose pixels are decoded only when they are needed.
package struct Picture: Hashable, Sendable {
    /// The bytes of the file.
    package let bytes: [UInt8]

    /// - Parameter bytes: A picture's file.
    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}
