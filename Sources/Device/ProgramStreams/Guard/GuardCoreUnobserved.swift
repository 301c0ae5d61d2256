#if PipeWire
    import Synchronization

    /// The streams that a guard leaves silent until others end, because there are too many. Everything
    /// runs on the monitor's thread.
    extension GuardCore {
        /// Most streams that are observed later; still further ones stay silent.
        static let unobservedMax = 4_096

        /// Notes a stream that is silent.
        func leave(_ id: UInt32, _ announcement: StreamAnnouncement, _ programName: String) {
            guard unobserved.count < GuardCore.unobservedMax else { return }
            unobserved[id] = UnobservedStream(
                announcement: announcement, programName: programName)
            unobservedCounts.withLock { $0[programName, default: 0] += 1 }
        }

        func noteUnobservedLink(_ id: UInt32, from output: UInt32, to input: UInt32) {
            let streamID = unobserved[output] != nil ? output : input
            guard let links = unobserved[streamID]?.links,
                links.count < UnobservedStream.linksMax
            else { return }
            unobserved[streamID]?.links[id] = UnobservedStream.Link(output: output, input: input)
            unobservedLinks[id] = streamID
        }

        /// Forgets what has gone, a stream or a link.
        func forgetUnobserved(_ id: UInt32) {
            if let streamID = unobservedLinks.removeValue(forKey: id) {
                unobserved[streamID]?.links[id] = nil
            }
            guard let stream = unobserved.removeValue(forKey: id) else { return }
            for link in stream.links.keys { unobservedLinks[link] = nil }
            unobservedCounts.withLock { counts in
                let rest = counts[stream.programName, default: 1] - 1
                counts[stream.programName] = rest > 0 ? rest : nil
            }
        }

        /// Observes the stream that came first of those that there is room for now.
        func observeNext() {
            guard !unobserved.isEmpty, streams.count < GuardCore.streamsMax else { return }
            let next = unobserved.filter { hasRoom($0.value.announcement.clientID) }
                .min { $0.value.announcement.serial < $1.value.announcement.serial }
            guard let (id, stream) = next else { return }
            forgetUnobserved(id)
            observe(id, stream.announcement)
            for (linkID, link) in stream.links.sorted(by: { $0.key < $1.key }) {
                addLink(linkID, from: link.output, to: link.input)
            }
        }
    }
#endif
