package import AudioCodecs

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension MediaFailure {
    /// What an app sees of an error in media.
    ///
    /// Source: errors that developers have reported, `docs/facts.md`.
    ///
    /// - Parameter url: The address; `nil` for files, unless the file is not there.
    package init(_ error: FormatError, url: String? = nil) {
        let media = "AVFoundationErrorDomain"
        switch error.reason {
        case .cannotOpen(let number):
            let code = number == EACCES || number == EPERM ? -1102 : -1100
            self.init(
                domain: "NSURLErrorDomain", code: code, reason: "The file \(error).", url: url)
        case .notAFile:
            self.init(
                domain: "NSURLErrorDomain", code: -1101, reason: "The file \(error).", url: url)
        case .unknownContainer, .containerNotRead, .unsupportedCoding, .missingLibrary, .empty:
            self.init(
                domain: media, code: -11_828, reason: "Cannot Open: the media \(error).",
                underlyingStatus: -12_847, url: url)
        case .cannotRead, .cannotWrite, .replaced, .endsEarly, .missing, .badField, .tooLarge:
            self.init(
                domain: media, code: -11_829, reason: "Cannot Open: the media \(error).",
                underlyingStatus: -12_848, url: url)
        }
    }

    /// The media services were reset: everything that was open is lost.
    package static var servicesWereReset: MediaFailure {
        MediaFailure(
            domain: "AVFoundationErrorDomain", code: -11_819,
            reason: "The media services were reset.")
    }
}
