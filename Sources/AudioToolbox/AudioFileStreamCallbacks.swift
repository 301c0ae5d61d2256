import AudioFormats
import CAudioToolbox
import CoreAudioTypes
import Synchronization

/// The functions that an app gave for one stream.
struct StreamCallbacks: Sendable {
    // Handed back as it came; what it points to is the app's own business.
    nonisolated(unsafe) let clientData: UnsafeMutableRawPointer?
    let listener: StreamPropertyListener
    let receiver: StreamPacketsReceiver

    /// All properties stay to be asked for, so the app's answer changes nothing.
    func tell(_ property: AudioFileStreamPropertyID, of id: AudioFileStreamID) {
        var flags = AudioFileStreamPropertyFlags.propertyIsCached
        withUnsafeMutableBytes(of: &flags) { flags in
            guard let flags = flags.baseAddress else { return }
            listener(clientData, id, property, flags)
        }
    }

    func deliver(_ packets: StreamedPackets) {
        // The two structures have one layout. The app gets a copy that it may write to.
        var descriptions = packets.descriptions ?? []
        packets.bytes.withUnsafeBytes { bytes in
            descriptions.withUnsafeMutableBytes { descriptions in
                // Packets without bytes have a place as well.
                let start = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 8)
                guard let start else { return }
                receiver(
                    clientData, UInt32(bytes.count), UInt32(packets.packetCount), start,
                    packets.descriptions == nil ? nil : descriptions.baseAddress)
            }
        }
    }
}

/// What streams call, by the numbers of `AudioStreamTable`.
final class StreamCallbackTable: Sendable {
    private let callbacks = Mutex<[UInt: StreamCallbacks]>([:])

    func set(_ calls: StreamCallbacks, for number: UInt) {
        callbacks.withLock { $0[number] = calls }
    }

    func of(_ number: UInt) -> StreamCallbacks? {
        callbacks.withLock { $0[number] }
    }

    func remove(_ number: UInt) {
        callbacks.withLock { _ = $0.removeValue(forKey: number) }
    }
}
