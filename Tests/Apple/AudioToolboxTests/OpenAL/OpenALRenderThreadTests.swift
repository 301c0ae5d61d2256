import AudioModel
import Foundation
import OpenAL
import Synchronization
import TestSupport
import Testing

/// Run by `scripts/test-render`, in release and with its counter loaded; skipped without it.
@Suite(
    "The device's thread with OpenAL",
    .enabled(if: RenderCounter.isLoaded && BuildTraits.hasOpenAL))
struct OpenALRenderThreadTests {
    private static let sourceCount = 64
    private static let stepCount = 200

    /// Plays a tone from as many sources, all around.
    ///
    /// - Returns: The sources.
    private func playSources() throws -> [ALuint] {
        let device = try #require(alcOpenDevice(nil))
        try #require(alcMakeContextCurrent(alcCreateContext(device, nil)) == ALC_TRUE)
        var buffer: ALuint = 0
        alGenBuffers(1, &buffer)
        let samples = (0..<4_801).map { Int16(400 * sin(Double($0) / 10)) }
        alBufferData(buffer, AL_FORMAT_MONO16, samples, ALsizei(2 * samples.count), 44_100)
        var sources = [ALuint](repeating: 0, count: Self.sourceCount)
        alGenSources(ALsizei(sources.count), &sources)
        for (index, source) in sources.enumerated() {
            alSourcei(source, AL_BUFFER, ALint(bitPattern: buffer))
            alSourcei(source, AL_LOOPING, 1)
            alSource3f(source, AL_POSITION, Float(index % 8) - 4, 0, Float(index / 8) - 4)
        }
        alSourcePlayv(ALsizei(sources.count), sources)
        try #require(alGetError() == AL_NO_ERROR)
        return sources
    }

    @Test("allocates nothing and takes no lock, whatever the game does to its sources (case 24)")
    func clean() throws {
        let counter = try #require(RenderCounter())
        var random = SeededGenerator(seed: 24)
        let phone = VirtualPhone()
        let app = phone.open("Game")
        let cycles = Atomic(0)
        let sources = try app.run { try playSources() }
        phone.pass(.milliseconds(100))
        app.watchRendering { render in
            counter.watch(render)
            cycles.add(1, ordering: .relaxed)
        }
        for _ in 0..<Self.stepCount {
            app.run {
                guard let source = sources.randomElement(using: &random) else { return }
                let value = Float.random(in: 0...1, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: alSourcef(source, AL_GAIN, value)
                case 1: alSourcef(source, AL_PITCH, 0.5 + value)
                case 2: alSource3f(source, AL_POSITION, 9 * value, 0, 1)
                case 3: alSourcePause(source)
                default: alSourcePlay(source)
                }
            }
            phone.pass(.milliseconds(20))
        }
        #expect(app.peak(0.5...1) > 0)
        let count = cycles.load(ordering: .relaxed)
        print(
            "OpenAL: \(counter.allocationCount) allocations, \(counter.lockCount) locks"
                + " in \(count) cycles of \(Self.sourceCount) sources")
        #expect(count >= 2 * Self.stepCount)
        #expect(counter.allocationCount == 0 && counter.freeCount == 0)
        #expect(counter.lockCount == 0)
        app.run {
            let context = alcGetCurrentContext()
            let device = alcGetContextsDevice(context)
            alcMakeContextCurrent(nil)
            alcDestroyContext(context)
            alcCloseDevice(device)
        }
    }
}
