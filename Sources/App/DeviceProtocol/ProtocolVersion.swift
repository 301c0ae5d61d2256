import AudioModel

/// The version of the protocol, which both ends compare before any other message.
package struct ProtocolVersion: Hashable, Sendable {
    /// The version of the messages' layout; changed by hand.
    package var layout: UInt16
    /// A hash of all enumerations that are encoded by index: builds with different cases do not
    /// connect.
    package var vocabulary: UInt64

    package init(layout: UInt16, vocabulary: UInt64) {
        self.layout = layout
        self.vocabulary = vocabulary
    }

    /// The version of this build.
    package static let current = ProtocolVersion(layout: 8, vocabulary: vocabularyHash())
}

private func vocabularyHash() -> UInt64 {
    var hash = FNV1aHash()
    hash.add(RequestKind.self)
    hash.add(NotificationKind.self)
    hash.add(SessionCategory.self)
    hash.add(SessionMode.self)
    hash.add(RouteSharingPolicy.self)
    hash.add(StreamKind.self)
    hash.add(PortOverride.self)
    hash.add(SessionPreference.self)
    hash.add(PortKind.self)
    hash.add(InterruptionReason.self)
    hash.add(RouteChangeReason.self)
    hash.add(StreamDirective.Transport.self)
    hash.add(StreamState.self)
    hash.add(FactorKind.self)
    hash.add(ReasonKind.self)
    hash.add(Interrupter.self)
    hash.add(MicrophonePermission.self)
    hash.add(SessionError.self)
    hash.add(AppState.self)
    hash.add(WatchedCallback.self)
    hash.add(BackgroundWork.self)
    hash.add(SystemChange.self)
    hash.add(PhoneProfile.self)
    hash.add(DeviceOrientation.self)
    hash.add(Battery.State.self)
    hash.add(RemoteCommandKind.self)
    hash.add(RemoteCommand.SeekPhase.self)
    hash.add(RemoteCommand.FeedbackSign.self)
    hash.add(RemoteRepeatMode.self)
    hash.add(RemoteShuffleMode.self)
    hash.add(LanguageOption.Kind.self)
    hash.add(NowPlayingMediaType.self)
    hash.add(NowPlayingState.self)
    hash.add(RemoteCommandStatus.self)
    hash.add(ReportKind.self)
    hash.add(AppCallEvent.self)
    return hash.value
}

extension FNV1aHash {
    /// Adds the names of all cases, in their order.
    fileprivate mutating func add<Word: CaseIterable>(_ type: Word.Type) {
        for word in Word.allCases {
            for byte in "\(word)".utf8 { add(byte: byte) }
            add(byte: 0)
        }
        add(byte: 1)
    }
}
