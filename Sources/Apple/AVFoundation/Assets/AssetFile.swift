import AudioCodecs
import AudioFormats
import Synchronization

/// The file of an asset. It is open while someone reads it, and opened again for the next one, so
/// that an app can keep any number of assets. Any thread.
final class AssetFile: Sendable {
    private struct Reference {
        weak var reader: AudioFileReader?
    }

    let path: String
    private let reference = Mutex(Reference())

    init(path: String) {
        self.path = path
    }

    /// The file's headers and packets.
    ///
    /// - Throws: The first defect found.
    func reader() throws(FormatError) -> AudioFileReader {
        if let known = reference.withLock({ $0.reader }) { return known }
        let opened = try AudioFileReader(path: path, hint: .hint(fromName: path))
        return reference.withLock { reference in
            let reader = reference.reader ?? opened
            reference.reader = reader
            return reader
        }
    }
}
