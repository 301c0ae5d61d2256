public import CAudioToolbox

extension AUPresetEvent {
    /// Makes an event with a preset, a property list, which must live as long as the event is used.
    public init(
        scope: AudioUnitScope, element: AudioUnitElement, preset: Unmanaged<AnyObject>!
    ) {
        self.init()
        (self.scope, self.element) = (scope, element)
        self.preset = preset
    }

    /// A property list.
    public var preset: Unmanaged<AnyObject>! {
        get { __preset.map { Unmanaged.fromOpaque($0) } }
        set { __preset = newValue.map { UnsafeRawPointer($0.toOpaque()) } }
    }
}
