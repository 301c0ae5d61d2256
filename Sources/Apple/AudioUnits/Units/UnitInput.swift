import AudioGraph
import AudioModel
import CAudioToolbox
package import CoreAudioTypes

/// An app's function that supplies frames.
package struct RenderCallback: Sendable {
    package typealias Body =
        @Sendable (
            _ flags: UnsafeMutablePointer<UInt32>, _ time: UnsafePointer<AudioTimeStamp>,
            _ bus: UInt32, _ frameCount: UInt32, _ list: UnsafeMutablePointer<AudioBufferList>?
        ) -> OSStatus

    /// Addresses of the function and of its argument, by which the app finds it again.
    package var procedure: UInt
    package var argument: UInt
    package var body: Body

    package init(procedure: UInt, argument: UInt, body: @escaping Body) {
        self.procedure = procedure
        self.argument = argument
        self.body = body
    }
}

/// Where the frames of an input come from.
enum UnitSource: Sendable {
    case callback(RenderCallback, CallbackSource, GraphNode)
    case unit(UnitCore, output: Int)
}

/// An input of a unit.
struct UnitInput: Sendable {
    var format: StreamFormat
    var source: UnitSource?
    /// The parameters of the connection, which outlive it.
    let mixing = MixerInput()
    var name: String?
}
