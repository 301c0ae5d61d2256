#if PipeWire
    import DBus
    import Glibc
#endif

/// The cameras of the machine that this process runs on.
///
/// In a sandbox the desktop's portal asks the user first; elsewhere PipeWire has them. Without the
/// trait `PipeWire` there are none.
package func machineCameras() -> any CameraProvider {
    #if PipeWire
        let isSandboxed =
            access("/.flatpak-info", F_OK) == 0 || getenv("SNAP_INSTANCE_NAME") != nil
        if isSandboxed, DBusConnection.isSupported { return PortalCameras() }
        return MachineCameras()
    #else
        return NoCameras()
    #endif
}

/// The cameras of a machine without any.
package final class NoCameras: CameraProvider {
    package let cameras: [CameraDescription] = []

    package init() {}

    package func observe(_ changed: @escaping @Sendable ([CameraDescription]) -> Void) {}

    package func start(
        _ id: String, format: CameraFormat,
        deliver: @escaping @Sendable (CameraFrame) -> Void,
        ended: @escaping @Sendable (CameraEnd) -> Void
    ) throws -> any CameraStream {
        throw CameraError.noSuchCamera
    }
}
