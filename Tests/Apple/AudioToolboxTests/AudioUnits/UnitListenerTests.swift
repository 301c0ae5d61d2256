import AudioModel
import AudioToolbox
import Foundation
import Synchronization
import Testing

@Suite("Listeners of audio units")
struct UnitListenerTests {
    /// What a listener was told.
    private final class Told: Sendable {
        private let list = Mutex<[String]>([])

        var calls: [String] { list.withLock { $0 } }
        func note(_ call: String) { list.withLock { $0.append(call) } }

        static let parameter: AUParameterListenerProc = { told, object, parameter, value in
            guard let told else { return }
            Unmanaged<Told>.fromOpaque(told).takeUnretainedValue().note(
                "\(Int(bitPattern: object)) \(parameter.pointee.mParameterID) \(value)")
        }

        static let event: AUEventListenerProc = { told, object, event, _, value in
            guard let told else { return }
            Unmanaged<Told>.fromOpaque(told).takeUnretainedValue().note(
                "\(Int(bitPattern: object)) \(event.pointee.mEventType.rawValue) \(value)")
        }

        var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
    }

    /// An app with a delay.
    private struct Fixture {
        let phone = VirtualPhone()
        let app: VirtualApp
        let unit: AudioUnit

        init() throws {
            let app = phone.open("Listener")
            var description = UnitsOfAGraph.description(
                kAudioUnitType_Effect, kAudioUnitSubType_Delay)
            unit = try app.run {
                var unit: AudioUnit?
                let component = try #require(AudioComponentFindNext(nil, &description))
                try #require(AudioComponentInstanceNew(component, &unit) == noErr)
                return try #require(unit)
            }
            self.app = app
        }

        var mix: AudioUnitParameter {
            AudioUnitParameter(
                mAudioUnit: unit, mParameterID: AudioUnitParameterID(kDelayParam_WetDryMix),
                mScope: AudioUnitScope(kAudioUnitScope_Global), mElement: 0)
        }
    }

    private let first = UnsafeMutableRawPointer(bitPattern: 1)
    private let second = UnsafeMutableRawPointer(bitPattern: 2)

    @Test("are told the last value of an interval, but not what they have set themselves")
    func parameters() throws {
        let fixture = try Fixture()
        let told = Told()
        var made: AUParameterListenerRef?
        fixture.app.run {
            #expect(AUListenerCreate(Told.parameter, told.pointer, nil, nil, 0.1, &made) == noErr)
        }
        let listener = try #require(made)
        var mix = fixture.mix
        #expect(AUListenerAddParameter(listener, first, &mix) == noErr)
        #expect(AUListenerAddParameter(listener, second, &mix) == noErr)
        #expect(AUParameterSet(nil, nil, &mix, 20, 0) == noErr)
        #expect(AUParameterSet(listener, first, &mix, 30, 0) == noErr)
        // A plain call tells no listener.
        #expect(AudioUnitSetParameter(fixture.unit, mix.mParameterID, 0, 0, 40, 0) == noErr)
        fixture.phone.pass(.milliseconds(50))
        #expect(told.calls.isEmpty)
        fixture.phone.pass(.milliseconds(100))
        #expect(told.calls == ["1 0 20.0", "2 0 30.0"])
        var any = mix
        any.mParameterID = kAUParameterListener_AnyParameter
        #expect(AUListenerRemoveParameter(listener, first, &mix) == noErr)
        #expect(AUParameterListenerNotify(nil, nil, &any) == noErr)
        fixture.phone.pass(.milliseconds(200))
        #expect(told.calls.dropFirst(2) == ["2 0 40.0"])
        #expect(AUListenerDispose(listener) == noErr)
        #expect(AUListenerDispose(listener) == kAudio_ParamError)
    }

    @Test("are told of gestures and properties")
    func events() throws {
        let fixture = try Fixture()
        let told = Told()
        var made: AUEventListenerRef?
        fixture.app.run {
            #expect(
                AUEventListenerCreate(Told.event, told.pointer, nil, nil, 0, 0, &made) == noErr)
        }
        let listener = try #require(made)
        defer { AUListenerDispose(listener) }
        var event = AudioUnitEvent()
        event.mArgument.mParameter = fixture.mix
        for type in [AudioUnitEventType.beginParameterChangeGesture, .parameterValueChange] {
            event.mEventType = type
            #expect(AUEventListenerAddEventType(listener, first, &event) == noErr)
        }
        event.mEventType = .beginParameterChangeGesture
        #expect(AUEventListenerNotify(nil, nil, &event) == noErr)
        var mix = fixture.mix
        #expect(AUParameterSet(nil, nil, &mix, 20, 0) == noErr)
        event.mEventType = .propertyChange
        event.mArgument.mProperty = AudioUnitProperty(
            mAudioUnit: fixture.unit, mPropertyID: kAudioUnitProperty_BypassEffect, mScope: 0,
            mElement: 0)
        #expect(AUEventListenerAddEventType(listener, second, &event) == noErr)
        var bypass: UInt32 = 1
        #expect(
            AudioUnitSetProperty(
                fixture.unit, kAudioUnitProperty_BypassEffect, 0, 0, &bypass, 4) == noErr)
        fixture.phone.pass(.milliseconds(20))
        #expect(told.calls.map { String($0.prefix(3)) } == ["1 1", "1 0", "2 3"])
        #expect(told.calls[1] == "1 0 20.0")
    }

    @Test("convert values to places on a slider, and to text")
    func values() throws {
        let fixture = try Fixture()
        var mix = fixture.mix
        #expect(AUParameterValueFromLinear(0.25, &mix) == 25)
        #expect(AUParameterValueToLinear(75, &mix) == 0.75)
        var cutoff = mix
        cutoff.mParameterID = AudioUnitParameterID(kDelayParam_LopassCutoff)
        let middle = AUParameterValueFromLinear(0.5, &cutoff)
        #expect(abs(AUParameterValueToLinear(middle, &cutoff) - 0.5) < 1e-5)
        #expect(middle < 1000)
        func text(_ value: Double, _ digits: UInt32) -> String {
            var buffer = [CChar](repeating: 1, count: 32)
            _ = AUParameterFormatValue(value, &mix, &buffer, digits)
            return buffer.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        }
        #expect(text(3.14159, 3) == "3.14")
        #expect(text(12_345.6, 3) == "12346")
        #expect(text(0, 2) == "0.0")
        #expect(text(-0.5, 2) == "-0.50")
    }
}
