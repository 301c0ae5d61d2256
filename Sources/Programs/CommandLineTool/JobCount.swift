import Glibc

extension Arguments {
    /// The value of `--jobs`; one per core unless given.
    package func jobCount() throws(ProgramError) -> Int {
        let cores = max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1)
        return try integer("--jobs", in: 1...256) ?? cores
    }
}
