import AudioModel
import AudioUnits
import CAudioToolbox
import Foundation

#if canImport(Glibc)
    public import Glibc
#elseif canImport(Musl)
    public import Musl
#endif

/// What a graph holds, as lines of text.
private func text(_ inObject: UnsafeMutableRawPointer?) -> String? {
    guard let graph = unitGraphs[inObject.map { OpaquePointer($0) }] else { return nil }
    return try? graph.locked { graph.text }
}

@c @implementation
public func CAShow(_ inObject: UnsafeMutableRawPointer!) {
    guard let text = text(inObject) else { return }
    print(text)
}

/// Prints what an object holds, such as a graph, to a file.
public func CAShowFile(_ inObject: UnsafeMutableRawPointer, _ inFile: UnsafeMutablePointer<FILE>) {
    guard let text = text(inObject) else { return }
    fputs(text + "\n", inFile)
}

@c(CAShowFile)
@usableFromInline
func showForC(
    _ inObject: UnsafeMutableRawPointer?, _ inFile: UnsafeMutablePointer<FILE>?
) {
    guard let text = text(inObject), let inFile else { return }
    fputs(text + "\n", inFile)
}

extension UnitGraphObject {
    fileprivate var text: String {
        var lines = ["Audio unit graph: \(state)"]
        lines.append("nodes (\(nodes.count)):")
        for node in nodes {
            let codes = node.description.codes.map { FourCC(rawValue: $0).description }
            let unit = node.unit.map { "unit \(UInt(bitPattern: $0))" } ?? "no unit"
            lines.append("  \(node.number): \(codes.joined(separator: " ")), \(unit)")
        }
        lines.append("interactions (\(interactions.count)):")
        for interaction in interactions {
            let end = "node \(interaction.destination) input \(interaction.bus)"
            switch interaction.source {
            case .output(let node, let bus):
                lines.append("  node \(node) output \(bus) -> \(end)")
            case .callback: lines.append("  callback -> \(end)")
            }
        }
        return lines.joined(separator: "\n")
    }

    private var state: String {
        guard isOpen else { return "closed" }
        guard isInitialized else { return "open" }
        return isRunning ? "running" : "initialized"
    }
}
