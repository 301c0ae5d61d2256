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
    var mixing = MixerInput()
    /// Whether the parameters are those of a connection that an engine has made.
    var isOfEngine = false
    /// The source's channels in another order; `nil` for their own.
    var channelMap: ChannelMap?
    var name: String?
}

/// Some channels of a node, as another node.
struct ChannelPart: Sendable {
    let selection: ChannelSelection
    let node: GraphNode
    /// The connection to the node.
    let mixing = MixerInput()

    init() {
        selection = ChannelSelection()
        node = GraphNode(.selection(selection))
    }
}

/// An order of an input's channels.
struct ChannelMap: Sendable {
    /// The input's channel for each of the unit's; −1 for silence.
    var channels: [Int]
    let part = ChannelPart()
}
