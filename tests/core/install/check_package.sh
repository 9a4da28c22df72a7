#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The Debian package of a build that is done, made, unpacked and used.
# Usage: tests/core/install/check_package.sh BUILD_FOLDER
set -euo pipefail
build=$(readlink -f "${1:?give the build folder}")
root=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")/../../..")

fail() { echo "check_package: $*" >&2; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$build" && cpack -G DEB -B "$work/made" >"$work/log" 2>&1) || { cat "$work/log"; fail "cpack could not make it"; }
package=$(echo "$work"/made/tidemark_*.deb)
[ -f "$package" ] || { cat "$work/log"; fail "there is no package of tidemark"; }

for of in "$work"/made/*.deb; do
    echo "$(basename "$of"): $(dpkg-deb -f "$of" Depends)"
    dpkg-deb -f "$of" Depends | grep -q 'libc6' || fail "$(basename "$of") names no libraries that it depends on"
done
dpkg-deb -f "$package" Depends | grep -q 'libtorch' && fail "tidemark depends on LibTorch"
dpkg-deb -x "$package" "$work/root"
"$work/root/usr/bin/tidemark" info "$root/tests/data/vgg.pickle.zst" >/dev/null || fail "the packed program does not run"
[ -f "$work/root/usr/share/man/man1/tidemark.1.gz" ] || fail "the package has no manual page"
if command -v lintian >/dev/null; then
    # Errors alone: what it warns of is mostly the form of Debian's own packages. The address and Debian's changelog are
    # the packager's.
    lintian --allow-root --tag-display-limit 0 --fail-on error --suppress-tags bogus-mail-host,no-changelog \
        "$work"/made/*.deb || fail "lintian finds errors"
fi
echo "The package: made, unpacked and used."
