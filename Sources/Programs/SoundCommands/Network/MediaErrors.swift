import CommandLineTool
import MediaSources

extension ProgramError {
    /// The error of a sound that a server does not send, or that cannot be played.
    init(_ failure: MediaFailure, of address: WebAddress) {
        let (code, advice) = Self.remedy(failure, address)
        var reason = failure.reason
        if reason.hasSuffix(".") { reason.removeLast() }
        // The address is the place of the message, and its subject.
        reason = reason.replacing("Cannot Open: the media ", with: "")
        for form in [address.text, address.shown] {
            reason = reason.replacing(" (\(form))", with: "").replacing(form, with: "it")
        }
        // A playlist leads elsewhere: that is named, too.
        if let url = failure.url, url != address.text, url != address.shown {
            let shown = WebAddress.shown(url)
            reason = reason.replacing(url, with: shown)
            if !reason.contains(shown) { reason += " (\(shown))" }
        }
        // Abbreviations, as SSL, stay as they are.
        if reason.dropFirst().first?.isUppercase != true {
            reason = reason.prefix(1).lowercased() + reason.dropFirst()
        }
        self.init(code, reason, in: address.shown, advice: advice)
    }

    /// Whether the media is of a kind that is not played as it arrives.
    var isOfUnknownSound: Bool { advice == Self.unknownSoundAdvice }

    private static let unknownSoundAdvice = "see 'sori info' for what it is"

    /// The exit code and the advice for an error that apps see.
    ///
    /// Source: the codes of `NSURLErrorDomain` and `AVFoundationErrorDomain`.
    private static func remedy(
        _ failure: MediaFailure, _ address: WebAddress
    ) -> (ExitCode, String) {
        switch failure.code {
        // Its library is missing, which the reason names.
        case -1 where failure.reason.contains("needs libcurl"): (.deviceMissing, "")
        case -1001, -1005: (.deviceMissing, "try again later")
        case -1003, -1004: (.deviceMissing, "check the address and the network")
        case -1009: (.deviceMissing, "check the network")
        case -1206 ... -1200:
            (.deviceMissing, "check the address, the clock and SSL_CERT_FILE")
        case -1100: (.badInput, address.isLocal ? "check the playlist" : "check the address")
        case -1102 where address.isLocal: (.badInput, "check its permissions")
        case -1102: (.badInput, "the server wants a user and a password, or another address")
        case -1002, -1007, -1010: (.badInput, "give the address that it leads to")
        case -11_828, -11_829: (.badInput, unknownSoundAdvice)
        case -11_850: (.badInput, "save it to a file, and play that")
        default: (.badInput, "try again later, or check the address")
        }
    }

    /// The error of an address in a build that has no network.
    static func noNetwork(_ address: WebAddress) -> ProgramError {
        ProgramError(
            .deviceMissing, "this build of sori plays no addresses: it has no trait HTTP",
            in: address.shown, advice: "use curl: curl -sL ADDRESS | sori play -")
    }
}
