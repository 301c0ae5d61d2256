import AudioToolbox
import Foundation
import Synchronization
import Testing

@Suite("Players of slices and files")
struct ScheduledPlayerTests {
    /// An initialised unit of an app.
    private struct Player {
        let app: VirtualApp
        let unit: AudioUnit
        let pull: UnitPull

        init(_ subType: UInt32) throws {
            let app = VirtualPhone().open("Player")
            var description = UnitsOfAGraph.description(kAudioUnitType_Generator, subType)
            let unit = try app.run {
                var unit: AudioUnit?
                let component = try #require(AudioComponentFindNext(nil, &description))
                try #require(AudioComponentInstanceNew(component, &unit) == noErr)
                return try #require(unit)
            }
            #expect(AudioUnitInitialize(unit) == noErr)
            (self.app, self.unit, pull) = (app, unit, UnitPull(unit))
        }

        func set<Value: BitwiseCopyable>(
            _ property: AudioUnitPropertyID, _ value: Value
        ) -> OSStatus {
            withUnsafePointer(to: value) { pointer in
                AudioUnitSetProperty(
                    unit, property, kAudioUnitScope_Global, 0, pointer,
                    UInt32(MemoryLayout<Value>.size))
            }
        }

        /// Starts with the slice of a number; −1 for the next one.
        func start(_ sampleTime: Double = -1) {
            #expect(set(kAudioUnitProperty_ScheduleStartTimeStamp, stamp(sampleTime)) == noErr)
        }

        func stamp(_ sampleTime: Double) -> AudioTimeStamp {
            var stamp = AudioTimeStamp()
            stamp.mSampleTime = sampleTime
            stamp.mFlags = .sampleTimeValid
            return stamp
        }

        var playTime: Double {
            var stamp = AudioTimeStamp()
            var size = UInt32(MemoryLayout<AudioTimeStamp>.size)
            let status = AudioUnitGetProperty(
                unit, kAudioUnitProperty_CurrentPlayTime, kAudioUnitScope_Global, 0, &stamp, &size)
            return status == noErr ? stamp.mSampleTime : .nan
        }
    }

    /// A slice of planar stereo of an app's, with a level.
    private final class Slice {
        let slice = UnsafeMutablePointer<ScheduledAudioSlice>.allocate(capacity: 1)
        private let list = AudioBufferList.allocate(maximumBuffers: 2)
        private let samples: UnsafeMutablePointer<Float>
        let completions = UnsafeMutablePointer<Int>.allocate(capacity: 1)

        init(_ frameCount: Int, level: Float, at time: AudioTimeStamp? = nil) {
            samples = .allocate(capacity: frameCount)
            samples.initialize(repeating: level, count: frameCount)
            completions.initialize(to: 0)
            for index in 0..<2 {
                list[index] = AudioBuffer(
                    mNumberChannels: 1, mDataByteSize: UInt32(4 * frameCount), mData: samples)
            }
            slice.initialize(
                to: ScheduledAudioSlice(
                    mTimeStamp: time ?? AudioTimeStamp(),
                    mCompletionProc: { count, slice in
                        #expect(slice.pointee.mFlags.rawValue & 1 == 1)
                        count?.assumingMemoryBound(to: Int.self).pointee += 1
                    }, mCompletionProcUserData: completions, mFlags: [], mReserved: 0,
                    mReserved2: nil, mNumberFrames: UInt32(frameCount),
                    mBufferList: list.unsafeMutablePointer))
        }

        deinit {
            samples.deallocate()
            slice.deallocate()
            completions.deallocate()
            free(list.unsafeMutablePointer)
        }

        func schedule(_ player: Player) -> OSStatus {
            AudioUnitSetProperty(
                player.unit, kAudioUnitProperty_ScheduleAudioSlice, kAudioUnitScope_Global, 0,
                slice, UInt32(MemoryLayout<ScheduledAudioSlice>.size))
        }

        var flags: UInt32 { slice.pointee.mFlags.rawValue }
    }

    private static let slicePlayer = kAudioUnitSubType_ScheduledSoundPlayer
    private static let filePlayer = kAudioUnitSubType_AudioFilePlayer

