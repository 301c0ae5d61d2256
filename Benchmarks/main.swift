import Glibc

exit(BenchmarkProgram.run(Array(CommandLine.arguments.dropFirst())))
