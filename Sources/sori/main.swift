// Chooses the parts, connects them, runs; what the program does stands in Commands.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

let words = (1..<max(Int(CommandLine.argc), 1)).map { index in
    CommandLine.unsafeArgv[index].flatMap { String(validatingCString: $0) }
}
exit(Program.run(words))
