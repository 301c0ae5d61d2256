#if PipeWire
    import Testing

    import TestSupport

    extension PrivateServer {
        /// What is printed in place of these tests.
        static let reason: Comment = "needs sound servers: run scripts/test-pipewire"
    }
#endif
