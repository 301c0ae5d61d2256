package import AudioModel
import SoundServer

/// The outputs of a device without a motor and sounds of its own: its programs ring and remind
/// themselves.
package final class SilentOutputs: DeviceOutputs {
    package init() {}

    package func vibrate(with stream: StreamID?) {}
    package func begin(_ deviceSound: StreamKind) {}
    package func end(_ deviceSound: StreamKind) {}
}
