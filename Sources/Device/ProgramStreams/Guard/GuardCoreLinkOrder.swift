#if PipeWire
    import CPipeWireShim
    import Synchronization

    /// The order of a new stream: first it is silenced, then the session manager links it.
    ///
    /// A script of the session manager (`data/wireplumber/link-order.lua`) waits until this guard has
    /// written a stream's serial to the default metadata. PipeWire passes on what a client sends in its
    /// order, so a stream that was to be silenced is silent when it is linked. Everything runs on the
    /// monitor's thread.
    extension GuardCore {
        /// Takes whether there is a script that waits, and lets it link all streams that there are.
        func takeLinkOrder(_ isThere: Bool) {
            guard isThere != isWaitedFor.exchange(isThere, ordering: .relaxed) else { return }
            for (id, entry) in streams { letLink(id, entry.stream.serial) }
            for (id, stream) in unobserved { letLink(id, stream.announcement.serial) }
        }

        /// Lets the session manager link a stream; `nil` for one that is gone.
        func letLink(_ id: UInt32, _ serial: UInt64?) {
            guard isWaitedFor.load(ordering: .relaxed), let metadata else { return }
            sori_pw_object_set_decided(metadata.object, id, serial ?? 0)
        }
    }
#endif
