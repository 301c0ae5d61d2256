import AudioModel
import Testing

import SoundClient
import SoundMixer

@Suite("The table of system sounds")
struct TableTests {
    let buffer = VoiceSource.buffer(
        SoundBuffer(frameCount: 1, channelCount: 1, sampleRate: 8000) { _ in }, loopCount: 0)

    @Test("gives identifiers in order, and those in use never again")
    func identifiers() {
        var table = SystemSoundTable()
        var given = [table.add(buffer), table.add(buffer)]
        let removed = table.remove(4097)
        given.append(table.add(buffer))
        #expect(removed != nil)
        #expect(given == [4097, 4098, 4099])
    }

    @Test("starts over after the last identifier, leaving out those in use")
    func identifiersUsedUp() {
        // Given a table with its first sound, that has come to the last identifier.
        var table = SystemSoundTable()
        _ = table.add(buffer)
        table.nextID = .max
        // When two more are asked for, then the second is the first free one.
        let given = [table.add(buffer), table.add(buffer)]
        #expect(given == [.max, 4098])
    }

    @Test("has a play that was cut while it started stopped once its stream is known")
    func cutWhileStarting() throws {
        // Given a play that the server has not answered yet.
        var table = SystemSoundTable()
        let sound = table.add(buffer)
        let begun = [
            table.beginPlay(of: sound, block: nil), table.beginPlay(of: sound, block: nil),
        ]
        // When the sound is started over, then there is nothing to stop yet.
        let plays = begun.compactMap { $0 }
        try #require(plays.count == 2)
        #expect(plays.map(\.cutStream) == [nil, nil])
        // When the answers come, then the first play is to be stopped, and only that.
        let mustStop = [
            table.started(plays[0].token, asStream: 1), table.started(plays[1].token, asStream: 2),
        ]
        #expect(mustStop == [true, false])
        // When the sound is disposed of, then the second is, too.
        let removed = table.remove(sound)
        #expect(removed?.stream == 2)
    }

    @Test("takes a play out once, also one that ended before its stream was known")
    func endedWhileStarting() throws {
        var table = SystemSoundTable()
        let sound = table.add(buffer)
        let begun = table.beginPlay(of: sound, block: nil)
        let play = try #require(begun)
        let ends = [table.endPlay(play.token), table.endPlay(play.token)]
        #expect(ends.map { $0 != nil } == [true, false])
        let mustStop = table.started(play.token, asStream: 1)
        #expect(!mustStop)
        let next = table.beginPlay(of: sound, block: nil)
        #expect(next != nil && next?.cutStream == nil)
    }

    @Test("hands what was due from one completion to the one that takes its place")
    func replacedWhileDue() throws {
        // Given a completion that is to be told of two ends.
        var table = SystemSoundTable()
        let sound = table.add(buffer)
        let completion = SystemSoundCompletion(schedule: { _ in }, run: { _ in })
        let registered = table.register(completion, for: sound)
        #expect(registered != nil && registered?.delivery == nil)
        let due = table.note(endedPlays: 2, of: sound)
        let delivery = try #require(due)
        // When another takes its place.
        let replacement = table.register(completion, for: sound)
        let newDelivery = try #require(replacement?.delivery)
        // Then the first is told nothing, and the other of both.
        let hasMore = [
            table.takePending(of: sound, for: delivery.token),
            table.takePending(of: sound, for: newDelivery.token),
            table.takePending(of: sound, for: newDelivery.token),
            table.takePending(of: sound, for: newDelivery.token),
        ]
        #expect(hasMore == [nil, true, false, nil])
    }
}
