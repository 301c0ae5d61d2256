extension String {
    /// The longest beginning of at most a number of bytes in UTF-8, cut between scalars.
    package func bounded(toBytes byteCountMax: Int) -> String {
        guard utf8.count > byteCountMax else { return self }
        var kept = String.UnicodeScalarView()
        var byteCount = 0
        for scalar in unicodeScalars {
            byteCount += UTF8.width(scalar)
            if byteCount > byteCountMax { break }
            kept.append(scalar)
        }
        return String(kept)
    }
}
