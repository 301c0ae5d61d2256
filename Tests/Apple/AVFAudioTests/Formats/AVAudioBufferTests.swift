import AVFAudio
import Synchronization
import Testing

@Suite("AVAudioBuffer")
struct AVAudioBufferTests {
    let stereo = AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 2)!

    private func format(
        _ common: AVAudioCommonFormat, _ channels: AVAudioChannelCount = 2, interleaved: Bool
    ) throws -> AVAudioFormat {
        try #require(
            AVAudioFormat(
                commonFormat: common, sampleRate: 44100, channels: channels,
                interleaved: interleaved))
    }

    @Test("One list has the sizes of the audio, the other those of the memory (engine 5)")
    func lists() throws {
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: stereo, frameCapacity: 1000))
        #expect(buffer.frameLength == 0)
        #expect(buffer.frameCapacity == 1000)
        buffer.frameLength = 441
        let list = UnsafeMutableAudioBufferListPointer(
            UnsafeMutablePointer(mutating: buffer.audioBufferList))
        #expect(list.map(\.mDataByteSize) == [1764, 1764])
        let whole = UnsafeMutableAudioBufferListPointer(buffer.mutableAudioBufferList)
        #expect(whole.map(\.mDataByteSize) == [4000, 4000])
        #expect(whole.map(\.mNumberChannels) == [1, 1])
        #expect(list.map(\.mDataByteSize) == [1764, 1764])
        // An access restores what a function has written into the list.
        whole[0].mDataByteSize = 8
        _ = buffer.mutableAudioBufferList
        #expect(whole[0].mDataByteSize == 4000)
        #expect(whole[0].mData == list[0].mData)
        #expect(UnsafeBufferPointer<Float>(whole[1]).allSatisfy { $0 == 0 })
    }

    @Test("One channel directly follows the other", arguments: [1, 3, 441, 1024, 4097])
    func adjacent(capacity: AVAudioFrameCount) throws {
        for (common, size) in [
            (AVAudioCommonFormat.pcmFormatFloat32, 4), (.pcmFormatInt16, 2), (.pcmFormatFloat64, 8),
        ] {
            let format = try format(common, interleaved: false)
            let buffer = try #require(
                AVAudioPCMBuffer(pcmFormat: format, frameCapacity: capacity))
            let list = UnsafeMutableAudioBufferListPointer(buffer.mutableAudioBufferList)
            let (first, second) = (try #require(list[0].mData), try #require(list[1].mData))
            #expect(second - first == Int(capacity) * size)
            #expect(Int(bitPattern: first) % 16 == 0)
        }
    }

    @Test("Channel pointers step by the stride (engine 6)")
    func channelPointers() throws {
        let buffer = try #require(
            AVAudioPCMBuffer(
                pcmFormat: format(.pcmFormatFloat32, interleaved: true), frameCapacity: 4))
        let channels = try #require(buffer.floatChannelData)
        #expect(buffer.stride == 2)
        #expect(UnsafeRawPointer(channels[1]) - UnsafeRawPointer(channels[0]) == 4)
        channels[1][1 * buffer.stride] = 7
        let samples = buffer.mutableAudioBufferList.pointee.mBuffers.mData!
            .assumingMemoryBound(to: Float.self)
        #expect(samples[3] == 7)
        #expect(buffer.int16ChannelData == nil)

        let integers = try #require(
            AVAudioPCMBuffer(
                pcmFormat: format(.pcmFormatInt16, interleaved: false), frameCapacity: 4))
        #expect(integers.floatChannelData == nil)
        #expect(integers.int32ChannelData == nil)
        #expect(integers.int16ChannelData != nil)
        #expect(integers.stride == 1)
        let wide = try #require(
            AVAudioPCMBuffer(
                pcmFormat: format(.pcmFormatInt32, interleaved: true), frameCapacity: 4))
        #expect(wide.int32ChannelData != nil)
        #expect(
            try AVAudioPCMBuffer(
                pcmFormat: format(.pcmFormatFloat64, interleaved: false), frameCapacity: 4)?
                .floatChannelData == nil)
    }

    @Test("A buffer of 4 GiB does not exist, one without frames does (engine 7)")
    func capacities() throws {
        #expect(AVAudioPCMBuffer(pcmFormat: stereo, frameCapacity: 0x4000_0000) == nil)
        let empty = try #require(AVAudioPCMBuffer(pcmFormat: stereo, frameCapacity: 0))
        #expect(empty.frameCapacity == 0)
        #expect(empty.floatChannelData != nil)
        #expect(empty.audioBufferList.pointee.mBuffers.mDataByteSize == 0)
        // A format without bytes or channels has no buffers.
        var description = stereo.streamDescription.pointee
        description.mBytesPerFrame = 0
        let hollow = try #require(AVAudioFormat(streamDescription: &description))
        #expect(AVAudioPCMBuffer(pcmFormat: hollow, frameCapacity: 8) == nil)
        let silent = try #require(AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 0))
        #expect(AVAudioPCMBuffer(pcmFormat: silent, frameCapacity: 8) == nil)
    }

    @Test("An app's memory is taken as it is, and released once (engine 8)")
    func noCopy() throws {
        let list = AudioBufferList.allocate(maximumBuffers: 2)
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: 32)
        memory.initialize(repeating: 0.5, count: 32)
        defer {
            memory.deallocate()
            free(list.unsafeMutablePointer)
        }
        for index in 0..<2 {
            list[index] = AudioBuffer(
                mNumberChannels: 1, mDataByteSize: 64, mData: memory + 16 * index)
        }
        let calls = Mutex<[[UInt32]]>([])
        let note = { @Sendable (given: UnsafePointer<AudioBufferList>) in
            let given = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: given))
            calls.withLock { $0.append(given.map(\.mDataByteSize)) }
        }
        func buffer(_ format: AVAudioFormat) -> AVAudioPCMBuffer? {
            AVAudioPCMBuffer(
                pcmFormat: format, bufferListNoCopy: list.unsafePointer, deallocator: note)
        }
        // Two buffers do not hold interleaved frames.
        #expect(try buffer(format(.pcmFormatFloat32, interleaved: true)) == nil)
        list[1].mDataByteSize = 60
        #expect(buffer(stereo) == nil)
        list[1].mDataByteSize = 0
        list[0].mDataByteSize = 0
        #expect(buffer(stereo) == nil)
        list[0].mDataByteSize = 64
        list[1] = AudioBuffer(mNumberChannels: 1, mDataByteSize: 64, mData: nil)
        #expect(buffer(stereo) == nil)
        list[1].mData = UnsafeMutableRawPointer(memory + 16)
        list.count = 0
        #expect(buffer(stereo) == nil)
        list.count = 2
        #expect(calls.withLock { $0 }.isEmpty)

        do {
            let valid = try #require(buffer(stereo))
            #expect(valid.frameCapacity == 16)
            #expect(valid.frameLength == 16)
            #expect(valid.floatChannelData?[1] == memory + 16)
            valid.frameLength = 3
            #expect(calls.withLock { $0 }.isEmpty)
        }
        #expect(calls.withLock { $0 } == [[64, 64]])
    }

    @Test("A compressed buffer has room for its packets (engine 9)")
    func compressed() throws {
        var aac = AudioStreamBasicDescription()
        aac.mSampleRate = 44100
        aac.mFormatID = kAudioFormatMPEG4AAC
        aac.mFramesPerPacket = 1024
        aac.mChannelsPerFrame = 1
        let format = try #require(AVAudioFormat(streamDescription: &aac))
        let buffer = AVAudioCompressedBuffer(
            format: format, packetCapacity: 8, maximumPacketSize: 768)
        #expect(buffer.byteCapacity == 6144)
        #expect(buffer.packetCapacity == 8)
        #expect(buffer.maximumPacketSize == 768)
        #expect(buffer.packetCount == 0)
        #expect(buffer.byteLength == 0)
        #expect(buffer.packetDescriptions != nil)
        #expect(buffer.audioBufferList.pointee.mBuffers.mDataByteSize == 0)
        #expect(buffer.mutableAudioBufferList.pointee.mBuffers.mDataByteSize == 6144)
        #expect(buffer.mutableAudioBufferList.pointee.mBuffers.mData == buffer.data)

        let ima4 = try #require(
            AVAudioFormat(settings: [
                AVFormatIDKey: kAudioFormatAppleIMA4, AVSampleRateKey: 44100,
                AVNumberOfChannelsKey: 2,
            ]))
        let constant = AVAudioCompressedBuffer(format: ima4, packetCapacity: 10)
        #expect(constant.packetDescriptions == nil)
        #expect(constant.byteCapacity == 680)

        buffer.byteLength = 5
        buffer.packetCount = 1
        buffer.data.storeBytes(of: 42, as: UInt8.self)
        buffer.packetDescriptions?[0].mDataByteSize = 5
        let copy = try #require(buffer.copy() as? AVAudioCompressedBuffer)
        #expect(copy.data != buffer.data)
        #expect(copy.data.load(as: UInt8.self) == 42)
        #expect(copy.packetDescriptions?[0].mDataByteSize == 5)
        #expect(copy.packetCount == 1)
        #expect(copy.byteLength == 5)
    }

    @Test("A copy has the frames, and memory of its own")
    func copies() throws {
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: stereo, frameCapacity: 8))
        buffer.frameLength = 3
        buffer.floatChannelData?[1][2] = 0.25
        for copy in [buffer.copy(), buffer.mutableCopy()] {
            let copy = try #require(copy as? AVAudioPCMBuffer)
            #expect(copy.frameCapacity == 8)
            #expect(copy.frameLength == 3)
            #expect(copy.floatChannelData?[1][2] == 0.25)
            copy.floatChannelData?[1][2] = 1
        }
        #expect(buffer.floatChannelData?[1][2] == 0.25)
    }

    @Test("Arguments that Apple's classes refuse are programmer errors, and change nothing")
    func programmerMistakes() throws {
        let buffer = try #require(AVAudioPCMBuffer(pcmFormat: stereo, frameCapacity: 10))
        #expect(
            programmerErrors { buffer.frameLength = 11 }.rules
                == ["length <= _imp->_frameCapacity"])
        #expect(buffer.frameLength == 0)

        let aac = try #require(
            AVAudioFormat(settings: [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44100,
                AVNumberOfChannelsKey: 2,
            ]))
        let (rules, none) = programmerErrors { AVAudioPCMBuffer(pcmFormat: aac, frameCapacity: 4) }
        #expect(rules.count == 1)
        #expect(none == nil)
        let list = AudioBufferList.allocate(maximumBuffers: 1)
        defer { free(list.unsafeMutablePointer) }
        #expect(
            programmerErrors {
                AVAudioPCMBuffer(pcmFormat: aac, bufferListNoCopy: list.unsafePointer)
            }.rules.count == 1)

        for (format, capacity, size) in [
            (stereo, 4, 4), (aac, .max, .max), (aac, 1, -1), (aac, .max, 2),
        ] as [(AVAudioFormat, AVAudioPacketCount, Int)] {
            let (rules, buffer) = programmerErrors {
                AVAudioCompressedBuffer(
                    format: format, packetCapacity: capacity, maximumPacketSize: size)
            }
            #expect(rules.count == 1)
            #expect(buffer.byteCapacity == 0)
            #expect(
                programmerErrors {
                    buffer.byteLength = 1
                    buffer.packetCount = 1
                }.rules.count == 2)
        }
        #expect(
            programmerErrors { AVAudioCompressedBuffer(format: aac, packetCapacity: 4) }.rules
                == ["format.streamDescription->mBytesPerPacket != 0"])
    }
}