    @Test("play slices at their frames, and complete each once", arguments: [64, 100, 333, 512])
    func slices(frameCount: Int) throws {
        let player = try Player(Self.slicePlayer)
        let first = Slice(100, level: 0.25, at: player.stamp(0))
        let second = Slice(50, level: 0.5, at: player.stamp(250))
        #expect(first.schedule(player) == noErr && second.schedule(player) == noErr)
        // Until the start there is silence, and no time.
        #expect(try player.pull.render(frameCount).allSatisfy { $0 == 0 })
        #expect(player.playTime == -1 && first.flags == 0)
        player.start()
        var frames: [Float] = []
        while frames.count < 512 { frames += try player.pull.render(frameCount) }
        let wanted = (0..<frames.count).map { frame -> Float in
            frame < 100 ? 0.25 : (250..<300).contains(frame) ? 0.5 : 0
        }
        #expect(frames == wanted)
        #expect(first.flags == 3 && second.flags == 3)
        #expect(first.completions.pointee == 1 && second.completions.pointee == 1)
        #expect(player.playTime == Double(frames.count))
    }

    @Test("play slices without a time one after the other, and late ones at once")
    func orderedSlices() throws {
        let player = try Player(Self.slicePlayer)
        let slices = [Slice(10, level: 0.25), Slice(20, level: 0.5)]
        let late = Slice(5, level: 0.75, at: player.stamp(12))
        for slice in slices + [late] { #expect(slice.schedule(player) == noErr) }
        player.start()
        let frames = try player.pull.render(64)
        let wanted = (0..<64).map { frame -> Float in
            frame < 10 ? 0.25 : frame < 30 ? 0.5 : frame < 35 ? 0.75 : 0
        }
        #expect(frames == wanted)
        #expect(late.flags == 7)
    }

    @Test("repeat a slice until another one interrupts it, at once or at the end of a pass")
    func interruption() throws {
        for (flag, end) in [(UInt32(16), 25), (32, 30)] {
            let player = try Player(Self.slicePlayer)
            let loop = Slice(10, level: 0.25)
            loop.slice.pointee.mFlags = AUScheduledAudioSliceFlags(rawValue: 8)
            let next = Slice(4, level: 0.5, at: player.stamp(25))
            next.slice.pointee.mFlags = AUScheduledAudioSliceFlags(rawValue: flag)
            #expect(loop.schedule(player) == noErr && next.schedule(player) == noErr)
            player.start()
            let frames = try player.pull.render(64)
            let wanted = (0..<64).map { frame -> Float in
                frame < end ? 0.25 : frame < end + 4 ? 0.5 : 0
            }
            #expect(frames == wanted)
            #expect(loop.completions.pointee == 1 && next.completions.pointee == 1)
        }
    }

    @Test("drop slices when they are reset, and wait for another start")
    func reset() throws {
        let player = try Player(Self.slicePlayer)
        let slice = Slice(1000, level: 0.25)
        #expect(slice.schedule(player) == noErr)
        player.start(100)
        let frames = try player.pull.render(200)
        #expect(frames[..<100].allSatisfy { $0 == 0 } && frames[100...].allSatisfy { $0 == 0.25 })
        #expect(AudioUnitReset(player.unit, kAudioUnitScope_Global, 0) == noErr)
        #expect(slice.completions.pointee == 1 && player.playTime == -1)
        #expect(try player.pull.render(200).allSatisfy { $0 == 0 })
    }

    /// A file of 1000 frames, each of which is its own number.
    private func numbers() throws -> (SoundFiles, AudioFileID) {
        let files = SoundFiles()
        var format = AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked, mBytesPerPacket: 4,
            mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 1, mBitsPerChannel: 32,
            mReserved: 0)
        let url = files.missing("numbers.wav")
        var made: AudioFileID?
        try #require(
            AudioFileCreateWithURL(
                url as CFURL, kAudioFileWAVEType, &format, .eraseFile, &made) == noErr)
        let file = try #require(made)
        let samples = (0..<1000).map { Float($0) / 1024 }
        var count = UInt32(4 * samples.count)
        #expect(AudioFileWriteBytes(file, false, 0, &count, samples) == noErr)
        #expect(AudioFileClose(file) == noErr)
        var opened: AudioFileID?
        try #require(AudioFileOpenURL(url as CFURL, .readPermission, 0, &opened) == noErr)
        return (files, try #require(opened))
    }

