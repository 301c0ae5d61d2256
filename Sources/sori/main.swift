// Chooses the parts, connects them, runs; what the program does stands in Commands.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

exit(Program.run(Array(CommandLine.arguments.dropFirst())))
