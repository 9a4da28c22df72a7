# SPDX-License-Identifier: GPL-3.0-or-later
# Shared by run.sh, test.sh and .ci/run, which source it from the repository's root.

say() { printf '%s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

is_installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# The LibTorch of a Python wheel serves as well as Debian's.
has_python_torch() { python3 -c 'import torch' >/dev/null 2>&1; }

# Prints "package reason" for every package of the given groups that is missing.
missing_packages() {
    local group rest reason choice found
    while read -r group rest; do
        case " $* " in *" $group "*) ;; *) continue ;; esac
        reason=$(printf '%s' "$rest" | sed 's/^[^ ]*\( | [^ ]*\)* *//')
        rest=${rest%"$reason"}
        found=
        for choice in ${rest//|/ }; do is_installed "$choice" && found=yes; done
        [ -n "$found" ] || printf '%s\t%s\n' "$(echo "$rest" | tr -s ' ' | sed 's/ $//')" "$reason"
    done < <(grep -v '^#' resources/packages.txt)
}

# Picks the first of "A | B" that the distribution has.
available_package() {
    local choice
    for choice in ${1//|/ }; do
        if [ -n "$(apt-cache madison "$choice" 2>/dev/null)" ]; then echo "$choice"; return; fi
    done
    echo "${1%% *}"
}

# ensure_packages INSTALL GROUP...: INSTALL is "yes" or "no" (only check).
ensure_packages() {
    local install=$1; shift
    command -v dpkg-query >/dev/null \
        || { say "This is not Debian or Ubuntu: packages are not checked. resources/packages.txt lists what is needed."; return 0; }
    local groups=" $* "
    if [[ $groups == *" torch "* ]] && ! is_installed libtorch-dev && has_python_torch; then
        groups=${groups/ torch / }
    fi
    local missing
    # shellcheck disable=SC2086 # the groups are words
    missing=$(missing_packages $groups)
    [ -n "$missing" ] || return 0
    say "These packages are missing:"
    printf '%s\n' "$missing" | awk -F'\t' '{ printf "  %-34s %s\n", $1, $2 }' >&2
    [ "$install" = yes ] || die "Install them, or run again without --no-install."
    local as_root=()
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || die "Installing needs root rights and there is no sudo. As root: apt-get install the packages above."
        as_root=(sudo)
    fi
    say "Installing them with ${as_root[*]:+sudo }apt-get."
    "${as_root[@]}" apt-get update -qq || die "apt-get update failed: see its message above."
    local packages=() package
    while IFS=$'\t' read -r package _; do packages+=("$(available_package "$package")"); done <<<"$missing"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}" >&2 \
        || die "apt-get install failed: see its message above. resources/packages.txt says what each package is for."
}

# configure PRESET [cmake options...]: only when the build folder is not there yet or the options differ.
configure() {
    local preset=$1; shift
    local stamp="build/$preset/.configured-with"
    if [ -f "build/$preset/build.ninja" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$PWD $*" ]; then return; fi
    cmake --preset "$preset" "$@" >"build.log.tmp" 2>&1 || { cat build.log.tmp >&2; rm -f build.log.tmp; die "CMake could not configure the build: see above."; }
    rm -f build.log.tmp
    printf '%s' "$PWD $*" >"$stamp"
}

# LibTorch headers need memory: one job for each core, and for each 2 GiB.
build_jobs() {
    local cores memory
    cores=$(nproc)
    memory=$(awk '/MemAvailable/ { print int($2 / 2097152) }' /proc/meminfo)
    [ "${memory:-1}" -lt 1 ] && memory=1
    echo $((cores < memory ? cores : memory))
}
