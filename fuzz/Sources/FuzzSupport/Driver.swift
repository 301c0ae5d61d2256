import CFuzzDriver

/// Hands the process to libFuzzer.
///
/// - Parameter run: Gets each input; a C function, so it captures nothing.
/// - Returns: The exit code.
public func runFuzzer(_ run: @escaping FuzzFunction) -> Int32 {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    return LLVMFuzzerRunDriver(&count, &arguments, run)
}

public typealias FuzzFunction = @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32

/// An input as libFuzzer passes it.
public func bytes(_ data: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
    Array(UnsafeBufferPointer(start: data, count: count))
}
