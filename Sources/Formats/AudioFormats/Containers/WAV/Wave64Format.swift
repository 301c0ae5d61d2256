import AudioCodecs
import AudioModel

/// Wave64.
struct Wave64Format: ReadableContainer {
    let kind = ContainerKind.wave64
    let fileType = ContainerFileType(["w64"], "audio/x-w64", "W64f")

    func matches(_ head: FileHead) -> Bool {
        head.bytes.starts(with: [0x72, 0x69, 0x66, 0x66, 0x2E, 0x91, 0xCF, 0x11])
    }

    func open(_ file: ContainerFile) throws(FormatError) -> ContainerContents {
        try Wave64Container.parse(file.reader)
    }
}
