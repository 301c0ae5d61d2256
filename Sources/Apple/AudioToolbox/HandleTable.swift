import Synchronization

/// The program's open objects of one kind by handle, in the shape of Apple's opaque pointers.
///
/// A handle is never dereferenced and never reused, so the handle of a closed object is always
/// recognised as invalid. Any thread.
package final class HandleTable<Object: Sendable>: Sendable {
    private struct State {
        var objects: [UInt: Object] = [:]
        var lastNumber: UInt = 0
    }

    private let state = Mutex(State())

    /// Registers an object.
    ///
    /// - Returns: Its handle, never `nil`.
    package func add(_ object: Object) -> OpaquePointer? {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.objects[state.lastNumber] = object
            return state.lastNumber
        }
        return OpaquePointer(bitPattern: number)
    }

    /// The object with this handle; `nil` for an unknown one.
    package subscript(handle: OpaquePointer?) -> Object? {
        let number = UInt(bitPattern: handle)
        return state.withLock { $0.objects[number] }
    }

    /// The open objects, in the order in which they were registered.
    var objects: [Object] {
        state.withLock { state in
            state.objects.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    /// Changes an object; does nothing for an unknown handle.
    func change(_ handle: OpaquePointer?, _ change: (inout Object) -> Void) {
        let number = UInt(bitPattern: handle)
        state.withLock { state in
            guard var object = state.objects[number] else { return }
            change(&object)
            state.objects[number] = object
        }
    }

    /// Removes and returns an object; `nil` for an unknown handle.
    @discardableResult
    package func remove(_ handle: OpaquePointer?) -> Object? {
        let number = UInt(bitPattern: handle)
        return state.withLock { $0.objects.removeValue(forKey: number) }
    }
}
