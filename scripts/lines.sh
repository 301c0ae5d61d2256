# Lines that say how a step went. For scripts that source it.

# Whether standard output is a terminal that shows colours (no-color.org).
if [[ -t 1 && -z ${NO_COLOR:-} && ${TERM:-dumb} != dumb ]]; then
    readonly bold=$'\e[1m' faint=$'\e[2m' good=$'\e[32m' bad=$'\e[1;31m' plain=$'\e[0m'
else
    readonly bold='' faint='' good='' bad='' plain=''
fi

# done_line TITLE [DETAIL]: one line for a step that has passed.
done_line() { printf '%s✓%s %-38s %s%s%s\n' "$good" "$plain" "$1" "$faint" "${2:-}" "$plain"; }

# failed_line TITLE [DETAIL]: one line for a step that has failed.
failed_line() { printf '%s✗ %s%s %s\n' "$bad" "$1" "$plain" "${2:-}"; }

# in_words SECONDS: 7 s, 2 min 07 s.
in_words() {
    if (($1 < 60)); then printf '%d s' "$1"; else printf '%d min %02d s' $(($1 / 60)) $(($1 % 60)); fi
}
