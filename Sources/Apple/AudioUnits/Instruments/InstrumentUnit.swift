package import AudioGraph
import AudioModel
import CAudioToolbox
package import Foundation
package import MIDISynthesis
package import SoundClient

/// AUSampler, one instrument on all channels, or AUMIDISynth, the programs of a sound bank.
///
/// Ownership: that of `UnitCore`; the source synchronises itself.
package final class InstrumentUnit: UnitCore, @unchecked Sendable {
    private let source: InstrumentSource

    private typealias Value = any WritableKeyPath<InstrumentValues, Float> & Sendable

    /// The largest system exclusive message that is read, in bytes.
    private static let systemExclusiveBytesMax = 64

    /// - Parameter node: The node of the source, where it has one already.
    package init(
        _ component: UnitComponent, _ app: AppSound,
        _ source: InstrumentSource = InstrumentSource(),
        node: GraphNode? = nil
    ) {
        self.source = source
        super.init(
            component, app, node: node ?? GraphNode(.source(source)), inputCount: 0,
            outputCount: 1, format: Self.usualFormat(of: app))
    }

    package var instrument: Instrument { source.instrument }

    package override func reset() {
        source.reset()
        super.reset()
    }

    // MARK: Sounds

    package func load(_ file: InstrumentFile) throws(UnitError) { try source.load(file) }

    override var contentList: [String: Any] { source.values.content?.list ?? [:] }

    override func restore(content list: [String: Any]) throws(UnitError) {
        try source.load(preset: list)
    }

    /// The sound bank of which all programs play.
    package var bank: URL? { source.values.bank }

    // MARK: Messages

    /// Sends a channel message, `delay` frames into the next slice; others have no effect.
    package override func send(
        _ status: UInt32, _ data1: UInt32, _ data2: UInt32, after delay: UInt32
    ) {
        let message = MIDIMessage(
            status: UInt8(truncatingIfNeeded: status), data1: UInt8(data1 & 0x7F),
            data2: UInt8(data2 & 0x7F))
        if let message { instrument.send(message, after: Int(delay)) }
    }

    /// Sends a message as its bytes, `delay` frames into the next slice; a system exclusive one at
    /// once.
    package func send(_ bytes: [UInt8], after delay: UInt32) {
        guard let status = bytes.first else { return }
        guard status < 0xF0 else { return send(systemExclusive: bytes) }
        let data = (bytes.count > 1 ? bytes[1] : 0, bytes.count > 2 ? bytes[2] : 0)
        send(UInt32(status), UInt32(data.0), UInt32(data.1), after: delay)
    }

    /// Sends a system exclusive message; see `Instrument`.
    package override func send(systemExclusive bytes: [UInt8]) {
        instrument.send(systemExclusive: Array(bytes.prefix(Self.systemExclusiveBytesMax)))
    }

    func start(_ note: StartedNote, after delay: UInt32) {
        let message = MIDIMessage(.noteOn, channel: note.channel, note.key, note.velocity)
        instrument.send(message, after: Int(delay), cents: note.cents)
    }

    // MARK: Parameters

    package override func parameters(_ scope: UnitScope, _ element: Int) -> [UnitParameter] {
        guard component == .sampler, scope == .global else { return [] }
        return [
            parameter(
                kAUSamplerParam_Gain, "gain", InstrumentValues.silentGain...12, .decibels, \.gain),
            parameter(
                kAUSamplerParam_CoarseTuning, "coarse tuning", -24...24,
                .relativeSemiTones, \.coarse),
            parameter(kAUSamplerParam_FineTuning, "fine tuning", -99...99, .cents, \.fine),
            parameter(kAUSamplerParam_Pan, "pan", -1...1, .pan, \.pan),
        ]
    }

    private func parameter(
        _ id: AudioUnitParameterID, _ name: String, _ range: ClosedRange<Float>,
        _ unit: AudioUnitParameterUnit, _ path: Value
    ) -> UnitParameter {
        let source = source
        return UnitParameter(id, name, range, unit, default: 0) {
            source.values[keyPath: path]
        } set: { new in
            if !new.isNaN { source.change { $0[keyPath: path] = new } }
        }
    }
}
