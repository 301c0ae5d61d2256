public import Foundation

extension URL {
    /// The URL with the ending that files of a type should have.
    ///
    /// - Returns: The URL as it is, when its ending is one of the type or the type has none.
    public func appendingPathExtension(for contentType: UTType) -> URL {
        guard let ending = contentType.endingToAppend(toName: lastPathComponent) else {
            return self
        }
        return appendingPathExtension(ending)
    }

    /// Gives the URL the ending that files of a type should have; see `appendingPathExtension(for:)`.
    public mutating func appendPathExtension(for contentType: UTType) {
        self = appendingPathExtension(for: contentType)
    }

    /// The URL of a file or folder in this folder.
    ///
    /// - Parameters:
    ///   - partialName: The name, with an ending or without; one that is not of the type is kept,
    ///     and followed by the type's own.
    ///   - contentType: The type of the file.
    public func appendingPathComponent(
        _ partialName: String, conformingTo contentType: UTType
    ) -> URL {
        appendingPathComponent(
            contentType.completed(name: partialName),
            isDirectory: contentType.conforms(to: .directory))
    }

    /// Goes to a file or folder in this folder; see `appendingPathComponent(_:conformingTo:)`.
    public mutating func appendPathComponent(
        _ partialName: String, conformingTo contentType: UTType
    ) {
        self = appendingPathComponent(partialName, conformingTo: contentType)
    }
}

extension NSString {
    /// The path with the ending that files of a type should have; as of a URL.
    public func appendingPathExtension(for contentType: UTType) -> String {
        guard let ending = contentType.endingToAppend(toName: lastPathComponent) else {
            return description
        }
        return appendingPathExtension(ending) ?? description
    }

    /// The path of a file or folder in this folder; as of a URL.
    public func appendingPathComponent(
        _ partialName: String, conformingTo contentType: UTType
    ) -> String {
        appendingPathComponent(contentType.completed(name: partialName))
    }
}

extension UTType {
    /// The ending that a name lacks to be one of the type.
    fileprivate func endingToAppend(toName name: String) -> String? {
        guard let preferred = preferredFilenameExtension else { return nil }
        let present = (name as NSString).pathExtension
        guard !present.isEmpty else { return preferred }
        let types = UTType.types(
            tag: present, tagClass: .filenameExtension, conformingTo: self)
        let isOfType = types.contains { !$0.isDynamic || $0 == self }
        return isOfType ? nil : preferred
    }

    fileprivate func completed(name: String) -> String {
        endingToAppend(toName: name).map { "\(name).\($0)" } ?? name
    }
}
