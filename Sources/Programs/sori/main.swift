// Chooses the parts, connects them and runs the program; the commands are in Commands.

import Glibc

prepareOutput(CommandLine.unsafeArgv, count: Int(CommandLine.argc))
let words = (1..<max(Int(CommandLine.argc), 1)).map { index in
    CommandLine.unsafeArgv[index].flatMap { String(validatingCString: $0) }
}
exit(Program.run(words))
