import Synchronization

/// What a handle of <AudioToolbox/MusicPlayer.h> stands for: a sequence, a track, an iterator or a
/// player.
///
/// Ownership: an atomic; the subclasses synchronise themselves.
class MusicObject: @unchecked Sendable {
    private let number = Atomic<UInt>(0)

    /// The program's objects. They share a table, so that none has the handle of another kind.
    private static let table = HandleTable<MusicObject>()

    /// Gives the object a handle, which keeps it alive.
    @discardableResult
    func register() -> OpaquePointer? {
        let handle = Self.table.add(self)
        number.store(UInt(bitPattern: handle), ordering: .releasing)
        return handle
    }

    /// Makes the object's handle invalid.
    func unregister() { Self.table.remove(handle) }

    /// The object's handle in the shape of a pointer; never dereferenced.
    var handle: OpaquePointer? { OpaquePointer(bitPattern: number.load(ordering: .acquiring)) }

    /// The object of an app's handle.
    static func object<Object: MusicObject>(
        _ handle: OpaquePointer?, _ kind: Object.Type = Object.self
    ) throws(MusicError) -> Object {
        guard let handle, let object = table[handle] as? Object else { throw .invalidArgument }
        return object
    }
}
