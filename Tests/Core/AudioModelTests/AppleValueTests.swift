import AudioModel
import Testing

/// The values that apps see are Apple's; they are typed by hand here.
@Suite("Apple's values")
struct AppleValueTests {
    @Test("of session errors are their four characters, or a number")
    func sessionErrors() {
        let codes: [SessionError: FourCC] = [
            .mediaServicesFailed: "msrv", .isBusy: "!act", .incompatibleCategory: "!cat",
            .cannotInterruptOthers: "!int", .missingEntitlement: "ent?", .siriIsRecording: "siri",
            .cannotStartPlaying: "!pla", .cannotStartRecording: "!rec",
            .insufficientPriority: "!pri", .resourceNotAvailable: "!res", .unspecified: "what",
            .expiredSession: "!ses", .sessionNotActive: "inac",
        ]
        for error in SessionError.allCases where error != .badParam {
            #expect(codes[error]?.rawValue == UInt32(bitPattern: error.rawValue), "\(error)")
        }
        #expect(SessionError.badParam.rawValue == -50)
    }

    @Test("of session options are their bits")
    func options() {
        #expect(
            SessionOptions.named.map(\.option.rawValue) == [
                0x1, 0x2, 0x4, 0x8, 0x11, 0x20, 0x40, 0x80,
            ])
        #expect(
            SessionOptions.named.map(\.name) == [
                "mixWithOthers", "duckOthers", "allowBluetooth", "defaultToSpeaker",
                "interruptSpokenAudioAndMixWithOthers", "allowBluetoothA2DP", "allowAirPlay",
                "overrideMutedMicrophoneInterruption",
            ])
        #expect(SessionOptions.interruptSpokenAudioAndMixWithOthers.contains(.mixWithOthers))
    }

    @Test("of notifications are their numbers")
    func notifications() {
        #expect(RouteChangeReason.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 6, 7, 8])
        #expect(InterruptionReason.allCases.map(\.rawValue) == [0, 1, 2, 4])
    }
}
