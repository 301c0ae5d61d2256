#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
#if Speech
    import CEspeak
    import Synchronization
#endif

/// eSpeak NG, loaded for one piece of text at a time.
///
/// The library has one state a process, and keeps some of it from one text to the next (the phase
/// of the voice, the flutter of its pitch), so that the same text would sound different each time.
/// Unloading it between two pieces makes speech a function of its text; loading takes some
/// milliseconds. All calls are serialised: one piece of at most `SpeechText.pieceLengthMax`
/// characters is synthesised at a time. Slow: not for the main thread.
enum EspeakLibrary {
    /// A voice as the library lists it.
    struct ListedVoice {
        var name: String
        var language: String
        var file: String
        var gender: SpeechVoice.Gender
    }

    /// What is to be spoken, and how.
    struct Request {
        var text: String
        /// The name of the voice's file.
        var voice: String
        var wordsPerMinute: Int
        /// The pitch, 0…99: 50 is the voice's own, 100 an octave above.
        var pitch: Int
        /// Whether a sentence's pause follows the last sentence.
        var endsWithPause: Bool
    }

    /// Speech, with the beginnings of its words.
    struct Result {
        /// Samples, full scale ±1.
        var samples: [Float] = []
        var words: [Word] = []

        struct Word {
            /// The first frame.
            var frame: Int
            /// The position of the first character, in Unicode scalars.
            var character: Int
        }
    }

    /// The longest speech of one piece; the rest is left out.
    static let secondsMax = 300

    #if Speech
        /// Loads the C library, for the time of one call.
        private struct Loader {
            func load() -> OpenEspeak? { OpenEspeak() }
        }

        private static let loader = Mutex(Loader())

        static func listVoices() -> [ListedVoice] {
            loader.withLock { $0.load()?.listVoices() ?? [] }
        }

        /// - Returns: The speech; `nil` without the library or the voice.
        static func synthesize(_ request: Request) -> Result? {
            loader.withLock { $0.load()?.synthesize(request) }
        }
    #else
        static func listVoices() -> [ListedVoice] { [] }

        static func synthesize(_ request: Request) -> Result? { nil }
    #endif
}

