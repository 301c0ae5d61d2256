package import AudioModel

/// The side of a phone on which a camera is; a machine's cameras have none.
package enum CameraPosition: Hashable, Sendable {
    case unspecified, back, front
}

/// A size and rate in which a camera gives frames.
package struct CameraFormat: Hashable, Sendable {
    /// Pixels of a row, as the sensor lies: landscape.
    package var width: Int
    package var height: Int
    /// Frames a second.
    package var frameRate: Double
    /// The largest zoom factor; at least 1.
    package var zoomMax: Double

    package init(width: Int, height: Int, frameRate: Double, zoomMax: Double) {
        self.width = width
        self.height = height
        self.frameRate = frameRate
        self.zoomMax = zoomMax
    }
}

/// A camera that is there.
package struct CameraDescription: Hashable, Sendable {
    /// Unique among the cameras, and the same each time the camera is there.
    package var id: String
    /// For its user.
    package var name: String
    package var position: CameraPosition
    /// The largest first; never empty.
    package var formats: [CameraFormat]

    package init(id: String, name: String, position: CameraPosition, formats: [CameraFormat]) {
        self.id = id
        self.name = name
        self.position = position
        self.formats = formats
    }
}

/// A frame as the sensor sees it, without zoom.
package struct CameraFrame: Sendable {
    /// When it was taken, on the clock of the app's environment.
    package var time: HostTime
    /// Its number since the stream started, from 0; what the provider lost is counted.
    package var number: Int
    package var width: Int
    package var height: Int
    /// BGRA, `width` × `height` × 4 bytes, rows from the top and without padding.
    package var pixels: [UInt8]

    package init(time: HostTime, number: Int, width: Int, height: Int, pixels: [UInt8]) {
        self.time = time
        self.number = number
        self.width = width
        self.height = height
        self.pixels = pixels
    }
}

/// Why a stream has ended by itself.
package enum CameraEnd: Hashable, Sendable {
    /// The camera was unplugged.
    case disconnected
    /// The camera, or the service that gives its frames, has failed; in words for a log.
    case failed(String)
}

/// Why a stream cannot start.
package enum CameraError: Error, Hashable {
    /// There is no camera of this identifier any more.
    case noSuchCamera
    case unavailable(String)
}

/// Gives the cameras of a phone or a machine. All members may be called on any thread.
package protocol CameraProvider: AnyObject, Sendable {
    /// The cameras that are there now; the one that an app gets without naming one comes first.
    var cameras: [CameraDescription] { get }

    /// Adds a closure that is called with all cameras after each change, on a private queue.
    ///
    /// It is kept as long as the provider.
    func observe(_ changed: @escaping @Sendable ([CameraDescription]) -> Void)

    /// Asks the user whether the cameras may be used, where the machine does that.
    ///
    /// - Parameter answered: Called once, perhaps at once.
    func askForAccess(_ answered: @escaping @Sendable (Bool) -> Void)

    /// Starts a stream of a camera, in one of its formats. Several may run at once.
    ///
    /// - Parameters:
    ///   - deliver: Called on a private queue with each frame, one at a time; not after `ended`.
    ///     What the provider cannot deliver in time is left out.
    ///   - ended: Called on that queue, once, when the stream ends by itself.
    /// - Throws: A `CameraError`.
    func start(
        _ id: String, format: CameraFormat,
        deliver: @escaping @Sendable (CameraFrame) -> Void,
        ended: @escaping @Sendable (CameraEnd) -> Void
    ) throws -> any CameraStream
}

extension CameraProvider {
    /// Answers that they may: such cameras are not asked for.
    package func askForAccess(_ answered: @escaping @Sendable (Bool) -> Void) { answered(true) }
}

/// Frames of a camera that runs.
package protocol CameraStream: AnyObject, Sendable {
    /// Ends the stream, as giving up the last reference to it does. A call of `deliver` that runs
    /// already may end after the return; none follows.
    func stop()
}
