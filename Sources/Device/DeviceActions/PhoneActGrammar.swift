import AudioModel

/// The actions of the phone, word by word.
private struct PhraseTree {
    /// An action with all words so far; `nil` if more must follow.
    private(set) var example: PhoneAct?
    /// The words that may follow, in the order in which messages list them.
    private(set) var branches: [(word: String, tree: PhraseTree)] = []

    private mutating func add(_ words: ArraySlice<String>, _ act: PhoneAct) {
        guard let word = words.first else { return example = act }
        let index = branches.firstIndex { $0.word == word } ?? branches.endIndex
        if index == branches.endIndex { branches.append((word, PhraseTree())) }
        branches[index].tree.add(words.dropFirst(), act)
    }

    /// The names of all actions.
    static let actions: PhraseTree = {
        var acts = DeviceEvent.examples.map(PhoneAct.event)
        // The word stands beside those of the volumes.
        let volumes = acts.firstIndex { $0 == .event(.volumeSet(.media, 1)) }
        acts.insert(.slider(1), at: volumes ?? acts.endIndex)
        acts += [.mediaServicesReset, .erased]
        var tree = PhraseTree()
        for act in acts { tree.add(act.name.split(separator: " ").map(String.init)[...], act) }
        // The other end of a call has a short word, too.
        tree.add(["call", "ends", "by", "other"], .event(.callEndedByRemoteParty))
        return tree
    }()
}

extension PhoneAct {
    /// The first words of all actions.
    package static let keywords = PhraseTree.actions.branches.map(\.word)
}

extension LineCursor {
    /// Parses an action of the phone; `nil` for `end`.
    ///
    /// - Parameter others: The first words of other actions that may stand here, for messages.
    package mutating func phoneActOrEnd(besides others: [String]) throws(LineError) -> PhoneAct? {
        describeKeywords(as: "an act of the phone")
        guard let first = acceptBranch(of: PhraseTree.actions) else {
            for word in others { _ = accept(word) }
            if accept("end") { return nil }
            throw unexpected(
                "the name of an app, which begins with an upper-case letter",
                candidates: known.apps)
        }
        return try phoneAct(after: first)
    }

    /// Parses an action of the phone.
    mutating func phoneAct() throws(LineError) -> PhoneAct {
        describeKeywords(as: "an act of the phone")
        guard let first = acceptBranch(of: PhraseTree.actions) else { throw unexpected() }
        return try phoneAct(after: first)
    }

    private mutating func phoneAct(after first: PhraseTree) throws(LineError) -> PhoneAct {
        var tree = first
        while let next = acceptBranch(of: tree) { tree = next }
        guard let example = tree.example else { throw unexpected() }
        return try argument(of: example)
    }

    private mutating func acceptBranch(of tree: PhraseTree) -> PhraseTree? {
        for (word, branch) in tree.branches where accept(word) { return branch }
        return nil
    }

    /// Parses the argument of an action.
    ///
    /// - Parameter example: The action with any argument.
    private mutating func argument(of example: PhoneAct) throws(LineError) -> PhoneAct {
        switch example {
        case .event(.volumePressed): try presses()
        case .event(let example): .event(try argument(of: example))
        case .slider: .slider(try volume())
        case .press, .mediaServicesReset, .erased: example
        }
    }

    private mutating func argument(of example: DeviceEvent) throws(LineError) -> DeviceEvent {
        switch example {
        case .ringSwitchMoved: return .ringSwitchMoved(try expectOne(of: RingSwitch.self))
        case .volumeSet(let kind, _): return .volumeSet(kind, Float(try volume()))
        case .settingChanged:
            let (setting, isOn) = try setting()
            return .settingChanged(setting, isOn: isOn)
        case .portPlugged: return .portPlugged(try port(isPlug: true))
        case .portUnplugged: return .portUnplugged(try port(isPlug: true))
        case .routePicked: return .routePicked(try port())
        case .memoryNeeded: return .memoryNeeded(megabytes: try megabytes())
        case .systemChanged: return .systemChanged(try expect(Words.changes))
        case .turned: return .turned(try expect(Words.deviceOrientations))
        case .batteryChanged: return .batteryChanged(try battery())
        case .proximityChanged: return .proximityChanged(isNear: try expect(Words.nearFar))
        case .remoteCommand: return .remoteCommand(try remoteCommand())
        case .headsetPressed: return .headsetPressed(times: try headsetPresses())
        case .headsetHeld(presses: 1): return example
        case .headsetHeld: return .headsetHeld(presses: try headsetHolds())
        default: return example
        }
    }

    /// Parses the text after `press volume`.
    private mutating func presses() throws(LineError) -> PhoneAct {
        let button = try expectOne(of: VolumeButton.self)
        guard let word = bareWord, word.hasPrefix("x") else {
            _ = accept("xN")
            return .event(.volumePressed(button))
        }
        guard let times = DecimalText.integer(word.dropFirst()),
            (1...PhoneAct.pressesMax).contains(times)
        else { throw unexpected("'x1' to 'x\(PhoneAct.pressesMax)'") }
        advance()
        return times == 1 ? .event(.volumePressed(button)) : .press(button, times: times)
    }

    /// Parses the text after `battery`.
    private mutating func battery() throws(LineError) -> Battery {
        guard let bareWord, let percent = DecimalText.integer(bareWord[...]),
            (0...100).contains(percent)
        else { throw unexpectedNumber("the charge in whole percent from 0 to 100") }
        advance()
        return Battery(Float(percent) / 100, try expect(Words.batteryStates))
    }

    private mutating func headsetPresses() throws(LineError) -> Int {
        try presses(
            DeviceEvent.headsetPresses, "how often the headset's button is pressed (1, 2 or 3)")
    }

    private mutating func headsetHolds() throws(LineError) -> Int {
        try presses(
            DeviceEvent.headsetHolds,
            "how often the headset's button is pressed, with the press that is held (1, 2 or 3)")
    }

    private mutating func presses(
        _ range: ClosedRange<Int>, _ what: String
    ) throws(LineError) -> Int {
        guard let bareWord, let times = DecimalText.integer(bareWord[...]), range.contains(times)
        else { throw unexpectedNumber(what) }
        advance()
        return times
    }
}
