import Glibc

/// The authorities that are trusted for certificates of servers, beside what the machine's libcurl is
/// built with.
package struct CertificateAuthorities: Hashable, Sendable {
    /// A file of certificates in PEM, in place of the machine's; `nil` for the machine's.
    package var file: String?
    /// A folder of certificates, by OpenSSL's hashes of their names; `nil` for the machine's.
    package var folder: String?

    package init(file: String? = nil, folder: String? = nil) {
        self.file = file
        self.folder = folder
    }

    /// What the user has chosen, by the variables that the program `curl` and OpenSSL obey:
    /// `CURL_CA_BUNDLE`, or else `SSL_CERT_DIR` and `SSL_CERT_FILE`. An empty one counts as unset.
    package init(environment: (_ name: String) -> String?) {
        func value(_ name: String) -> String? {
            environment(name).flatMap { $0.isEmpty ? nil : $0 }
        }
        if let bundle = value("CURL_CA_BUNDLE") {
            file = bundle
        } else {
            file = value("SSL_CERT_FILE")
            folder = value("SSL_CERT_DIR")
        }
    }

    /// What this process's environment names.
    package static let chosen = CertificateAuthorities { name in
        getenv(name).map { String(cString: $0) }
    }
}
