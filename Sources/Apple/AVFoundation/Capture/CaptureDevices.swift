import AudioModel
import Cameras
import Foundation
import SimulatedTime
import SoundClient
import SoundRuntime
import SoundServer
import Synchronization

/// The devices that an app has asked for, and those that come and go. Any thread.
final class CaptureDevices: Sendable {
    private weak let app: AppSound?
    private let access: CameraAccess
    private let known = Mutex<[String: AVCaptureDevice]>([:])

    /// The devices of an app.
    static func of(_ app: AppSound) -> CaptureDevices {
        let access = app.cameraAccess
        let devices = app.attachment { CaptureDevices(app, access) }
        devices.follow()
        return devices
    }

    /// The devices of the calling app.
    static var current: CaptureDevices { of(currentApp(isForSound: false)) }

    private let isFollowing = Mutex(false)

    private init(_ app: AppSound, _ access: CameraAccess) {
        self.app = app
        self.access = access
    }

    private func follow() {
        let isFirst = isFollowing.withLock { isFollowing in
            defer { isFollowing = true }
            return !isFollowing
        }
        guard isFirst else { return }
        _ = cameras
        access.cameras.observe { [weak self] cameras in self?.changed(cameras) }
    }

    /// The cameras that are there; the one that an app gets without naming one comes first.
    var cameras: [AVCaptureDevice] { devices(access.cameras.cameras) }

    private func devices(_ descriptions: [CameraDescription]) -> [AVCaptureDevice] {
        guard let app else { return [] }
        return descriptions.filter { !$0.formats.isEmpty }.map { description in
            known.withLock { known in
                if let device = known[description.id], device.source == .camera(description) {
                    return device
                }
                let device = AVCaptureDevice(.camera(description), of: app)
                known[description.id] = device
                return device
            }
        }
    }

    /// The microphone; `nil` without one.
    var microphone: AVCaptureDevice? {
        guard let app, app.connection.session.isMicrophoneAvailable else { return nil }
        return known.withLock { known in
            let id = AVCaptureDevice.microphoneID
            if let device = known[id] { return device }
            let device = AVCaptureDevice(.microphone, of: app)
            known[id] = device
            return device
        }
    }

    /// The devices of a medium; of all media for `nil`.
    func devices(for mediaType: AVMediaType?) -> [AVCaptureDevice] {
        switch mediaType {
        case nil: cameras + [microphone].compactMap(\.self)
        case .video?: cameras
        case .audio?: [microphone].compactMap(\.self)
        default: []
        }
    }

    private func changed(_ descriptions: [CameraDescription]) {
        let before = known.withLock { known in
            known.values.filter { $0.isCamera && $0.isConnected }.sorted {
                $0.uniqueID < $1.uniqueID
            }
        }
        let now = devices(descriptions)
        for device in before where !now.contains(where: { $0.uniqueID == device.uniqueID }) {
            device.set(isConnected: false)
            post(.AVCaptureDeviceWasDisconnected, device)
        }
        for device in now where !before.contains(where: { $0.uniqueID == device.uniqueID }) {
            device.set(isConnected: true)
            post(.AVCaptureDeviceWasConnected, device)
        }
    }

    private func post(_ name: Notification.Name, _ device: AVCaptureDevice) {
        app?.environment.onQueue { NotificationCenter.default.post(name, device) }
    }
}

extension AVCaptureDevice {
    /// Whether the device is on a side: on any for `.unspecified`. A machine's cameras, of which the
    /// side is not known, are on every side.
    func isAt(_ wanted: Position) -> Bool {
        wanted == .unspecified || position == .unspecified || position == wanted
    }

    /// Whether the device is of a kind. A machine's cameras are built in, and plugged in.
    func isOf(_ wanted: DeviceType) -> Bool {
        wanted == deviceType || wanted == .external && isCamera && position == .unspecified
    }
}

extension AVCaptureDevice {
    /// The device that an app gets without naming one; `nil` when there is none.
    public class func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? {
        CaptureDevices.current.devices(for: mediaType).first
    }

    /// The first device of a kind; `nil` when there is none.
    public class func `default`(
        _ deviceType: DeviceType, for mediaType: AVMediaType?, position: Position
    ) -> AVCaptureDevice? {
        CaptureDevices.current.devices(for: mediaType).first {
            $0.isOf(deviceType) && $0.isAt(position)
        }
    }

    /// All devices of a medium.
    public class func devices(for mediaType: AVMediaType) -> [AVCaptureDevice] {
        CaptureDevices.current.devices(for: mediaType)
    }

    /// Devices of some kinds, in the order of the kinds. Any thread.
    public final class DiscoverySession: NSObject, Sendable {
        private let devicesOfApp: CaptureDevices
        private let deviceTypes: [DeviceType]
        private let mediaType: AVMediaType?
        private let position: Position

        /// Looks for devices.
        ///
        /// - Parameters:
        ///   - mediaType: `nil` for any medium.
        ///   - position: `.unspecified` for any side.
        public init(
            deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position
        ) {
            devicesOfApp = CaptureDevices.current
            self.deviceTypes = deviceTypes
            self.mediaType = mediaType
            self.position = position
            super.init()
        }

        /// The devices that are there now, in the order of the kinds.
        public var devices: [AVCaptureDevice] {
            let all = devicesOfApp.devices(for: mediaType).filter { $0.isAt(position) }
            var found: [AVCaptureDevice] = []
            for type in deviceTypes {
                found += all.filter { device in
                    device.isOf(type) && !found.contains { $0 === device }
                }
            }
            return found
        }
    }
}

extension Notification.Name {
    /// A device was plugged in; the object is the device. Posted on a background thread.
    public static let AVCaptureDeviceWasConnected = Notification.Name(
        "AVCaptureDeviceWasConnectedNotification")
    /// A device was unplugged; the object is the device. Posted on a background thread.
    public static let AVCaptureDeviceWasDisconnected = Notification.Name(
        "AVCaptureDeviceWasDisconnectedNotification")
}

extension AVCaptureDevice {
    /// A device was plugged in; the object is the device. Posted on a background thread.
    public static let wasConnectedNotification = Notification.Name.AVCaptureDeviceWasConnected
    /// A device was unplugged; the object is the device. Posted on a background thread.
    public static let wasDisconnectedNotification = Notification.Name.AVCaptureDeviceWasDisconnected
}
