import AudioCodecs
import AudioFormats
import AudioModel
import CommandLineTool

/// The packets to list, which are printed as they are read.
struct PacketListing {
    private var first: Int64
    private var countMax: Int64

    /// - Returns: The listing; `nil` if none is requested.
    static func wanted(_ arguments: Arguments) throws(ProgramError) -> PacketListing? {
        let first = try arguments.integer("--from", in: 0...Int(Int64.max))
        let count = try arguments.integer("--count", in: 0...Int(Int64.max))
        guard arguments.has("--packets") else {
            guard first == nil, count == nil else {
                throw arguments.wrongUse(
                    "--from and --count choose packets", advice: "write --packets as well")
            }
            return nil
        }
        return PacketListing(first: Int64(first ?? 0), countMax: Int64(count ?? .max))
    }

    func printText(of source: InputFile, after start: String, _ console: Console)
        throws(ProgramError)
    {
        var text = start + Self.row(["packet", "byte", "bytes", "frames", "first frame"])
        let shown = try visit(source) { packet in
            text += Self.row(
                [
                    packet.index, packet.byteOffset, packet.byteCount, packet.frameCount,
                    packet.firstFrame,
                ].map { String($0) })
            guard text.utf8.count >= Self.pieceByteCount else { return true }
            console.print(text)
            text = ""
            return !console.output.isClosed
        } atEnd: {
            console.print(text)
        }
        if shown == 0 { console.print("  none\n") }
    }

    /// Prints the members of an array, without its brackets.
    func printJSON(of source: InputFile, _ console: Console) throws(ProgramError) {
        var text = ""
        var isFirst = true
        _ = try visit(source) { packet in
            text += isFirst ? "" : ", "
            isFirst = false
            text +=
                JSONValue.object([
                    ("index", .integer(packet.index)), ("byte", .integer(packet.byteOffset)),
                    ("bytes", .integer(packet.byteCount)), ("frames", .integer(packet.frameCount)),
                    ("firstFrame", .integer(packet.firstFrame)),
                ]).compactText
            guard text.utf8.count >= Self.pieceByteCount else { return true }
            console.print(text)
            text = ""
            return !console.output.isClosed
        } atEnd: {
            console.print(text)
        }
    }

    /// Bytes written at a time.
    private static let pieceByteCount = 1 << 14
    private static let columnWidths = [10, 14, 9, 8, 14]

    private static func row(_ cells: [String]) -> String {
        var line = ""
        for (cell, width) in zip(cells, columnWidths) {
            line += String(repeating: " ", count: max(width - cell.count, 1)) + cell
        }
        return line + "\n"
    }

    /// - Parameter atEnd: Called after the last packet, and when reading the packets fails.
    /// - Returns: The number of packets printed.
    private func visit(
        _ source: InputFile, _ visitor: (ListedPacket) -> Bool, atEnd: () -> Void
    ) throws(ProgramError) -> Int64 {
        var shown: Int64 = 0
        defer { atEnd() }
        guard countMax > 0 else { return 0 }
        do throws(FormatError) {
            let file = try AudioFileReader(
                path: source.path, hint: .hint(fromName: source.path), recoversUnfinished: true)
            try file.visitPackets(from: first) { packet in
                shown += 1
                return visitor(packet) && shown < countMax
            }
        } catch {
            // A container that is only recognised has no packets to list, as the facts already say.
            if case .containerNotRead = error.reason { return 0 }
            throw inputError(error, in: source.name)
        }
        return shown
    }
}
