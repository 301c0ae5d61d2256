import HTTPTransfers
import TestHTTPServer
import TestSupport
import Testing

@Suite(
    "Encrypted transfers", .enabled(if: BuildTraits.hasHTTP, "built without HTTP"),
    .enabled(if: ExternalProgram.openssl.isInstalled, "openssl is not installed"),
    .timeLimit(.minutes(2)))
struct EncryptedTransfersTests {
    private let file = testBytes(100_000)

    private func server(
        _ more: [String: [UInt8]] = [:], for subject: TLSServer.Subject = .itself
    ) throws -> TLSServer {
        let response = TLSServer.response(file, type: "audio/mpeg")
        return try TLSServer(more.merging(["file": response]) { $1 }, for: subject)
    }

    @Test("bring what a server sends whose authority is trusted")
    func trusted() throws {
        let server = try server()
        let service = CurlTransfers(authorities: .init(file: server.authority))
        let events = service.run(TransferRequest(url: server.url("file")))
        #expect(events.response?.status == 200)
        #expect(events.bytes == file)
        #expect(events.hasFinished, "\(events.failure?.reason ?? "")")
    }

    @Test("are refused where the authority is unknown, and say so")
    func unknownAuthority() throws {
        let server = try server()
        for authorities in [
            CertificateAuthorities(), CertificateAuthorities(file: "/nowhere/ca.pem"),
        ] {
            let events = CurlTransfers(authorities: authorities)
                .run(TransferRequest(url: server.url("file")))
            #expect(events.failure?.kind == .insecureConnection)
            #expect(events.failure?.kind.rawValue == -1200)
            #expect(events.response == nil && events.bytes.isEmpty)
            let reason = events.failure?.reason ?? ""
            #expect(reason.lowercased().contains("certificate"), "\(reason)")
            #expect(reason.hasSuffix(" (\(server.url("file")))."), "\(reason)")
        }
    }

    @Test("are refused where the certificate is another server's")
    func anotherName() throws {
        let server = try server(for: .another)
        let service = CurlTransfers(authorities: .init(file: server.authority))
        let events = service.run(TransferRequest(url: server.url("file")))
        #expect(events.failure?.kind == .insecureConnection)
        #expect(events.response == nil)
        let reason = events.failure?.reason ?? ""
        #expect(reason.contains("127.0.0.1"), "\(reason)")
    }

    @Test("follow redirects to https and none to http")
    func redirects() throws {
        let plain = try TestHTTPServer()
        plain.serve("/file", file)
        let server = try server([
            "away": TLSServer.redirect(to: plain.url("/file")),
            "on": TLSServer.redirect(to: "/file"),
        ])
        let service = CurlTransfers(authorities: .init(file: server.authority))
        let away = service.run(TransferRequest(url: server.url("away")))
        #expect(away.failure?.kind == .redirectRefused)
        #expect(away.redirects.isEmpty && away.response == nil)
        #expect(plain.log.isEmpty)
        let on = service.run(TransferRequest(url: server.url("on")))
        #expect(on.redirects == [server.url("file")])
        #expect(on.bytes == file)
        plain.handle("/up") { [url = server.url("file")] _, connection in
            connection.sendStatus(302, headers: ["Location": url])
        }
        let upward = service.run(TransferRequest(url: plain.url("/up")))
        #expect(upward.bytes == file)
    }

    @Test("trust the authorities that the environment names")
    func environment() {
        func authorities(_ values: [String: String]) -> CertificateAuthorities {
            CertificateAuthorities { values[$0] }
        }
        #expect(authorities([:]) == CertificateAuthorities())
        #expect(authorities(["SSL_CERT_FILE": ""]) == CertificateAuthorities())
        #expect(
            authorities(["SSL_CERT_FILE": "a.pem", "SSL_CERT_DIR": "certs"])
                == CertificateAuthorities(file: "a.pem", folder: "certs"))
        #expect(
            authorities(["SSL_CERT_FILE": "a.pem", "CURL_CA_BUNDLE": "b.pem"])
                == CertificateAuthorities(file: "b.pem"))
    }
}
