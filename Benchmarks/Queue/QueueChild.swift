#if PipeWire
    import AudioModel
    import AudioToolbox
    import CommandLineTool
    import CoreAudioTypes
    import Foundation
    import HostLinux
    import SoundClient
    import SoundRuntime
    import Synchronization

    /// The program that the benchmark compares with `pw-play`: it plays one file through one queue.
    enum QueueChild {
        /// The line that announces that sound is audible.
        static let readyLine = "playing"
        private static let startSecondsMax = 10.0

        /// The child's result, as printed in its last line.
        struct Outcome: Equatable {
            var blockCount: Int
            /// Blocks that the device went on without.
            var missedCount: Int
            /// Gaps in the middle of the sound.
            var gapCount: Int
            /// Whether one of its threads has real-time scheduling.
            var isRealTime: Bool

            var line: String {
                "blocks \(blockCount) missed \(missedCount) gaps \(gapCount) "
                    + "real-time \(isRealTime ? "yes" : "no")"
            }
        }

        static func run(
            _ path: String, seconds: Int, _ console: Console
        ) throws(ProgramError) -> ExitCode {
            let output = ObservedOutput()
            let phone = EmbeddedPhone(outputRate: output.sampleRate, output: output)
            let file = try LoopedFile(path)
            // A buffer holds half a second.
            let queue = try BenchQueue(phone.app, byteCount: 88_200) { file.fill($0) }
            defer {
                queue.dispose()
                output.stop()
            }
            try queue.start()
            let deadline = LinuxClock.now + .seconds(Self.startSecondsMax)
            while output.watch.firstSoundTime == nil {
                guard LinuxClock.now < deadline, !output.isLost else {
                    throw ProgramError(
                        .deviceMissing, "nothing is heard", in: path, advice: "is PipeWire there?")
                }
                usleep(5_000)
            }
            console.print(readyLine + "\n")
            let end = LinuxClock.now + .seconds(Double(seconds))
            while LinuxClock.now < end, !EndSignals.hasCome { usleep(250_000) }
            let outcome = Outcome(
                blockCount: output.watch.blockCount, missedCount: output.missedBlockCount,
                gapCount: output.watch.gapCount, isRealTime: hasRealTimeThread())
            console.print(outcome.line + "\n")
            return .done
        }

        /// Source: proc(5), `/proc/pid/task`; sched_getscheduler(2).
        private static func hasRealTimeThread() -> Bool {
            let tasks =
                (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
            return tasks.compactMap { pid_t($0) }.contains { task in
                let policy = sched_getscheduler(task)
                // Some policies have a flag in the same number.
                return policy >= 0 && [SCHED_FIFO, SCHED_RR].contains(policy & 0xFF)
            }
        }
    }

    extension QueueChild.Outcome {
        init?(_ line: String) {
            let words = line.split(separator: " ")
            guard words.count == 8, words[0] == "blocks", words[6] == "real-time",
                let blocks = Int(words[1]), let missed = Int(words[3]), let gaps = Int(words[5])
            else { return nil }
            self.init(
                blockCount: blocks, missedCount: missed, gapCount: gaps,
                isRealTime: words[7] == "yes")
        }
    }

    /// A 16-bit stereo file that repeats.
    private final class LoopedFile: Sendable {
        private let state: Mutex<State>

        /// A file and its next packet.
        ///
        /// Ownership: the mutex of the enclosing object.
        private struct State: @unchecked Sendable {
            var id: AudioFileID
            var packet: Int64 = 0
        }

        init(_ path: String) throws(ProgramError) {
            var id: AudioFileID?
            let status = AudioFileOpenURL(NSURL(fileURLWithPath: path), .readPermission, 0, &id)
            guard status == noErr, let id else {
                throw ProgramError(
                    .badInput, "AudioFileOpenURL gives \(status)", in: path, advice: "name another")
            }
            state = Mutex(State(id: id))
        }

        deinit { _ = state.withLock { AudioFileClose($0.id) } }

        /// - Returns: Number of bytes read.
        func fill(_ buffer: AudioQueueBuffer) -> UInt32 {
            state.withLock { state in
                for _ in 0..<2 {
                    var bytes = buffer.mAudioDataBytesCapacity
                    var packets = bytes / 4
                    let status = AudioFileReadPacketData(
                        state.id, false, &bytes, nil, state.packet, &packets, buffer.mAudioData)
                    guard status == noErr else { return 0 }
                    state.packet += Int64(packets)
                    if packets > 0 { return bytes }
                    state.packet = 0
                }
                return 0
            }
        }
    }
#endif
