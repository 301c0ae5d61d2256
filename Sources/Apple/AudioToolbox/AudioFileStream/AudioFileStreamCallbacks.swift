import AudioFormats
import CAudioToolbox
import CoreAudioTypes

/// The app's callbacks of one stream.
struct StreamCallbacks: Sendable {
    // Passed back unchanged; its ownership is the app's.
    nonisolated(unsafe) let clientData: UnsafeMutableRawPointer?
    let listener: StreamPropertyListener
    let receiver: StreamPacketsReceiver

    /// Reports a property. All properties stay available, so the flags that the app sets are
    /// ignored.
    func tell(_ property: AudioFileStreamPropertyID, of id: AudioFileStreamID) {
        var flags = AudioFileStreamPropertyFlags.propertyIsCached
        withUnsafeMutableBytes(of: &flags) { flags in
            guard let flags = flags.baseAddress else { return }
            listener(clientData, id, property, flags)
        }
    }

    func deliver(_ packets: StreamedPackets) {
        // The two structures have the same layout. The app gets a copy that it may modify.
        var descriptions = packets.descriptions ?? []
        packets.bytes.withUnsafeBytes { bytes in
            descriptions.withUnsafeMutableBytes { descriptions in
                // Empty packets get a valid address too.
                let start = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 8)
                guard let start else { return }
                receiver(
                    clientData, UInt32(bytes.count), UInt32(packets.packetCount), start,
                    packets.descriptions == nil ? nil : descriptions.baseAddress)
            }
        }
    }
}
