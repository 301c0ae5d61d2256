import AudioModel
import AudioToolbox
import Foundation
import Testing

/// Random calls of every unit, with any numbers, sizes and formats.
@Suite("Random calls of audio units")
struct RandomUnitCallsTests {
    /// What is determinate about a unit: its state, its global parameters and two properties.
    private struct Model {
        var isInitialized = false
        var parameters: [AudioUnitParameterID: Float] = [:]
        var slice: UInt32
        var isOutput: Bool
    }

    /// A unit with its model.
    private final class Subject {
        let unit: AudioUnit
        let infos: [AudioUnitParameterInfo]
        let ids: [AudioUnitParameterID]
        var model: Model
        /// Whether a parameter is a view of another one.
        let hasViews: Bool

        init(_ component: AudioComponent) throws {
            var instance: AudioUnit?
            try #require(AudioComponentInstanceNew(component, &instance) == noErr)
            let unit = try #require(instance)
            self.unit = unit
            var description = AudioComponentDescription()
            AudioComponentGetDescription(component, &description)
            hasViews = description.componentSubType == kAudioUnitSubType_Varispeed
            let ids = RandomUnitCalls.list(
                unit, kAudioUnitProperty_ParameterList, AudioUnitParameterID.self)
            self.ids = ids
            infos = ids.map { RandomUnitCalls.info(unit, $0) }
            let slice: UInt32? = RandomUnitCalls.value(
                unit, kAudioUnitProperty_MaximumFramesPerSlice, 0)
            model = Model(
                slice: try #require(slice),
                isOutput: description.componentType == kAudioUnitType_Output)
            for id in ids { model.parameters[id] = RandomUnitCalls.parameter(unit, id) }
        }

        deinit { AudioComponentInstanceDispose(unit) }
    }

    @Test(
        "trap nothing, give Apple's statuses, and leave what they have not set",
        arguments: 0..<12 as Range<UInt64>)
    func calls(seed: UInt64) throws {
        let phone = VirtualPhone()
        let app = phone.open("Units")
        var random = SeededGenerator(seed: seed)
        try app.run {
            let subjects = try RandomUnitCalls.components.map(Subject.init)
            #expect(subjects.count > 20)
            for _ in 0..<1_500 {
                let subject = try #require(subjects.randomElement(using: &random))
                let other = try #require(subjects.randomElement(using: &random))
                call(subject, other, &random)
                check(subject)
            }
        }
        phone.pass(.milliseconds(100))
    }

    private func call(_ subject: Subject, _ other: Subject, _ random: inout SeededGenerator) {
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1, 2: setParameter(subject, &random)
        case 3: setSlice(subject, &random)
        case 4:
            let status = AudioUnitInitialize(subject.unit)
            RandomUnitCalls.expect(status, "initialize")
            if status == noErr { subject.model.isInitialized = true }
        case 5:
            #expect(AudioUnitUninitialize(subject.unit) == noErr)
            subject.model.isInitialized = false
        case 6: connect(subject, other, &random)
        default: RandomUnitCalls.anything(subject.unit, &random)
        }
    }

    private func setParameter(_ subject: Subject, _ random: inout SeededGenerator) {
        guard let index = subject.ids.indices.randomElement(using: &random) else { return }
        let (id, info) = (subject.ids[index], subject.infos[index])
        let value = RandomUnitCalls.number(info.minValue...info.maxValue, &random)
        #expect(AudioUnitSetParameter(subject.unit, id, 0, 0, value, 0) == noErr)
        guard info.flags.contains(.flag_IsWritable), !value.isNaN else { return }
        // Others are whole numbers.
        let isNumber = ![.boolean, .indexed, .sampleFrames].contains(info.unit)
        let now = RandomUnitCalls.parameter(subject.unit, id) ?? .nan
        let wanted = min(max(value, info.minValue), info.maxValue)
        #expect((info.minValue...info.maxValue).contains(now))
        #expect(!isNumber || abs(now - wanted) <= 1e-3 * max(abs(wanted), 1), "parameter \(id)")
        subject.model.parameters[id] = now
        guard subject.hasViews else { return }
        for id in subject.ids {
            subject.model.parameters[id] = RandomUnitCalls.parameter(subject.unit, id)
        }
    }

    private func setSlice(_ subject: Subject, _ random: inout SeededGenerator) {
        let count = UInt32.random(in: 0...5_000, using: &random)
        let status = RandomUnitCalls.set(
            subject.unit, kAudioUnitProperty_MaximumFramesPerSlice, 0, 0, count)
        if count == 0 {
            #expect(status == kAudioUnitErr_InvalidPropertyValue)
        } else if subject.model.isInitialized {
            #expect(status == kAudioUnitErr_Initialized)
        } else {
            #expect(status == noErr)
            subject.model.slice = count
        }
    }

    private func connect(
        _ subject: Subject, _ other: Subject, _ random: inout SeededGenerator
    ) {
        let connection = AudioUnitConnection(
            sourceAudioUnit: other.unit,
            sourceOutputNumber: UInt32.random(in: 0...2, using: &random),
            destInputNumber: UInt32.random(in: 0...9, using: &random))
        let status = RandomUnitCalls.set(
            subject.unit, kAudioUnitProperty_MakeConnection, kAudioUnitScope_Input, 0, connection)
        RandomUnitCalls.expect(status, "connect")
        #expect(other !== subject || status != noErr)
    }

    /// Compares a unit with its model.
    private func check(_ subject: Subject) {
        let slice: UInt32? = RandomUnitCalls.value(
            subject.unit, kAudioUnitProperty_MaximumFramesPerSlice, 0)
        #expect(slice == subject.model.slice)
        let pairs = zip(subject.ids, subject.infos)
        for (id, info) in pairs where info.flags.contains(.flag_IsWritable) {
            let now = RandomUnitCalls.parameter(subject.unit, id)
            #expect(now == subject.model.parameters[id], "parameter \(id)")
        }
    }
}