    private func region(
        _ file: AudioFileID, _ time: AudioTimeStamp, loops: UInt32, start: Int64, frames: UInt32,
        _ completions: UnsafeMutablePointer<Int>
    ) -> ScheduledAudioFileRegion {
        ScheduledAudioFileRegion(
            mTimeStamp: time,
            mCompletionProc: { count, _, status in
                #expect(status == noErr)
                count?.assumingMemoryBound(to: Int.self).pointee += 1
            }, mCompletionProcUserData: completions, mAudioFile: file, mLoopCount: loops,
            mStartFrame: start, mFramesToPlay: frames)
    }

    @Test("play a region of a file as often as it says", arguments: [64, 100, 512])
    func regions(frameCount: Int) throws {
        let player = try Player(Self.filePlayer)
        let (files, file) = try numbers()
        defer { AudioFileClose(file) }
        let completions = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        completions.initialize(to: 0)
        defer { completions.deallocate() }
        let wanted = region(
            file, player.stamp(0), loops: 1, start: 100, frames: 200, completions)
        // The file has to be known first.
        #expect(
            player.set(kAudioUnitProperty_ScheduledFileRegion, wanted)
                == kAudioUnitErr_FileNotSpecified)
        #expect(player.set(kAudioUnitProperty_ScheduledFileIDs, file) == noErr)
        #expect(player.set(kAudioUnitProperty_ScheduledFileRegion, wanted) == noErr)
        #expect(player.set(kAudioUnitProperty_ScheduledFilePrime, UInt32(0)) == noErr)
        #expect(try player.pull.render(frameCount).allSatisfy { $0 == 0 })
        #expect(player.playTime == -1)
        player.start()
        var frames: [Float] = []
        while frames.count < 600 { frames += try player.pull.render(frameCount) }
        let expected = (0..<frames.count).map { frame -> Float in
            frame < 400 ? Float(100 + frame % 200) / 1024 : 0
        }
        #expect(frames == expected)
        #expect(completions.pointee == 1)
        withExtendedLifetime(files) {}
    }

    @Test("play up to the end of a file, again and again, until they are reset")
    func endlessRegion() throws {
        let player = try Player(Self.filePlayer)
        let (files, file) = try numbers()
        defer { AudioFileClose(file) }
        let completions = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        completions.initialize(to: 0)
        defer { completions.deallocate() }
        #expect(player.set(kAudioUnitProperty_ScheduledFileIDs, file) == noErr)
        let wanted = region(
            file, AudioTimeStamp(), loops: .max, start: 990, frames: .max, completions)
        #expect(player.set(kAudioUnitProperty_ScheduledFileRegion, wanted) == noErr)
        player.start()
        let frames = try (0..<100).flatMap { _ in try player.pull.render(500) }
        let expected = (0..<50_000).map { frame -> Float in Float(990 + frame % 10) / 1024 }
        #expect(frames == expected)
        #expect(completions.pointee == 0)
        #expect(AudioUnitReset(player.unit, kAudioUnitScope_Global, 0) == noErr)
        #expect(completions.pointee == 1)
        #expect(try player.pull.render(500).allSatisfy { $0 == 0 })
        withExtendedLifetime(files) {}
    }

    @Test("have an output of planar floats only, where they play files")
    func formats() throws {
        let player = try Player(Self.filePlayer)
        #expect(AudioUnitUninitialize(player.unit) == noErr)
        var format = AudioStreamBasicDescription(
            mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
            mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked,
            mBytesPerPacket: 4, mFramesPerPacket: 1, mBytesPerFrame: 4, mChannelsPerFrame: 2,
            mBitsPerChannel: 16, mReserved: 0)
        let size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
        #expect(
            AudioUnitSetProperty(
                player.unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, 0, &format,
                size) == kAudioUnitErr_FormatNotSupported)
    }
}
