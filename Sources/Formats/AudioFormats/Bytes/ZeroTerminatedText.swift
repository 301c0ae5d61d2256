/// Decodes text up to the first zero byte: as UTF-8, or else as Latin-1.
func text(of bytes: some Collection<UInt8>) -> String {
    let meant = bytes.prefix { $0 != 0 }
    if let text = String(validating: meant, as: UTF8.self) { return text }
    var text = ""
    text.unicodeScalars.append(contentsOf: meant.map { Unicode.Scalar($0) })
    return text
}
