import Foundation

extension DeviceStatus {
    /// The status as JSON with sorted keys.
    package var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else { return "{}" }
        return String(decoding: data, as: UTF8.self)
    }

    /// Reads a status.
    ///
    /// - Throws: `DecodingError` for anything else.
    package init(json: String) throws {
        self = try JSONDecoder().decode(DeviceStatus.self, from: Data(json.utf8))
    }
}
