#if PipeWire
    import CPipeWireShim

    /// A change of the machine's outputs.
    enum PortAct: Sendable {
        /// Makes the output with this `AudioPort.name` the default; `nil` for the session manager's.
        case use(String?)
        /// Puts the card of the default sink into its profile for calls, or back.
        case setCallProfile(Bool)
    }

    /// A card that is in its profile for calls, by names.
    struct CallProfile {
        var card: String
        var call: String
        var before: String
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

        private func beginCallProfile() {
            guard callProfile == nil,
                let id = ports.defaultSink.flatMap({ ports.node(named: $0) })?.cardID,
                let object = portObjects[id], let card = ports.cards[id],
                let active = card.activeProfile, let profile = card.callProfile
            else { return }
            callProfile = CallProfile(card: card.name, call: profile.name, before: active.name)
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
            sori_pw_object_set_profile(object, profile.index)
        }

        private func use(outputNamed name: String?) {
            wantedPort = nil
            guard let name else { return setDefaultSink(nil) }
            guard
                let output = ports.ports.first(where: { $0.name == name && $0.direction == .output }
                )
            else { return }
            if let nodeName = output.nodeName { return setDefaultSink(nodeName) }
            guard let (id, route) = ports.route(named: name), let object = portObjects[id],
                let card = ports.cards[id]
            else { return }
            wantedPort = name
            let isInProfile =
                route.profiles.isEmpty
                || card.activeProfile.map { active in
                    route.profiles.contains(active.index)
                } ?? true
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

        /// Makes the wanted port the default as soon as a node plays through it.
        func continueUse(_ list: [AudioPort]) {
            guard let name = wantedPort,
                let nodeName = list.first(where: { $0.name == name && $0.direction == .output })?
                    .nodeName
            else { return }
            wantedPort = nil
            setDefaultSink(nodeName)
        }

        private func setDefaultSink(_ name: String?) {
            if let metadata { sori_pw_object_set_default_sink(metadata.object, name) }
            checkDefaultLater()
        }
    }
#endif
