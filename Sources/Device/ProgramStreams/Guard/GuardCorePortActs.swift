#if PipeWire
    import CPipeWireShim

    /// A change of the machine's outputs.
    enum PortAct: Sendable {
        /// Makes the output with this `AudioPort.name` the default.
        case use(String)
        /// Puts the card of the default sink into its profile for calls, or back.
        case setCallProfile(Bool)
    }

    /// An output that is to become the default one when a node plays through it.
    struct WantedOutput {
        /// `AudioPort.name`.
        var name: String
        /// The card, and the profile that must be in force; `nil` for any.
        var profile: (card: UInt32, index: Int32)?
    }

    /// The last choice of a default sink, by `node.name`.
    struct OutputChoice {
        /// What the server keeps (`default.configured.audio.sink`).
        var configured: String?
        /// What the guard has set last.
        var own: String?
        var isOwnReported = false

        /// Whether no other program has chosen since.
        var isOwn: Bool { configured != nil && configured == own }
    }

    /// A card that is in its profile for calls, by names.
    struct CallProfile {
        var card: String
        var call: String
        var before: String
        /// The output before the call.
        var outputName: String
    }

    /// What moves the machine's outputs. Everything runs on the monitor's thread.
    extension GuardCore {
        func perform(_ act: PortAct) {
            switch act {
            case .use(let name): use(outputNamed: name)
            case .setCallProfile(true): beginCallProfile()
            case .setCallProfile(false): endCallProfile()
            }
        }

        private func use(outputNamed name: String) {
            wantedOutput = nil
            let outputs = ports.ports.filter { $0.direction == .output }
            guard let output = outputs.first(where: { $0.name == name }) else { return }
            if let nodeName = output.nodeName { return setDefaultSink(nodeName) }
            guard let (id, route) = ports.route(named: name), let object = portObjects[id],
                let card = ports.cards[id]
            else { return }
            wantedOutput = WantedOutput(name: name)
            let isInProfile =
                route.profiles.isEmpty
                || card.activeProfile.map { route.profiles.contains($0.index) } ?? true
            if isInProfile {
                if let device = ports.device(for: route, ofCard: id) {
                    sori_pw_object_set_route(object, route.index, device)
                }
            } else if let profile = card.profiles.first(where: {
                route.profiles.contains($0.index) && $0.availability != .unavailable
            }) {
                sori_pw_object_set_profile(object, profile.index)
            }
        }

        // MARK: The profile of a call

        private func beginCallProfile() {
            guard callProfile == nil,
                let id = ports.defaultSink.flatMap({ ports.node(named: $0) })?.cardID,
                let object = portObjects[id], let card = ports.cards[id],
                let active = card.activeProfile, let profile = card.callProfile,
                let output = ports.ports.first(where: { $0.isCurrent && $0.direction == .output })
            else { return }
            callProfile = CallProfile(
                card: card.name, call: profile.name, before: active.name, outputName: output.name)
            // A session manager would take the default that it had before.
            if let route = card.routes.first(where: {
                $0.isOutput && $0.profiles.contains(profile.index)
            }) {
                wantedOutput = WantedOutput(
                    name: "\(card.name)/\(route.name)", profile: (id, profile.index))
            }
            sori_pw_object_set_profile(object, profile.index)
        }

        /// Goes back to the profile before the call, unless another was chosen meanwhile.
        func endCallProfile() {
            guard let used = callProfile else { return }
            callProfile = nil
            guard let (id, card) = ports.cards.first(where: { $0.value.name == used.card }),
                card.activeProfile?.name == used.call, let object = portObjects[id],
                let profile = card.profiles.first(where: { $0.name == used.before })
            else { return }
            wantedOutput = WantedOutput(name: used.outputName, profile: (id, profile.index))
            sori_pw_object_set_profile(object, profile.index)
        }

        // MARK: The default sink

        /// Makes the wanted output the default as soon as a node plays through it.
        func continueUse(_ list: [AudioPort]) {
            guard let wanted = wantedOutput,
                let nodeName = list.first(where: {
                    $0.name == wanted.name && $0.direction == .output
                })?.nodeName
            else { return }
            if let (card, index) = wanted.profile,
                ports.cards[card]?.activeProfile?.index != index
            {
                return
            }
            wantedOutput = nil
            // A call moves a choice to another sink of the card, which is no new choice.
            setDefaultSink(nodeName, isChoice: wanted.profile == nil || outputChoice.isOwn)
        }

        private func setDefaultSink(_ name: String, isChoice: Bool = true) {
            if let metadata {
                sori_pw_object_set_default_sink(metadata.object, name)
                if isChoice { outputChoice.own = name }
                // No event follows a choice that is in force already.
                reportOutputChoice()
            }
            checkDefaultLater()
        }
    }
#endif
