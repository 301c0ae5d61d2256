#if PipeWire
    import AudioModel
    import AudioToolbox
    import Foundation
    import Synchronization
    import Testing

    import HostLinux

    @Suite(
        "An audio queue on PipeWire", .serialized,
        .enabled(if: PrivateServer.isWanted, PrivateServer.reason))
    struct PipeWireQueueTests {
        @Test("is heard frame by frame, none lost or doubled where buffers meet")
        func exactness() throws {
            // Given three seconds of noise in buffers of odd lengths, and a speaker that is recorded.
            let server = try PrivateServer()
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

        @Test("plays on when the server is killed, and is heard again when one returns")
        func serverDies() throws {
            // Given a queue that plays for ever.
            let server = try PrivateServer()
            let output = PipeWireOutput(.init(server: server.socket))
            let app = MachineApp(output)
            let queue = try LoopingQueue(
                app, samples: TestSound(frameCount: 48_000).samples, bufferCount: 3,
                framesPerBuffer: 4_800)
            defer {
                queue.dispose()
                output.stop()
            }
            queue.start()
            try #require(queue.awaitCallbacks(5))
            // When the server is killed, then it goes on for nobody,
            try server.run("kill -KILL $SORI_PIPEWIRE_PID")
            try #require(queue.awaitCallbacks(queue.callbackCount + 20))
            // and when there is one again, it is heard.
            try server.run("pipewire >/dev/null 2>&1 & sleep 0.3; wireplumber >/dev/null 2>&1 &")
            var callbacks = queue.callbackCount
            while output.isUnheard || output.sink == nil {
                callbacks += 5
                try #require(queue.awaitCallbacks(callbacks) && callbacks < 600)
            }
            let recording = try server.record("speaker")
            try recording.await(frameCount: 9_600)
            #expect(try recording.firstHeardFrame() != nil)
        }
    }
#endif
