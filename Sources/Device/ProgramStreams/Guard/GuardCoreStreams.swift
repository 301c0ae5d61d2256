#if PipeWire
    import CPipeWireShim

    /// The streams of a guard. Everything runs on the monitor's thread.
    extension GuardCore {
        /// Streams of one client; all clients of a PulseAudio server count as one each.
        static let streamsOfClientMax = 256
        static let streamsMax = 4096
        static let linksMax = 16_384

        // MARK: Nodes

        func addNode(_ id: UInt32, _ serial: UInt64, _ properties: Properties) {
            let mediaClass = properties["media.class"] ?? ""
            switch mediaClass {
            case "Stream/Output/Audio": addStream(id, serial, .playback, properties)
            case "Stream/Input/Audio": addStream(id, serial, .capture, properties)
            default: addDeviceNode(id, serial, mediaClass, properties)
            }
            if let name = properties["node.name"], name.hasPrefix("endpoint.") {
                warn(.rolePolicyEnabled(node: clamped(name)), key: "e")
            }
        }

        private func addStream(
            _ id: UInt32, _ serial: UInt64, _ direction: ProgramStream.Direction,
            _ properties: Properties
        ) {
            let announcement = StreamAnnouncement(
                serial: serial, direction, existedBefore: isFirstConnection, properties)
            observe(id, announcement)
        }

        /// Silences a stream, and observes it where there is room.
        func observe(_ id: UInt32, _ announcement: StreamAnnouncement) {
            guard let monitor, let object = sori_pw_monitor_bind(monitor, .node, id) else { return }
            let clientID = announcement.clientID
            // The app follows with the node's properties, when the stream is silent.
            let owner = clients.owner(
                client: clientID, claims: announcement.claims, identifiesApp: false)
            // Nodes without a client are parts of the server's own configuration.
            let isExcluded = clientID == nil || excluding(owner)
            let existedBefore = announcement.existedBefore
            var entry = StreamEntry(
                stream: ProgramStream(
                    serial: announcement.serial, nodeID: id, direction: announcement.direction,
                    owner: owner, mediaRole: announcement.mediaRole,
                    applicationName: announcement.applicationName,
                    mediaName: announcement.mediaName, nodeName: announcement.nodeName,
                    isExcluded: isExcluded, existedBefore: existedBefore),
                object: object, clientID: clientID, claims: announcement.claims)
            let hasRoom = self.hasRoom(clientID)
            let isHeld = !isExcluded && (!existedBefore || options.holdsExistingStreams || !hasRoom)
            if isHeld { write(entry.gain.hold(at: GuardCore.now), to: object) }
            letLink(id, announcement.serial)
            guard hasRoom else {
                // Silent, and not kept: a flood must not fill the memory.
                sori_pw_object_unbind(object)
                warnOfStreams(owner, clientID: clientID)
                if !isExcluded { leave(id, announcement, owner.displayName) }
                return
            }
            streams[id] = entry
            streamIDs[announcement.serial] = id
            bindClient(clientID, for: id)
        }

        func hasRoom(_ clientID: UInt32?) -> Bool {
            streams.count < GuardCore.streamsMax
                && clientID.flatMap { boundClients[$0]?.streamIDs.count } ?? 0
                    < GuardCore.streamsOfClientMax
        }

        private func warnOfStreams(_ owner: StreamOwner, clientID: UInt32?) {
            if streams.count >= GuardCore.streamsMax {
                warn(.tooManyObjects(kind: "streams", limit: GuardCore.streamsMax), key: "s")
            } else {
                warn(
                    .tooManyStreams(
                        program: owner.displayName, limit: GuardCore.streamsOfClientMax),
                    key: "s\(clientID ?? 0)")
            }
        }

        private func bindClient(_ clientID: UInt32?, for streamID: UInt32) {
            guard let monitor, let clientID, clients.clients[clientID] != nil else { return }
            if boundClients[clientID] == nil,
                let object = sori_pw_monitor_bind(monitor, .client, clientID)
            {
                boundClients[clientID] = BoundClient(object: object)
            }
            boundClients[clientID]?.streamIDs.insert(streamID)
        }

        func removeClientObject(_ id: UInt32) {
            if let client = boundClients.removeValue(forKey: id) {
                sori_pw_object_unbind(client.object)
            }
        }

        func removeStream(_ id: UInt32) {
            guard let entry = streams.removeValue(forKey: id) else { return }
            streamIDs[entry.stream.serial] = nil
            timedStreams.remove(id)
            for link in entry.linkIDs { removeLink(link) }
            if let clientID = entry.clientID, boundClients[clientID]?.streamIDs.remove(id) != nil,
                boundClients[clientID]?.streamIDs.isEmpty == true
            {
                removeClientObject(clientID)
            }
            sori_pw_object_unbind(entry.object)
            if entry.isReported {
                var stream = entry.stream
                stream.isSounding = false
                stream.target = nil
                send(.disappeared(stream))
            }
        }

        func forgetStreams() {
            for id in Array(unobserved.keys) { forgetUnobserved(id) }
            for id in streams.keys.sorted() { removeStream(id) }
            for id in Array(links.keys) { removeLink(id) }
            for id in Array(boundClients.keys) { removeClientObject(id) }
        }

        func takeStreamInfo(_ id: UInt32, state: Int32, _ properties: Properties?) {
            guard var entry = streams[id] else { return }
            if let properties {
                // Another node may have taken the number before this one could be bound.
                guard properties["object.serial"].flatMap({ UInt64($0) }) == entry.stream.serial
                else { return }
                entry.hasInfo = true
                entry.claims = ClientTable.Claims { properties[$0] }
                entry.capturesSink = properties["stream.capture.sink"] == "true"
                entry.stream.mediaRole = properties["media.role"].map(clamped)
                entry.stream.mediaName = properties["media.name"].map(clamped)
                entry.stream.nodeName = properties["node.name"].map(clamped)
                entry.stream.linkGroup = properties["node.link-group"].map(clamped)
            }
            entry.isRunning = state == 3
            let old = streams[id]?.stream
            streams[id] = entry
            if properties != nil { refreshOwner(of: id) }
            refreshLinks(of: id)
            report(id, since: old)
        }

        func takeClientInfo(_ id: UInt32, _ properties: Properties) {
            guard boundClients[id] != nil else { return }
            clients.update(id: id) { properties[$0] }
            boundClients[id]?.hasInfo = true
            for streamID in (boundClients[id]?.streamIDs ?? []).sorted() {
                let old = streams[streamID]?.stream
                refreshOwner(of: streamID)
                report(streamID, since: old)
            }
        }

        private func refreshOwner(of id: UInt32) {
            guard var entry = streams[id] else { return }
            entry.stream.owner = clients.owner(client: entry.clientID, claims: entry.claims)
            entry.stream.applicationName = entry.stream.owner.claims.applicationName
            if !entry.isReported, !entry.stream.isExcluded, excluding(entry.stream.owner) {
                entry.stream.isExcluded = true
                write(entry.gain.set(1, over: 0, at: GuardCore.now), to: entry.object)
            }
            streams[id] = entry
        }

        /// Sends what has changed since `old`. A stream is reported once its owner is known.
        private func report(_ id: UInt32, since old: ProgramStream?) {
            guard var entry = streams[id] else { return }
            if !entry.isReported {
                let isOwnerKnown = entry.clientID.flatMap { boundClients[$0] }?.hasInfo ?? true
                guard entry.hasInfo, isOwnerKnown else { return }
                entry.isReported = true
                streams[id] = entry
                send(.appeared(entry.stream))
            } else if let old, entry.stream != old {
                var quiet = entry.stream
                quiet.isSounding = old.isSounding
                if quiet != old { send(.changed(entry.stream)) }
                if entry.stream.isSounding != old.isSounding {
                    send(.soundingChanged(entry.stream))
                }
            }
        }

        // MARK: Links

        func addLink(_ id: UInt32, _ properties: Properties) {
            guard let output = properties["link.output.node"].flatMap({ UInt32($0) }),
                let input = properties["link.input.node"].flatMap({ UInt32($0) })
            else { return }
            addLink(id, from: output, to: input)
        }

        func addLink(_ id: UInt32, from output: UInt32, to input: UInt32) {
            guard let monitor else { return }
            let streamID: UInt32
            if streams[output]?.stream.direction == .playback {
                streamID = output
            } else if streams[input] != nil {
                streamID = input
            } else {
                return noteUnobservedLink(id, from: output, to: input)
            }
            guard links.count < GuardCore.linksMax else {
                warn(.tooManyObjects(kind: "links", limit: GuardCore.linksMax), key: "l")
                return
            }
            guard let object = sori_pw_monitor_bind(monitor, .link, id) else { return }
            links[id] = StreamLink(
                object: object, streamID: streamID, peerID: streamID == output ? input : output)
            streams[streamID]?.linkIDs.insert(id)
            let old = streams[streamID]?.stream
            refreshLinks(of: streamID)
            report(streamID, since: old)
        }

        func removeLink(_ id: UInt32) {
            guard let link = links.removeValue(forKey: id) else { return }
            sori_pw_object_unbind(link.object)
            guard streams[link.streamID]?.linkIDs.remove(id) != nil else { return }
            let old = streams[link.streamID]?.stream
            refreshLinks(of: link.streamID)
            report(link.streamID, since: old)
        }

        func takeLinkInfo(_ id: UInt32, state: Int32) {
            guard let link = links[id], link.isActive != (state == 4) else { return }
            links[id]?.isActive = state == 4
            let old = streams[link.streamID]?.stream
            refreshLinks(of: link.streamID)
            report(link.streamID, since: old)
        }

        private func refreshLinks(of id: UInt32) {
            guard var entry = streams[id] else { return }
            let isPlayback = entry.stream.direction == .playback
            var peers: [(link: StreamLink, node: PortTable.DeviceNode)] = []
            for linkID in entry.linkIDs.sorted() {
                guard let link = links[linkID], let node = ports.nodes[link.peerID] else {
                    continue
                }
                if !isPlayback || node.isSink { peers.append((link, node)) }
            }
            entry.stream.isSounding = entry.isRunning && peers.contains { $0.link.isActive }
            // While a stream moves, the old and the new links both exist: the newest node counts.
            let target = peers.map(\.node).max { $0.serial < $1.serial }
            let active = peers.last { $0.link.isActive }?.node ?? target
            entry.stream.target = active.map { .init(serial: $0.serial, name: $0.name) }
            if !isPlayback {
                let hearsSink = active.map { !$0.isSource } ?? false
                entry.stream.direction =
                    entry.capturesSink || hearsSink ? .monitorCapture : .capture
            }
            streams[id] = entry
        }

        // MARK: Gains

        func takeGains(_ id: UInt32, _ gains: UnsafePointer<sori_pw_gains>) {
            let report = SoftGain.Report(gains)
            if let device = portObjects[id], report.isHeld {
                // Meant for a stream that was gone when its number was written to.
                write(report.release, to: device)
            }
            guard var entry = streams[id], !entry.stream.isExcluded else { return }
            let now = GuardCore.now
            write(entry.gain.report(report, at: now), to: entry.object)
            if entry.stream.existedBefore, !entry.gain.isEnforced, !entry.isReported,
                report.isHeld
            {
                write(entry.gain.hold(at: now), to: entry.object)
            }
            if entry.gain.isDeferred {
                warn(
                    .gainContested(
                        serial: entry.stream.serial, program: entry.stream.owner.displayName),
                    key: "g\(entry.stream.serial)")
            }
            streams[id] = entry
            updateTimer(for: id)
        }

        func set(_ gain: Float, rampMilliseconds: Int, _ serial: UInt64) {
            guard let id = streamIDs[serial], var entry = streams[id], !entry.stream.isExcluded
            else { return }
            let now = GuardCore.now
            var duration = UInt64(max(0, min(rampMilliseconds, 600_000))) * 1_000_000
            if duration > 0, rampPacing.begin(at: now, running: timedStreams.count) {
                endRamps(within: rampPacing.shortest, at: now)
                if duration <= rampPacing.shortest { duration = 0 }
            }
            write(entry.gain.set(gain, over: duration, at: now), to: entry.object)
            streams[id] = entry
            updateTimer(for: id)
        }

        /// Ends the ramps that are too short for the steps that the server keeps up with.
        private func endRamps(within duration: UInt64, at now: UInt64) {
            for id in timedStreams {
                guard var entry = streams[id], entry.gain.hasRamp(within: duration) else {
                    continue
                }
                write(entry.gain.endRamp(at: now), to: entry.object)
                streams[id] = entry
                updateTimer(for: id)
            }
        }

        func releaseAll() {
            for serial in streamIDs.keys.sorted() { set(1, rampMilliseconds: 0, serial) }
        }

        func advanceRamps() {
            let now = GuardCore.now
            let due = timedStreams
            timedStreams = []
            for id in due {
                guard var entry = streams[id] else { continue }
                write(entry.gain.advance(to: now), to: entry.object)
                streams[id] = entry
                if entry.gain.needsTimer { timedStreams.insert(id) }
            }
            setRampTimer()
        }

        private func setRampTimer() {
            guard !timedStreams.isEmpty else { return }
            let step = RampPacing.step(of: timedStreams.count)
            setTimer(.ramp, milliseconds: UInt32(step / 1_000_000))
        }

        private func updateTimer(for id: UInt32) {
            guard streams[id]?.gain.needsTimer == true else {
                timedStreams.remove(id)
                return
            }
            let isFirst = timedStreams.isEmpty
            timedStreams.insert(id)
            if isFirst { setRampTimer() }
        }

        private func write(_ writes: [SoftGain.Write], to object: OpaquePointer) {
            for write in writes { write.send(to: object) }
        }
    }

    extension SoftGain.Write {
        func send(to object: OpaquePointer) {
            switch self {
            case .soft(let isMuted, let volumes):
                sori_pw_object_set_soft_gains(object, isMuted, volumes, UInt32(volumes.count))
            case .channel(let isMuted, let volumes):
                sori_pw_object_set_channel_gains(object, isMuted, volumes, UInt32(volumes.count))
            }
        }
    }

    extension SoftGain.Report {
        init(_ gains: UnsafePointer<sori_pw_gains>) {
            self.init()
            isMuted = gains.pointee.mute
            channelVolumes = withUnsafeBytes(of: gains.pointee.channel_volumes) {
                Array($0.bindMemory(to: Float.self).prefix(Int(gains.pointee.channel_count)))
            }
            isSoftMuted = gains.pointee.soft_mute
            softVolumes = withUnsafeBytes(of: gains.pointee.soft_volumes) {
                Array($0.bindMemory(to: Float.self).prefix(Int(gains.pointee.soft_count)))
            }
        }
    }
#endif
