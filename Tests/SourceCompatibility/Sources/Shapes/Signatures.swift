/// Pins the type of a property that can be read. The compiler checks it.
func readable<Root, Value>(_ property: KeyPath<Root, Value>, _ type: Value.Type) {}

/// Pins the type of a property that can be changed. The compiler checks it.
func settable<Root, Value>(_ property: WritableKeyPath<Root, Value>, _ type: Value.Type) {}

/// Pins what another name of a type stands for. The compiler checks it.
func aliased<Value>(_ name: Value.Type, _ type: Value.Type) {}
