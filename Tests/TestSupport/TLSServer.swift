import Foundation

/// An HTTPS server on 127.0.0.1, by the program `openssl`, with a certificate that is made at run time.
/// It answers one connection after the other, and ends when it is released.
package final class TLSServer {
    /// The names of servers that the certificate is for.
    package enum Subject: String {
        /// The address at which the server answers.
        case itself = "IP:127.0.0.1"
        case another = "DNS:another.invalid"
    }

    package struct Failure: Error {}

    private let folder: TemporaryFolder
    private let process = TestProcess()
    private let output = Pipe()
    /// The port that the system has chosen.
    package let port: Int

    /// Starts a server with a certificate that an authority has signed.
    ///
    /// - Parameter responses: What is sent, head and body, by the name that is asked for.
    package init(_ responses: [String: [UInt8]], for subject: Subject = .itself) throws {
        folder = try TemporaryFolder()
        let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc"]
        try ExternalProgram.openssl.run(
            ["req", "-x509", "-days", "2", "-subj", "/CN=Authority of a test"] + key
                + ["-keyout", "ca.key", "-out", "ca.pem"], in: folder.url)
        try ExternalProgram.openssl.run(
            ["req", "-x509", "-days", "2", "-subj", "/CN=Server of a test"] + key
                + ["-CA", "ca.pem", "-CAkey", "ca.key", "-keyout", "own.key", "-out", "own.pem"]
                + ["-addext", "basicConstraints=critical,CA:FALSE"]
                + ["-addext", "subjectAltName=\(subject.rawValue)"], in: folder.url)
        for (name, bytes) in responses {
            try Data(bytes).write(to: URL(fileURLWithPath: folder.file(name)))
        }
        process.executableURL = ExternalProgram.openssl.path.map { URL(fileURLWithPath: $0) }
        process.arguments = [
            "s_server", "-HTTP", "-accept", "127.0.0.1:0", "-cert", "own.pem", "-key", "own.key",
        ]
        process.currentDirectoryURL = folder.url
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        port = try Self.port(from: output)
        // It goes on to print, and waits when nothing reads that.
        output.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
    }

    /// It says where it listens: `ACCEPT 127.0.0.1:40001`.
    private static func port(from output: Pipe) throws -> Int {
        var line: [UInt8] = []
        while true {
            guard let byte = try output.fileHandleForReading.read(upToCount: 1)?.first else {
                throw Failure()
            }
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                continue
            }
            let words = String(decoding: line, as: UTF8.self)
            line = []
            guard words.hasPrefix("ACCEPT ") else { continue }
            guard let port = words.split(separator: ":").last.flatMap({ Int($0) }) else {
                throw Failure()
            }
            return port
        }
    }

    deinit {
        output.fileHandleForReading.readabilityHandler = nil
        process.terminate()
        process.waitUntilExit()
    }

    /// The file with the certificate of the authority.
    package var authority: String { folder.file("ca.pem") }

    package func url(_ name: String) -> String { "https://127.0.0.1:\(port)/\(name)" }

    /// A response with a body.
    package static func response(_ bytes: [UInt8], type: String) -> [UInt8] {
        let head =
            "HTTP/1.0 200 OK\r\nContent-Type: \(type)\r\n"
            + "Content-Length: \(bytes.count)\r\n\r\n"
        return Array(head.utf8) + bytes
    }

    /// A response that leads to another address.
    package static func redirect(to url: String) -> [UInt8] {
        Array("HTTP/1.0 302 Found\r\nLocation: \(url)\r\nContent-Length: 0\r\n\r\n".utf8)
    }
}
