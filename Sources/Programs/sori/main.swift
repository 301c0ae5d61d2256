// Chooses the parts, connects them and runs the program; the commands are modules beside it.

import CommandLineTool
import Glibc
import SoundCommands

mapLargeBlocks()
prepareOutput(CommandLine.unsafeArgv, count: Int(CommandLine.argc))
let words = (1..<max(Int(CommandLine.argc), 1)).map { index in
    CommandLine.unsafeArgv[index].flatMap { word in
        String(validatingCString: word)
            ?? ByteNames.path(of: (0..<strlen(word)).map { UInt8(bitPattern: word[$0]) })
    }
}
exit(Program.run(words))
