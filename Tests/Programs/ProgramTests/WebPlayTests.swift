#if HTTP
    import CommandLineTool
    import Foundation
    import SoundCommands
    import TestHTTPServer
    import TestSupport
    import Testing

    @Suite("Sounds of a server at the prompt")
    struct WebPlayTests {
        private let folder: TemporaryFolder
        private let server: TestHTTPServer

        init() throws {
            folder = try TemporaryFolder()
            server = try TestHTTPServer()
            try folder.writeWAV(
                (0..<30_000).map { Float(sin(Double($0) * 0.05)) / 2 }, rate: 44_100, as: "in.wav")
            server.serve("/in.wav", try folder.data("in.wav"), type: "audio/wav")
        }

        private func run(_ words: String...) throws -> BuiltProgram.Result {
            try BuiltProgram.sori.run(words)
        }

        @Test("are written as the file is", arguments: ["", "?norange", "?nolen", "?cutonce=9000"])
        func rendered(query: String) throws {
            let file = try run(
                "play", folder.file("in.wav"), "--output", "file:" + folder.file("a.wav"))
            let web = try run(
                "play", server.url("/in.wav" + query), "--output", "file:" + folder.file("b.wav"))
            #expect(file.code == 0 && web.code == 0, "\(web.errors)")
            #expect(try folder.data("b.wav") == folder.data("a.wav"))
        }

        @Test("are played in a list with files, each by its name")
        func played() throws {
            try folder.write(
                "#EXTM3U\n#EXTINF:1,Song\nin.wav\n\(server.url("/in.wav?tag=x"))\n".utf8,
                as: "list.m3u")
            let result = try run("play", "--output", "null", folder.file("list.m3u"))
            #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
            let lines = result.output.split(separator: "\n")
            #expect(lines.count { $0.hasPrefix("playing in.wav (0:00.") } == 2)
            #expect(lines.count { $0.hasPrefix("finished in.wav at 0:00.") } == 2)
        }

        @Test(
            "come encrypted from a server whose authority the environment names, and else not",
            .enabled(if: ExternalProgram.openssl.isInstalled, "openssl is not installed"))
        func encrypted() throws {
            let sound = Array(try folder.data("in.wav"))
            let secure = try TLSServer(["in.wav": TLSServer.response(sound, type: "audio/wav")])
            let words = ["play", "--output", "null", secure.url("in.wav")]
            let played = try BuiltProgram.sori.run(
                words, environment: ["SSL_CERT_FILE": secure.authority, "CURL_CA_BUNDLE": ""])
            #expect(played.code == 0 && played.errors.isEmpty, "\(played.errors)")
            let refused = try BuiltProgram.sori.run(
                words, environment: ["SSL_CERT_FILE": "", "CURL_CA_BUNDLE": ""])
            #expect(refused.code == 4)
            #expect(refused.errors.contains("certificate"), "\(refused.errors)")
            #expect(!refused.errors.contains("sSL"))
            #expect(refused.errors.hasPrefix("sori: \(secure.url("in.wav")): "))
            #expect(refused.errors.hasSuffix("the clock and SSL_CERT_FILE\n"))
        }

        @Test("can be sought and left, by keys and to a time")
        func sought() throws {
            try folder.writeWAV(
                [Float](repeating: 0.1, count: 8_000 * 300), rate: 8_000, as: "long.wav")
            server.serve("/long.wav", try folder.data("long.wav"), type: "audio/wav")
            let part = try run(
                "play", "--output", "null", "--from", "4:59", "--to", "4:59.5",
                server.url("/long.wav"))
            #expect(part.code == 0, "\(part.errors)")
            #expect(part.output.hasSuffix("finished long.wav at 4:59.5\n"), "\(part.output)")
            let shell = try ShellOnTerminal(
                "\"$SORI\" play --output null '\(server.url("/long.wav"))'; echo \"ended $?\"",
                in: folder)
            try shell.expect(">  long.wav  0:0")
            shell.terminal.type("..")
            try shell.expect("2:0")
            shell.terminal.type(" ")
            try shell.expect("|| long.wav")
            shell.terminal.type("q")
            try shell.expect("ended 0")
            #expect(try shell.waitForExit() == 0)
        }

        #if FFmpeg
            @Test("are radios, whose titles are shown")
            func radio() throws {
                try folder.writeWAV(
                    (0..<441_000).map { Float(sin(Double($0) * 0.05)) / 2 }, rate: 44_100,
                    as: "radio.wav")
                try folder.convert("radio.wav", "radio.mp3", "--bitrate", "64k")
                server.serveRadio(
                    "/live", try folder.data("radio.mp3"), titles: [0: "Band - Song", 3: "Other"])
                server.serve(
                    "/station.pls",
                    Array("[playlist]\nFile1=\(server.url("/live?every=4000&rate=16000"))\n".utf8),
                    type: "audio/x-scpls")
                let shell = try ShellOnTerminal(
                    "\"$SORI\" play --output null '\(server.url("/station.pls"))'", in: folder)
                try shell.expect(">  Band - Song")
                shell.terminal.type(" ")
                try shell.expect("|| Band - Song")
                shell.terminal.type(" .")
                try shell.expect("a live stream cannot seek")
                shell.terminal.type("q")
                #expect(try shell.waitForExit() == 0)
                let info = try run("info", server.url("/live?every=4000"))
                #expect(info.code == 0, "\(info.errors)")
                for line in [
                    "  format    MPEG layer 3, 44100 Hz, mono", "  duration  live",
                    "  station   Test", "  now       Band - Song",
                ] { #expect(info.output.contains(line + "\n"), "\(info.output)") }
            }

            @Test("are Ogg radios, whose bitstreams follow each other with their titles")
            func oggRadio() throws {
                try folder.convert("in.wav", "a.opus")
                try folder.write(
                    try folder.data("a.opus") + folder.data("a.opus"), as: "chain.opus")
                server.serveRadio(
                    "/ogg", try folder.data("chain.opus"), titles: [:], type: "audio/ogg")
                let file = try run(
                    "play", folder.file("chain.opus"), "--output", "file:" + folder.file("a.wav"))
                let web = try run(
                    "play", server.url("/ogg?every=0"), "--output", "file:" + folder.file("b.wav"))
                #expect(file.code == 0 && web.code == 0, "\(web.errors)")
                #expect(try folder.data("b.wav") == folder.data("a.wav"))
                let heard = try run("play", server.url("/ogg?every=0"), "--output", "null")
                #expect(heard.code == 0 && heard.errors.isEmpty, "\(heard.errors)")
                let info = try run("info", server.url("/ogg?every=0"))
                #expect(info.output.contains("Opus, 48000 Hz, mono\n"), "\(info.errors)")
            }

            @Test("are HTTP Live Streaming, of which the variants are told")
            func streaming() throws {
                try folder.convert("in.wav", "in.aac")
                server.serve("/hls/a.aac", try folder.data("in.aac"), type: "audio/aac")
                server.serve(
                    "/hls/low.m3u8",
                    Array(
                        """
                        #EXTM3U
                        #EXT-X-VERSION:3
                        #EXT-X-TARGETDURATION:1
                        #EXTINF:0.7,
                        a.aac
                        #EXT-X-ENDLIST

                        """.utf8), type: "application/vnd.apple.mpegurl")
                server.serve(
                    "/hls/master.m3u8",
                    Array(
                        """
                        #EXTM3U
                        #EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS="mp4a.40.2"
                        low.m3u8

                        """.utf8), type: "application/vnd.apple.mpegurl")
                let played = try run("play", "--output", "null", server.url("/hls/master.m3u8"))
                #expect(played.code == 0 && played.errors.isEmpty, "\(played.errors)")
                let info = try run("info", server.url("/hls/master.m3u8"))
                #expect(
                    info.output.contains(
                        "  variant   64 kbit/s, mp4a.40.2, \(server.url("/hls/low.m3u8"))\n"),
                    "\(info.output)\(info.errors)")
            }

            @Test("are a playlist of HTTP Live Streaming whose segments are files")
            func localStreaming() throws {
                try folder.convert("in.wav", "in.aac")
                try folder.makeFolder("low quality")
                try folder.write(try folder.data("in.aac"), as: "low quality/a.aac")
                let low = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:0.7,\na.aac\n"
                try folder.write(
                    (low + "#EXT-X-ENDLIST\n").utf8, as: "low quality/low.m3u8")
                try folder.write(
                    """
                    #EXTM3U
                    #EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS="mp4a.40.2"
                    low%20quality/low.m3u8

                    """.utf8, as: "master.m3u8")
                let aac = try run(
                    "play", folder.file("in.aac"), "--output", "file:" + folder.file("a.wav"))
                let stream = try run(
                    "play", folder.file("master.m3u8"), "--output", "file:" + folder.file("b.wav"))
                #expect(aac.code == 0 && stream.code == 0, "\(stream.errors)")
                #expect(try folder.data("b.wav").count >= folder.data("a.wav").count - 8192)
                let heard = try run("play", folder.file("master.m3u8"), "--output", "null")
                #expect(heard.code == 0 && heard.errors.isEmpty, "\(heard.errors)")
                #expect(heard.output.contains("playing master.m3u8 (0:00."), "\(heard.output)")
                // A segment that is missing is named, with its playlist.
                let list = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nno.aac\n"
                try folder.write((list + "#EXT-X-ENDLIST\n").utf8, as: "bad.m3u8")
                let bad = try run("play", folder.file("bad.m3u8"), "--output", "null")
                #expect(bad.code == 3)
                #expect(bad.errors.hasPrefix("sori: \(folder.file("bad.m3u8")): "))
                #expect(bad.errors.contains("\(folder.file("no.aac"))"), "\(bad.errors)")
            }
        #endif

        @Test("name what a playlist leads to where that fails")
        func failingEntry() throws {
            let gone = server.url("/gone")
            let entry = gone.replacing("//", with: "//me:secret@")
            server.serve(
                "/list.m3u", Array("#EXTM3U\n\(entry)\n".utf8), type: "audio/x-mpegurl")
            let result = try run("play", "--output", "null", server.url("/list.m3u"))
            #expect(result.code == 3)
            #expect(result.errors.hasPrefix("sori: \(server.url("/list.m3u")): "))
            #expect(result.errors.contains("status 404 (\(gone))"), "\(result.errors)")
            #expect(!result.errors.contains("secret"))
        }

        @Test("are described and converted")
        func described() throws {
            let info = try run("info", "--json", server.url("/in.wav"))
            let object = try JSONSerialization.jsonObject(with: Data(info.output.utf8))
            let values = try #require(object as? [String: Any])
            #expect(values["path"] as? String == server.url("/in.wav"))
            #expect(values["live"] as? Bool == false && values["seekable"] as? Bool == true)
            #expect((values["duration"] as? Double).map { abs($0 - 0.680272) < 1e-5 } == true)
            try folder.convert("in.wav", "file.aiff")
            let web = try run("convert", server.url("/in.wav"), folder.file("web.aiff"))
            #expect(web.code == 0 && web.errors.isEmpty, "\(web.errors)")
            #expect(try folder.data("web.aiff") == folder.data("file.aiff"))
        }

        @Test(
            "that fail say what and where and what to do",
            arguments: [
                ("/missing", 3, "the server has answered by status 404; check the address"),
                ("/loop", 3, ""), ("/text", 3, "see 'sori info' for what it is"),
            ])
        func failing(path: String, code: Int32, words: String) throws {
            server.serve("/text", Array("This is no sound.\n".utf8), type: "text/plain")
            let result = try run("play", "--output", "null", server.url(path))
            #expect(result.code == code)
            #expect(
                result.errors.hasPrefix("sori: \(server.url(path)): "), "\(result.errors)")
            #expect(
                result.errors.hasSuffix(words.isEmpty ? "\n" : words + "\n"), "\(result.errors)")
            #expect(result.output.isEmpty)
            guard path == "/text" else { return }
            let info = try run("info", server.url(path))
            #expect(info.code == 3)
            #expect(
                info.errors.contains(" (text/plain); open it in a browser"), "\(info.errors)")
        }

        @Test(
            "are missed with exit code 4 where nothing answers, without a password in the message")
        func unreachable() throws {
            server.stop()
            let address = server.url("/a.mp3").replacing("//", with: "//me:secret@")
            let result = try run("play", "--output", "null", address)
            #expect(result.code == 4)
            #expect(result.errors.hasPrefix("sori: \(server.url("/a.mp3")): "), "\(result.errors)")
            #expect(!result.errors.contains("secret"))
        }
    }
#endif
