import SpeechSynthesis
import TestSupport
import Testing

/// Tests the synthesis of texts without a phone.
@Suite("Speech from text", .enabled(if: BuildTraits.hasSpeech))
struct SpeechReaderTests {
    private struct Speech {
        var samples: [Float] = []
        var words: [String] = []
        var wordFrames: [Int] = []
        var bookmarks: [String] = []
        var longestChunk = 0
    }

    private func speak(
        _ text: SpeechText, language: String = "en-US",
        _ settings: SpeechReader.Settings = SpeechReader.Settings()
    ) throws -> Speech {
        let voice = try #require(SpeechVoice.find(language: language))
        var reader = SpeechReader(text, voice: voice, settings: settings)
        var speech = Speech()
        let units = Array(text.string.utf16)
        while let chunk = reader.next() {
            for event in chunk.events {
                switch event.kind {
                case .word(let range):
                    speech.words.append(String(decoding: units[range], as: UTF16.self))
                    speech.wordFrames.append(speech.samples.count + event.frame)
                case .bookmark(let name): speech.bookmarks.append(name)
                case .sentence: break
                }
            }
            speech.longestChunk = max(speech.longestChunk, chunk.samples.count)
            speech.samples += chunk.samples
        }
        return speech
    }

    @Test(
        "reports each word once, in order, with its range",
        arguments: [
            ("en-US", "Hello, world! This is (a) test.", "Hello|world|This|is|a|test"),
            (
                "en-US", "The cat of the house — naïve café 😀 at 12:30, 1,234.5 e-mails.",
                "The|cat|of|the|house|naïve|café|😀|at|12:30|1,234.5|e-mails"
            ),
            ("de-DE", "Grüße aus München 👩‍👩‍👧 jetzt.", "Grüße|aus|München|👩‍👩‍👧|jetzt"),
            ("en-US", " x\u{301}  y \n z\u{1}w\u{0} ", "x\u{301}|y|z|w"),
        ])
    func words(language: String, text: String, expected: String) throws {
        let speech = try speak(SpeechText(text), language: language)
        #expect(speech.words == expected.split(separator: "|").map(String.init))
        #expect(speech.wordFrames == speech.wordFrames.sorted())
        #expect(speech.wordFrames.allSatisfy { $0 < speech.samples.count })
    }

    @Test("reports the characters of a script without spaces")
    func unspaced() throws {
        let speech = try speak(SpeechText("你好世界。今天"), language: "zh-CN")
        #expect(speech.words.count > 1)
        #expect(speech.words.joined() == "你好世界。今天")
    }

    @Test("gives the same samples for the same text, whatever was spoken before")
    func determinism() throws {
        let text = SpeechText("The same words, every time.")
        let first = try speak(text)
        _ = try speak(SpeechText("Etwas anderes."), language: "de-DE")
        #expect(try speak(text).samples == first.samples)
        #expect(first.samples.contains { abs($0) > 0.05 })
    }

    @Test("makes a long text piece by piece")
    func pieces() throws {
        // 100,000 characters without a sentence's end, and a word of a thousand.
        let words = String(repeating: "word ", count: 400) + String(repeating: "a", count: 1000)
        let speech = try speak(SpeechText(words))
        #expect(speech.words.count >= 401)
        #expect(speech.longestChunk < 120 * Int(SpeechVoice.sampleRate))
        #expect(speech.samples.count > 3 * speech.longestChunk)
    }

    @Test("follows rate, pitch and volume")
    func settings() throws {
        let text = SpeechText("One two three four five six seven eight.")
        let normal = try speak(text)
        let fast = try speak(text, SpeechReader.Settings(rate: 1))
        let slow = try speak(text, SpeechReader.Settings(rate: 0))
        #expect(fast.samples.count * 3 < normal.samples.count * 2)
        #expect(slow.samples.count > normal.samples.count * 3 / 2)
        let quiet = try speak(text, SpeechReader.Settings(volume: 0.25))
        #expect(quiet.samples == normal.samples.map { $0 * 0.25 })
        let high = try speak(text, SpeechReader.Settings(pitch: 2))
        #expect(high.samples != normal.samples)
    }

    @Test("has no voice for an unknown language, and the nearest for an unknown region")
    func voices() {
        #expect(SpeechVoice.find(language: "xx-YY") == nil)
        #expect(SpeechVoice.find(language: "") == nil)
        for tag in ["en-US", "en-GB", "de-DE", "fr-FR", "es-ES", "ja-JP", "zh-CN", "pt-BR"] {
            #expect(SpeechVoice.find(language: tag)?.language == tag)
        }
        #expect(SpeechVoice.find(language: "en-AU")?.language == "en-GB")
        #expect(SpeechVoice.find(language: "de")?.language == "de-DE")
        #expect(Set(SpeechVoice.all.map(\.identifier)).count == SpeechVoice.all.count)
    }

    // MARK: Markup

    @Test(
        "refuses what is no speak element",
        arguments: [
            "", "Hello", "<speak>", "<speak>a</p></speak>", "<p>a</p>", "<speak>a</speak>b",
            "<speak>&unknown;</speak>", "<speak a=1>x</speak>", "<speak/><speak/>",
            "<speak>a<!-- </speak>", "<speak><![CDATA[x</speak>", "<speak a='1' a='2'>x</speak>",
            String(repeating: "<speak>", count: 100_000),
        ])
    func invalidMarkup(document: String) {
        #expect(SpeechText(ssml: document) == nil)
    }

    @Test("keeps the text of a document")
    func markupText() throws {
        let text = try #require(
            SpeechText(
                ssml: """
                    <?xml version="1.0"?><speak>Hello <emphasis>World</emphasis>
                    <!-- no --> &amp; &#x1F600;<sub alias="World Wide Web">WWW</sub></speak>
                    """))
        #expect(text.string == "Hello World & 😀WWW")
        #expect(SpeechText(ssml: "<speak>Hello World</speak>")?.string == "Hello World")
    }

    @Test("follows breaks, bookmarks, aliases and prosody")
    func markup() throws {
        let plain = try speak(SpeechText(ssml: "<speak>One two.</speak>") ?? SpeechText(""))
        let pause = try speak(
            #require(SpeechText(ssml: "<speak>One <break time='2s'/>two.</speak>")))
        #expect(pause.samples.count > plain.samples.count + Int(1.5 * SpeechVoice.sampleRate))
        let mark = try speak(
            #require(SpeechText(ssml: "<speak>One <mark name='here'/>two.</speak>")))
        #expect(mark.bookmarks == ["here"])
        let alias = try speak(
            #require(
                SpeechText(ssml: "<speak>The <sub alias='World Wide Web'>WWW</sub>.</speak>")))
        #expect(alias.words == ["The", "WWW"])
        let silent = try speak(
            #require(SpeechText(ssml: "<speak><prosody volume='silent'>One</prosody></speak>")))
        #expect(silent.samples.allSatisfy { $0 == 0 } && !silent.samples.isEmpty)
    }
}
