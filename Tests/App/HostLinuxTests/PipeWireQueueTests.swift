#if PipeWire
    import AudioModel
    import AudioToolbox
    import Foundation
    import Testing

    import HostLinux
    import TestSupport

    @Suite(
        "An audio queue on PipeWire", .serialized,
        .enabled(if: PrivateServer.isWanted, PrivateServer.reason))
    struct PipeWireQueueTests {
        @Test("is heard frame by frame, none lost or doubled where buffers meet")
        func exactness() throws {
            // Given three seconds of noise in buffers of odd lengths, and a speaker that is recorded.
            let server = try PrivateServer("--blocks", "2048")
            let noise = TestSound(frameCount: 144_000).samples
            let output = PipeWireOutput(.init(server: server.socket))
            let app = MachineApp(output)
            let recording = try server.record("speaker")
            let queue = try LoopingQueue(
                app, samples: noise, bufferCount: 3, framesPerBuffer: 7_919, frameCount: 144_000)
            defer {
                queue.dispose()
                output.stop()
            }
            // When it is played.
            queue.start()
            try #require(queue.awaitStop())
            // Then the recording is the noise, and every buffer came back, in its turn.
            let start = try #require(try recording.firstHeardFrame())
            try recording.await(frameCount: start + 144_000)
            let heard = try recording.frames()[(2 * start)...].prefix(noise.count)
            let largest = zip(heard, noise).map { abs(Int($0) - Int($1)) }.max()
            #expect(heard.count == noise.count)
            #expect(try #require(largest) <= 1)
            #expect(queue.callbackCount == 19)
            #expect(output.missedCycleCount == 0)
        }

        /// Starts a queue that plays endlessly.
        private func endlessQueue(
            on server: PrivateServer
        ) throws -> (output: PipeWireOutput, queue: LoopingQueue) {
            let output = PipeWireOutput(.init(server: server.socket))
            let queue = try LoopingQueue(
                MachineApp(output), samples: TestSound(frameCount: 48_000).samples, bufferCount: 3,
                framesPerBuffer: 4_800)
            queue.start()
            try #require(queue.awaitCallbacks(5))
            return (output, queue)
        }

        @Test("plays on when the server is killed, and is heard again when one returns")
        func serverDies() throws {
            // Given a queue that plays endlessly.
            let server = try PrivateServer()
            let (output, queue) = try endlessQueue(on: server)
            defer {
                queue.dispose()
                output.stop()
            }
            // When the server is killed, then the queue plays on into the fallback,
            try server.run("kill -KILL $SORI_PIPEWIRE_PID")
            try #require(queue.awaitCallbacks(queue.callbackCount + 20))
            // and when there is one again, it is heard.
            try server.run("pipewire >/dev/null 2>&1 & sleep 0.3; wireplumber >/dev/null 2>&1 &")
            var callbacks = queue.callbackCount
            while output.isLost || output.sink == nil {
                callbacks += 5
                try #require(queue.awaitCallbacks(callbacks) && callbacks < 600)
            }
            let recording = try server.record("speaker")
            try recording.await(frameCount: 9_600)
            #expect(try recording.firstHeardFrame() != nil)
            #expect(queue.longestWait < patience)
        }

        @Test("plays on at another sink when its own is removed")
        func sinkRemoved() throws {
            // Given a queue that plays endlessly into the speaker.
            let server = try PrivateServer()
            let (output, queue) = try endlessQueue(on: server)
            defer {
                queue.dispose()
                output.stop()
            }
            try waitUntil { output.sink?.name == "speaker" }
            let recording = try server.record("hdmi")
            // When that is removed, then the other is heard, and the queue was never kept waiting.
            try server.destroySink("speaker")
            try waitUntil { output.sink?.name == "hdmi" }
            try #require(queue.awaitCallbacks(queue.callbackCount + 10))
            try waitUntil { try recording.firstHeardFrame() != nil }
            #expect(!output.isLost)
            #expect(queue.longestWait < patience)
        }
    }

    @Suite(
        "A recording queue on PipeWire", .serialized,
        .enabled(if: PrivateServer.isWanted, PrivateServer.reason))
    struct PipeWireRecordingQueueTests {
        /// Starts a queue that records.
        private func recordingQueue(
            on server: PrivateServer, framesPerBuffer: Int
        ) throws -> (input: PipeWireInput, queue: RecordingQueue) {
            let input = PipeWireInput(.init(server: server.socket))
            let queue = try RecordingQueue(
                MachineApp(NullOutput(), input: input), bufferCount: 3,
                framesPerBuffer: framesPerBuffer)
            queue.start()
            try waitUntil { queue.callbackCount > 2 }
            return (input, queue)
        }

        @Test("gets every frame that the microphone hears")
        func exactness() throws {
            // Given a queue that records, and two seconds of noise beside it.
            let server = try PrivateServer("--blocks", "2048")
            let (input, queue) = try recordingQueue(on: server, framesPerBuffer: 4_793)
            defer {
                queue.dispose()
                input.stop()
            }
            let noise = TestSound(frameCount: 96_000).samples
            // When that is played into the microphone.
            try server.speak(noise, into: "mic")
            try waitUntil { queue.samples.contains { $0 != 0 } }
            let first = try #require(queue.samples.firstIndex { $0 != 0 }) / 2
            try waitUntil { queue.samples.count >= 2 * first + noise.count }
            // Then every sample is there, within one 16-bit step.
            let heard = queue.samples[(2 * first)...].prefix(noise.count)
            let largest = zip(heard, noise).map { abs(Int($0) - Int($1)) }.max()
            #expect(heard.count == noise.count)
            #expect(try #require(largest) <= 1)
        }

        @Test("gets silence when the server is killed, and sound again when one returns")
        func serverDies() throws {
            let server = try PrivateServer()
            let (input, queue) = try recordingQueue(on: server, framesPerBuffer: 4_800)
            defer {
                queue.dispose()
                input.stop()
            }
            // When the server is killed, then silence comes on.
            try server.run("kill -KILL $SORI_PIPEWIRE_PID")
            let count = queue.callbackCount
            try waitUntil { queue.callbackCount > count + 20 }
            // When one is there again, then what is said into its microphone is recorded.
            try server.run("pipewire >/dev/null 2>&1 & sleep 0.3; wireplumber >/dev/null 2>&1 &")
            try waitUntil { input.source?.name == "mic" && !input.isLost }
            try server.speak(TestSound(frameCount: 48_000).samples, into: "mic")
            try waitUntil { queue.samples.contains { $0 != 0 } }
            #expect(queue.longestWait < patience)
        }
    }

    /// No fault keeps a queue waiting for longer.
    private let patience = HostInterval.seconds(2)
#endif
