/// The names by which the message bus knows the device service.
package enum DeviceServiceNames {
    /// The well-known name, which also starts the service.
    package static let busName = "org.sori.Device1"
    /// The path of its one object.
    package static let path = "/org/sori/Device1"
    /// The interface of that object.
    package static let interface = "org.sori.Device1"
    /// The version of the interface: a client may rely on everything that a lower one has.
    package static let version: UInt32 = 3
}
