# How this machine's apt reaches its packages, for clean roots. For scripts that source it.

# apt_sources CONFIGURATION: writes the settings of apt's downloads to the file CONFIGURATION, and sets
# `sources` to the files that name the mirrors. Fails where there are none.
apt_sources() {
    local file
    apt-config dump Acquire >"$1"
    sources=()
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources}; do
        [[ ! -s $file ]] || sources+=("$file")
    done
    ((${#sources[@]} > 0))
}