#if Speech
    /// The loaded library, from its initialisation to its end.
    private final class OpenEspeak {
        private let handle: UnsafeMutableRawPointer

        private typealias InitializePath = @convention(c) (UnsafePointer<CChar>?) -> Void
        private typealias Initialize = @convention(c) (UnsafeMutableRawPointer?) -> UInt32
        private typealias InitializeOutput =
            @convention(c) (
                UInt32, Int32, UnsafePointer<CChar>?
            ) -> UInt32
        private typealias SetCallback = @convention(c) (Callback) -> Void
        private typealias Callback =
            @convention(c) (
                UnsafeMutablePointer<Int16>?, Int32, UnsafeMutablePointer<espeak_EVENT>?
            ) -> Int32
        private typealias SetVoice = @convention(c) (UnsafePointer<CChar>) -> UInt32
        private typealias SetParameter = @convention(c) (UInt32, Int32, Int32) -> UInt32
        private typealias Synthesize =
            @convention(c) (
                UnsafeRawPointer, Int, UInt32, UInt32, UInt32, UInt32,
                UnsafeMutablePointer<UInt32>?,
                UnsafeMutableRawPointer?
            ) -> UInt32
        private typealias ListVoices =
            @convention(c) (
                UnsafeMutableRawPointer?
            ) -> UnsafeMutablePointer<UnsafePointer<espeak_VOICE>?>?
        private typealias Terminate = @convention(c) () -> UInt32

        /// The duration of the library's buffer in milliseconds.
        private static let bufferMilliseconds: Int32 = 60

        /// Loads and initialises the library.
        ///
        /// - Returns: `nil` when the library or its data is missing.
        init?() {
            guard let handle = dlopen("libespeak-ng.so.1", RTLD_NOW | RTLD_LOCAL) else {
                return nil
            }
            self.handle = handle
            guard let initializePath: InitializePath = function("espeak_ng_InitializePath"),
                let initialize: Initialize = function("espeak_ng_Initialize"),
                let initializeOutput: InitializeOutput = function("espeak_ng_InitializeOutput")
            else { return nil }
            initializePath(nil)
            guard initialize(nil) == ENS_OK.rawValue,
                initializeOutput(
                    ENOUTPUT_MODE_SYNCHRONOUS.rawValue, Self.bufferMilliseconds, nil)
                    == ENS_OK.rawValue
            else { return nil }
        }

        deinit {
            // Ends the library's thread, which must not run in code that is gone.
            let terminate: Terminate? = Self.function("espeak_ng_Terminate", in: handle)
            _ = terminate?()
            dlclose(handle)
        }

        private func function<Function>(_ name: String) -> Function? {
            Self.function(name, in: handle)
        }

        private static func function<Function>(
            _ name: String, in handle: UnsafeMutableRawPointer
        ) -> Function? {
            dlsym(handle, name).map { unsafeBitCast($0, to: Function.self) }
        }

        func listVoices() -> [EspeakLibrary.ListedVoice] {
            guard let list: ListVoices = function("espeak_ListVoices"), var next = list(nil) else {
                return []
            }
            var voices: [EspeakLibrary.ListedVoice] = []
            while let voice = next.pointee?.pointee {
                next += 1
                guard let name = voice.name, let file = voice.identifier,
                    let languages = voice.languages
                else { continue }
                // The first byte is the language's priority.
                voices.append(
                    EspeakLibrary.ListedVoice(
                        name: String(cString: name), language: String(cString: languages + 1),
                        file: String(cString: file), gender: gender(voice.gender)))
            }
            return voices
        }

        private func gender(_ number: UInt8) -> SpeechVoice.Gender {
            switch UInt32(number) {
            case ENGENDER_MALE.rawValue: .male
            case ENGENDER_FEMALE.rawValue: .female
            default: .unspecified
            }
        }

        func synthesize(_ request: EspeakLibrary.Request) -> EspeakLibrary.Result? {
            guard let setCallback: SetCallback = function("espeak_SetSynthCallback"),
                let setVoice: SetVoice = function("espeak_ng_SetVoiceByName"),
                let setParameter: SetParameter = function("espeak_ng_SetParameter"),
                let synthesize: Synthesize = function("espeak_ng_Synthesize")
            else { return nil }
            guard setVoice(request.voice) == ENS_OK.rawValue else { return nil }
            _ = setParameter(espeakRATE.rawValue, Int32(request.wordsPerMinute), 0)
            _ = setParameter(espeakPITCH.rawValue, Int32(request.pitch), 0)
            setCallback(receive)
            let flags = espeakCHARS_UTF8 | (request.endsWithPause ? espeakENDPAUSE : 0)
            var result = EspeakLibrary.Result()
            withUnsafeMutablePointer(to: &result) { result in
                let text = request.text.utf8CString
                _ = text.withUnsafeBytes { bytes in
                    bytes.baseAddress.map {
                        synthesize(
                            $0, bytes.count, 0, POS_CHARACTER.rawValue, 0, UInt32(flags), nil,
                            result)
                    }
                }
            }
            return result
        }
    }

    /// Receives a buffer of speech; the list of events ends with one that has the user data.
    ///
    /// - Returns: 1 to end the synthesis.
    private func receive(
        _ samples: UnsafeMutablePointer<Int16>?, _ count: Int32,
        _ events: UnsafeMutablePointer<espeak_EVENT>?
    ) -> Int32 {
        guard var event = events, let data = event.pointee.user_data else { return 0 }
        let result = data.assumingMemoryBound(to: EspeakLibrary.Result.self)
        while event.pointee.type != espeakEVENT_LIST_TERMINATED {
            if event.pointee.type == espeakEVENT_WORD {
                result.pointee.words.append(
                    EspeakLibrary.Result.Word(
                        frame: Int(event.pointee.sample),
                        character: Int(event.pointee.text_position) - 1))
            }
            event += 1
        }
        if let samples {
            let new = UnsafeBufferPointer(start: samples, count: Int(count))
            result.pointee.samples += new.lazy.map { Float($0) / 32768 }
        }
        let limit = EspeakLibrary.secondsMax * Int(SpeechVoice.sampleRate)
        return result.pointee.samples.count < limit ? 0 : 1
    }
#endif
