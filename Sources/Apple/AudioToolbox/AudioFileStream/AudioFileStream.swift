import AudioCodecs
import AudioFiles
import AudioFormats
import AudioModel
public import CAudioToolbox
public import CoreAudioTypes

// Audio File Stream Services; <AudioToolbox/AudioFileStream.h> declares and documents them.

/// The program's open streams.
private let openStreams = HandleTable<(stream: OpenAudioStream, callbacks: StreamCallbacks)>()

/// `AudioFileStream_PropertyListenerProc` with optional client data.
typealias StreamPropertyListener =
    @Sendable @convention(c) (
        UnsafeMutableRawPointer?, OpaquePointer, UInt32, UnsafeMutableRawPointer
    ) -> Void

/// `AudioFileStream_PacketsProc` with optional client data.
typealias StreamPacketsReceiver =
    @Sendable @convention(c) (
        UnsafeMutableRawPointer?, UInt32, UInt32, UnsafeRawPointer, UnsafeMutableRawPointer?
    ) -> Void

// MARK: Opening

/// Implements `AudioFileStreamOpen` for Swift and C.
func openAudioFileStream(
    _ clientData: UnsafeMutableRawPointer?, _ listener: StreamPropertyListener?,
    _ receiver: StreamPacketsReceiver?, _ hint: AudioFileTypeID,
    _ outStream: UnsafeMutablePointer<AudioFileStreamID?>?
) -> OSStatus {
    status { () throws(AudioFileStreamError) in
        guard let listener, let receiver, let outStream else { throw .missingArgument }
        outStream.pointee = openStreams.add(
            (
                OpenAudioStream(hint: ContainerKind(hint: hint)),
                StreamCallbacks(clientData: clientData, listener: listener, receiver: receiver)
            ))
    }
}

@c @implementation
public func AudioFileStreamClose(_ inAudioFileStream: AudioFileStreamID!) -> OSStatus {
    status { () throws(AudioFileStreamError) in
        guard let inAudioFileStream else { throw .missingArgument }
        guard let (stream, _) = openStreams.remove(inAudioFileStream) else { throw .notOpen }
        stream.close()
    }
}

func audioStream(_ id: AudioFileStreamID?) throws(AudioFileStreamError) -> OpenAudioStream {
    guard let id else { throw .missingArgument }
    guard let (stream, _) = openStreams[id] else { throw .notOpen }
    return stream
}

// MARK: Parsing

@c @implementation
public func AudioFileStreamParseBytes(
    _ inAudioFileStream: AudioFileStreamID!, _ inDataByteSize: UInt32,
    _ inData: UnsafeRawPointer!, _ inFlags: AudioFileStreamParseFlags
) -> OSStatus {
    status { () throws(AudioFileStreamError) in
        guard let id = inAudioFileStream else { throw .missingArgument }
        guard let (stream, calls) = openStreams[id] else { throw .notOpen }
        guard inDataByteSize == 0 || inData != nil else { throw .missingArgument }
        let piece = inData.map { UnsafeRawBufferPointer(start: $0, count: Int(inDataByteSize)) }
        do throws(AudioStreamError) {
            try stream.parse(piece, isDiscontinuous: inFlags.contains(.discontinuity)) { event in
                switch event {
                case .kind: tell(calls, id, [kAudioFileStreamProperty_FileFormat])
                case .ready: tell(calls, id, propertiesAtReady)
                case .packets(let packets): calls.deliver(packets)
                }
            }
        } catch {
            throw AudioFileStreamError(error)
        }
    }
}

/// Reports the properties that the stream has, until the app closes it.
private func tell(
    _ calls: StreamCallbacks, _ id: AudioFileStreamID, _ properties: [AudioFileStreamPropertyID]
) {
    for property in properties {
        guard let stream = try? audioStream(id) else { return }
        if (try? streamPropertySize(property, of: stream)) != nil { calls.tell(property, of: id) }
    }
}

@c @implementation
public func AudioFileStreamSeek(
    _ inAudioFileStream: AudioFileStreamID!, _ inPacketOffset: Int64,
    _ outDataByteOffset: UnsafeMutablePointer<Int64>!,
    _ ioFlags: UnsafeMutablePointer<AudioFileStreamSeekFlags>!
) -> OSStatus {
    status { () throws(AudioFileStreamError) in
        let stream = try audioStream(inAudioFileStream)
        guard let outDataByteOffset, let ioFlags else { throw .missingArgument }
        do throws(AudioStreamError) {
            let place = try stream.seek(toPacket: inPacketOffset)
            outDataByteOffset.pointee = place.byteOffset
            ioFlags.pointee = place.isEstimated ? .offsetIsEstimated : []
        } catch {
            throw AudioFileStreamError(error)
        }
    }
}
