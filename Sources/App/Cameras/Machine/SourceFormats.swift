/// What a machine's camera can give in one coding.
package struct SourceFormat: Hashable, Sendable {
    package var coding: FrameCoding
    /// The size, or the smallest and the largest one.
    package var width: ClosedRange<Int>
    package var height: ClosedRange<Int>
    /// Frames a second as a fraction; 0 where the camera does not say.
    package var rateNumerator: UInt32
    package var rateDenominator: UInt32

    package init(
        _ coding: FrameCoding, width: ClosedRange<Int>, height: ClosedRange<Int>,
        rateNumerator: UInt32, rateDenominator: UInt32 = 1
    ) {
        self.coding = coding
        self.width = width
        self.height = height
        self.rateNumerator = rateNumerator
        self.rateDenominator = rateDenominator
    }

    /// The usual rate stands for an unknown one.
    var rate: Double {
        guard rateNumerator > 0, rateDenominator > 0 else { return 30 }
        return Double(rateNumerator) / Double(rateDenominator)
    }

    /// The sizes that are shown: of a range the usual ones in it, or its largest.
    var sizes: [FrameSize] {
        guard width.count > 1 || height.count > 1 else {
            return [FrameSize(width: width.lowerBound, height: height.lowerBound)]
        }
        let usual = [(1920, 1080), (1280, 720), (640, 480), (320, 240)]
            .filter { width.contains($0.0) && height.contains($0.1) }
            .map { FrameSize(width: $0.0, height: $0.1) }
        return usual.isEmpty
            ? [FrameSize(width: width.upperBound, height: height.upperBound)] : usual
    }
}

package struct FrameSize: Hashable, Sendable {
    package var width: Int
    package var height: Int
}

/// The formats of a machine's camera, each with the coding that it is taken from.
package struct SourceFormats: Sendable {
    package private(set) var formats: [CameraFormat] = []
    private var sources: [FrameSize: SourceFormat] = [:]

    /// Zoom is ours, so that its limit is the phone's.
    package static let zoomMax = 16.0
    /// The most formats of a camera; real ones have some dozens.
    package static let countMax = 64

    /// - Parameter decodes: Whether a coding can be decoded here.
    package init(_ all: [SourceFormat], decodes: (FrameCoding) -> Bool = { _ in true }) {
        let usable = all.filter { decodes($0.coding) }
        for source in usable {
            for size in source.sizes where Self.isUsable(size) {
                if let present = sources[size], !Self.isBetter(source, than: present) { continue }
                sources[size] = source
            }
        }
        let sizes = sources.keys.sorted {
            ($0.width * $0.height, $0.width) > ($1.width * $1.height, $1.width)
        }
        for size in sizes.prefix(Self.countMax) {
            formats.append(
                CameraFormat(
                    width: size.width, height: size.height, frameRate: sources[size]?.rate ?? 30,
                    zoomMax: Self.zoomMax))
        }
    }

    /// What to ask the camera for.
    package func source(of format: CameraFormat) -> SourceFormat? {
        guard formats.contains(format) else { return nil }
        return sources[FrameSize(width: format.width, height: format.height)]
    }

    private static func isUsable(_ size: FrameSize) -> Bool {
        (1...FramePixels.sideMax).contains(size.width)
            && (1...FramePixels.sideMax).contains(size.height)
    }

    /// The faster one, or of equally fast ones the one that is easier to decode.
    private static func isBetter(_ new: SourceFormat, than old: SourceFormat) -> Bool {
        guard abs(new.rate - old.rate) < 0.5 else { return new.rate > old.rate }
        let order = FrameCoding.allCases
        return (order.firstIndex(of: new.coding) ?? 0) < (order.firstIndex(of: old.coding) ?? 0)
    }
}
