#if PipeWire
    import CPipeWireShim

    /// The sinks, sources and cards of a guard. Everything runs on the monitor's thread.
    extension GuardCore {
        /// Enough time for the session manager to choose a new default.
        private static let defaultCheckMilliseconds: UInt32 = 500

        func addDeviceNode(
            _ id: UInt32, _ serial: UInt64, _ mediaClass: String, _ properties: Properties
        ) {
            let isDuplex = mediaClass == "Audio/Duplex"
            let isSink = mediaClass == "Audio/Sink" || isDuplex
            let isSource = mediaClass.hasPrefix("Audio/Source") || isDuplex
            guard isSink || isSource, let name = properties["node.name"] else { return }
            var node = PortTable.DeviceNode(
                serial: serial, name: clamped(name), description: "", isSink: isSink,
                isSource: isSource)
            node.update(properties)
            // An announcement does not say what kind of sink it is.
            node.isComplete = false
            guard ports.set(node, id: id) else {
                warn(.tooManyObjects(kind: "devices", limit: PortTable.nodesMax), key: "d")
                return
            }
            bindPort(.node, id)
            reportPorts()
            checkDefaultLater()
        }

        func addCard(_ id: UInt32, _ properties: Properties) {
            guard properties["media.class"] == "Audio/Device" else { return }
            let card = PortTable.Card(
                name: clamped(properties["device.name"] ?? "card-\(id)"),
                isBluetooth: properties["device.api"] == "bluez5")
            guard ports.set(card, id: id) else {
                warn(.tooManyObjects(kind: "cards", limit: PortTable.cardsMax), key: "k")
                return
            }
            bindPort(.device, id)
        }

        func takeCardInfo(_ id: UInt32, _ properties: Properties) {
            guard var card = ports.cards[id] else { return }
            card.kind = AudioPort.Kind.kind(ofDevice: { properties[$0] }) ?? .other
            _ = ports.set(card, id: id)
            reportPorts()
        }

        func takePortInfo(_ id: UInt32, _ properties: Properties) {
            guard var node = ports.nodes[id],
                properties["object.serial"].flatMap({ UInt64($0) }) == node.serial
            else { return }
            node.update(properties)
            node.isComplete = true
            _ = ports.set(node, id: id)
            reportPorts()
        }

        func takeRoute(_ id: UInt32, _ route: sori_pw_route) {
            func text(_ pointer: UnsafePointer<CChar>?) -> String? {
                pointer.map { clamped(String(cString: $0)) }
            }
            let name = text(route.name) ?? "route-\(route.index)"
            var taken = PortTable.Route(
                index: route.index, device: route.device, isOutput: route.is_output,
                availability: .init(route.available), name: name,
                description: text(route.description) ?? name, portType: text(route.port_type))
            taken.devices = Array(
                UnsafeBufferPointer(start: route.devices, count: Int(route.device_count)))
            taken.profiles = Array(
                UnsafeBufferPointer(start: route.profiles, count: Int(route.profile_count)))
            ports.add(
                taken, isActive: route.is_active, position: Int(route.position), card: id)
            reportPorts()
        }

        func takeProfile(_ id: UInt32, _ profile: sori_pw_profile) {
            ports.add(
                PortTable.Profile(
                    index: profile.index,
                    name: profile.name.map { clamped(String(cString: $0)) } ?? "",
                    availability: .init(profile.available)),
                isActive: profile.is_active, position: Int(profile.position), card: id)
            reportPorts()
        }

        func removePortObject(_ id: UInt32) {
            if metadata?.id == id {
                unbindMetadata()
                takeLinkOrder(false)
                ports.defaultSink = nil
                ports.defaultSource = nil
                reportPorts()
                takeConfiguredSink(nil)
            }
            guard let object = portObjects.removeValue(forKey: id) else { return }
            sori_pw_object_unbind(object)
            ports.remove(id: id)
            reportPorts()
            checkDefaultLater()
        }

        func forgetPorts() {
            unbindMetadata()
            takeLinkOrder(false)
            for object in portObjects.values { sori_pw_object_unbind(object) }
            portObjects = [:]
            ports = PortTable()
            takeConfiguredSink(nil)
            wantedOutput = nil
            callProfile = nil
        }

        /// Sends the ports when they have changed, and all of them are known.
        func reportPorts() {
            let list = ports.ports
            guard isReady || list.isEmpty, list != reportedPorts else { return }
            reportedPorts = list
            send(.portsChanged(list))
            continueUse(list)
        }

        private func bindPort(_ type: sori_pw_object_type, _ id: UInt32) {
            if let monitor { portObjects[id] = sori_pw_monitor_bind(monitor, type, id) }
        }

        // MARK: The default sink and source

        func addMetadata(_ id: UInt32) {
            unbindMetadata()
            if let monitor, let object = sori_pw_monitor_bind(monitor, .metadata, id) {
                metadata = (id, object)
            }
        }

        private func unbindMetadata() {
            if let metadata { sori_pw_object_unbind(metadata.object) }
            metadata = nil
        }

        func takeDefault(_ key: String?, name: String?) {
            switch key {
            case "default.audio.sink": ports.defaultSink = name.map(clamped)
            case "default.audio.source": ports.defaultSource = name.map(clamped)
            default: return takeConfiguredSink(name)
            }
            reportPorts()
        }

        /// Takes the sink that a user has chosen for the default, by this program or another.
        func takeConfiguredSink(_ name: String?) {
            outputChoice.configured = name
            reportOutputChoice()
        }

        func reportOutputChoice() {
            guard outputChoice.isOwn != outputChoice.isOwnReported else { return }
            outputChoice.isOwnReported = outputChoice.isOwn
            send(.outputChosen(isOwn: outputChoice.isOwn))
        }

        func checkDefaultLater() {
            guard isReady else { return }
            // A check that waits is not put off: clients may come all the time.
            if defaultCheck == nil {
                setTimer(.defaultCheck, milliseconds: GuardCore.defaultCheckMilliseconds)
                defaultCheck = .waits
            } else {
                defaultCheck = .waitsAndRepeats
            }
        }

        /// Asks for the defaults again: a server may lose a change (0.3.65) while another client,
        /// such as one that has just come, binds the metadata.
        func checkDefault() {
            let repeats = defaultCheck == .waitsAndRepeats
            defaultCheck = nil
            if let id = metadata?.id { addMetadata(id) }
            if repeats { checkDefaultLater() }
        }
    }

    extension PortTable.DeviceNode {
        /// Takes the properties of the node, of which an announcement has only some.
        fileprivate mutating func update(_ properties: Properties) {
            description = clamped(
                properties["node.description"] ?? properties["node.nick"] ?? name)
            cardID = properties["device.id"].flatMap { UInt32($0) }
            cardDevice = properties["card.profile.device"].flatMap { Int32($0) }
            kind = AudioPort.Kind { properties[$0] }
        }
    }

    extension AudioPort.Availability {
        fileprivate init(_ raw: UInt32) {
            switch raw {
            case 1: self = .unavailable
            case 2: self = .available
            default: self = .unknown
            }
        }
    }
#endif
