# Where the Swift toolchain is. For scripts that source it.

# swift_toolchain: the folder of the toolchain of `swift`, with bin and lib in it. Where swiftly
# manages toolchains, the program in PATH is swiftly itself.
swift_toolchain() {
    local resources
    resources=$(swift -print-target-info 2>/dev/null |
        sed -n 's/.*"runtimeResourcePath": *"\(.*\)".*/\1/p')
    [[ -n $resources ]] || return 1
    printf '%s' "${resources%/lib/swift}"
}
