import AudioModel
import AudioToolbox
import AudioUnits
import Foundation
import SimulatedDevice
import SoundClient

/// A stream that a RemoteIO plays, with the app's own render callback, and with a unit that changes
/// the speed for a rate.
///
/// Ownership: the app's code, which runs on one thread of the simulator's.
final class UnitStream: StreamPlayer, @unchecked Sendable {
    private let sound: PlayerSound
    private let app: AppSound
    private let source: UnitSoundSource
    private var units: UnitChain
    /// The volume, which is that of the stream, so that the phone knows it.
    private var volume: Float

    init(_ sound: PlayerSound, in app: AppSound) throws(SessionError) {
        self.sound = sound
        self.app = app
        volume = sound.volume
        guard let source = try? UnitSoundSource(sound) else { throw .badParam }
        self.source = source
        units = try UnitChain(source, rate: sound.rate)
        let stream = WeakStream(self)
        source.ended = { [weak app] time in
            guard let app else { return }
            // An app stops its unit when the sound is over: when the last frame has been heard.
            app.environment.after(max(time - app.environment.now, .zero)) {
                stream.value?.finish()
            }
        }
    }

    var stream: Int? { units.output?.streamNumber }

    var isOver: Bool { source.isOver }

    func prepare() throws(SessionError) { try units.initialize() }

    func play() throws(SessionError) {
        if units.isLost {
            // A reset of the media services ends the unit, but the app makes another one.
            units = try UnitChain(source, rate: sound.rate)
        }
        units.output?.setStreamVolume(volume)
        try units.start()
    }

    func pause() { units.stop() }

    func stop() {
        source.cancel()
        units.dispose()
    }

    func setVolume(_ volume: Float) {
        self.volume = volume
        if let stream { try? app.setVolume(volume, ofStream: stream) }
    }

    fileprivate func finish() {
        source.cancel()
        units.dispose()
    }
}

/// A reference that does not keep the stream.
///
/// Ownership: set once.
private final class WeakStream: @unchecked Sendable {
    private(set) weak var value: UnitStream?

    init(_ value: UnitStream) { self.value = value }
}
