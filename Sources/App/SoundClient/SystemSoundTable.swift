package import SoundMixer

/// The state of an app's system sounds, as a value. `SystemSounds` performs its results.
///
/// A method returns the values that it removes, so that no object of the app's is released, and no
/// code of the app's runs, under the lock that guards the table.
package struct SystemSoundTable {
    package typealias Block = @Sendable () -> Void

    package struct Sound {
        package let source: VoiceSource
        package var isSet: [SystemSoundProperty: Bool] = [:]
        /// The play that is audible; earlier ones have been cut.
        package var currentPlay: Token?
    }

    /// One play of one sound, until it has ended.
    package struct Play {
        package let sound: SystemSounds.ID
        package let block: Block?
        /// The play's stream; `nil` until the server has answered.
        package var stream: Int?
        package var isCut = false
    }

    /// Plays without a stream, which end together after a fixed duration.
    package struct TimedPlays {
        package let token: Token
        package let sound: SystemSounds.ID
        package var count = 1
        package var blocks: [Block]
    }

    package struct Registration {
        package let token: Token
        package let completion: SystemSoundCompletion
        /// The number of ended plays to deliver to the app, up to `pendingMax`. One delivery is
        /// scheduled while it is not zero.
        package var pendingCount = 0
    }

    package struct Token: Hashable, Sendable {
        package let rawValue: UInt64
    }

    /// The largest number of concurrent groups of timed plays; a further play joins the newest
    /// group.
    static let timedGroupsMax = 64

    /// The largest number of ended plays to deliver; further ones are dropped. Without a limit, a
    /// completion that starts two plays would double them without end.
    static let pendingMax = 256

    private var sounds: [SystemSounds.ID: Sound] = [:]
    private var plays: [Token: Play] = [:]
    private var timedPlays: [TimedPlays] = []
    private var registrations: [SystemSounds.ID: Registration] = [:]
    private var tokenCount: UInt64 = 0
    /// The identifier at which the search for a free one begins.
    package var nextID = SystemSounds.firstID

    private mutating func makeToken() -> Token {
        tokenCount += 1
        return Token(rawValue: tokenCount)
    }

    // MARK: Sounds

    package init() {}

    package mutating func add(_ source: VoiceSource) -> SystemSounds.ID {
        let id = nextFreeID()
        sounds[id] = Sound(source: source)
        return id
    }

    /// The next free identifier in order; after the last one the search begins at `firstID` again.
    private mutating func nextFreeID() -> SystemSounds.ID {
        while true {
            let id = nextID
            nextID = id == .max ? SystemSounds.firstID : id + 1
            if sounds[id] == nil { return id }
        }
    }

    package struct Removed {
        package var sound: Sound
        package var registration: Registration?
        /// The stream to stop.
        package var stream: Int?
    }

    package mutating func remove(_ id: SystemSounds.ID) -> Removed? {
        guard let sound = sounds.removeValue(forKey: id) else { return nil }
        let registration = registrations.removeValue(forKey: id)
        let stream = sound.currentPlay.flatMap { cut($0) }
        return Removed(sound: sound, registration: registration, stream: stream)
    }

    /// Returns the value of a property; `nil` for a sound that does not exist.
    package func value(of property: SystemSoundProperty, ofSound id: SystemSounds.ID) -> Bool? {
        sounds[id].map { $0.isSet[property] ?? property.defaultValue }
    }

    package struct Change {
        /// The stream that is playing.
        package var stream: Int?
    }

    /// Sets a property.
    ///
    /// - Returns: `nil` for a sound that does not exist.
    package mutating func set(
        _ property: SystemSoundProperty, to value: Bool, ofSound id: SystemSounds.ID
    ) -> Change? {
        guard let sound = sounds[id] else { return nil }
        sounds[id]?.isSet[property] = value
        return Change(stream: sound.currentPlay.flatMap { plays[$0]?.stream })
    }

    // MARK: Plays

    package struct Start {
        package var token: Token
        package var source: VoiceSource
        package var outlivesApp: Bool
        /// The stream of an earlier play of the same sound, to stop.
        package var cutStream: Int?
    }

    /// Begins a play; `nil` for a sound that does not exist.
    package mutating func beginPlay(of id: SystemSounds.ID, block: Block?) -> Start? {
        guard let sound = sounds[id] else { return nil }
        let cutStream = sound.currentPlay.flatMap { cut($0) }
        let token = makeToken()
        plays[token] = Play(sound: id, block: block)
        sounds[id]?.currentPlay = token
        let property = SystemSoundProperty.completesPlaybackIfAppDies
        return Start(
            token: token, source: sound.source,
            outlivesApp: sound.isSet[property] ?? property.defaultValue, cutStream: cutStream)
    }

    /// Cuts a play.
    ///
    /// - Returns: The stream to stop, if the server has answered.
    private mutating func cut(_ token: Token) -> Int? {
        plays[token]?.isCut = true
        return plays[token]?.stream
    }

    /// - Returns: Whether the stream has to be stopped because the play was cut while it started.
    package mutating func started(_ token: Token, asStream stream: Int) -> Bool {
        plays[token]?.stream = stream
        return plays[token]?.isCut ?? false
    }

    /// Removes a play; `nil` when it was removed before.
    package mutating func endPlay(_ token: Token) -> Play? {
        guard let play = plays.removeValue(forKey: token) else { return nil }
        if sounds[play.sound]?.currentPlay == token {
            sounds[play.sound]?.currentPlay = nil
        }
        return play
    }

    /// - Returns: The group to end after the duration; `nil` when the play joined a group.
    package mutating func beginTimedPlay(of id: SystemSounds.ID, block: Block?) -> Token? {
        let blocks = block.map { [$0] } ?? []
        if timedPlays.count >= Self.timedGroupsMax,
            let newest = timedPlays.lastIndex(where: { $0.sound == id })
        {
            timedPlays[newest].count += 1
            timedPlays[newest].blocks += blocks
            return nil
        }
        let token = makeToken()
        timedPlays.append(TimedPlays(token: token, sound: id, blocks: blocks))
        return token
    }

    package mutating func endTimedPlays(_ token: Token) -> TimedPlays? {
        guard let index = timedPlays.firstIndex(where: { $0.token == token }) else { return nil }
        return timedPlays.remove(at: index)
    }

    // MARK: Completions

    /// A delivery to schedule.
    package struct Delivery {
        package var token: Token
        package var completion: SystemSoundCompletion
    }

    package struct Replacement {
        package var earlier: Registration?
        package var delivery: Delivery?
    }

    /// - Returns: `nil` when there is no such sound.
    package mutating func register(
        _ completion: SystemSoundCompletion, for id: SystemSounds.ID
    ) -> Replacement? {
        guard sounds[id] != nil || SystemSounds.isBuiltIn(id) else { return nil }
        let earlier = registrations[id]
        let token = makeToken()
        // The new completion takes over the pending calls.
        registrations[id] = Registration(
            token: token, completion: completion, pendingCount: earlier?.pendingCount ?? 0)
        let isDue = earlier.map { $0.pendingCount > 0 } ?? false
        return Replacement(
            earlier: earlier, delivery: isDue ? Delivery(token: token, completion: completion) : nil
        )
    }

    package mutating func unregister(_ id: SystemSounds.ID) -> Registration? {
        registrations.removeValue(forKey: id)
    }

    /// Notes that plays have ended.
    ///
    /// - Returns: The delivery to schedule, if none is pending.
    package mutating func note(endedPlays count: Int, of id: SystemSounds.ID) -> Delivery? {
        guard let registration = registrations[id] else { return nil }
        let pendingCount = min(registration.pendingCount + count, Self.pendingMax)
        registrations[id]?.pendingCount = pendingCount
        guard registration.pendingCount == 0 else { return nil }
        return Delivery(token: registration.token, completion: registration.completion)
    }

    /// Removes one of the ended plays to deliver to the app.
    ///
    /// - Returns: Whether more remain; `nil` when the registration is gone.
    package mutating func takePending(of id: SystemSounds.ID, for token: Token) -> Bool? {
        guard let registration = registrations[id], registration.token == token,
            registration.pendingCount > 0
        else { return nil }
        registrations[id]?.pendingCount -= 1
        return registration.pendingCount > 1
    }
}
