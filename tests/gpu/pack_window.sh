#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Gathers the built window and its test, with all libraries, plugins and fonts that they need, in one folder that
# runs on a machine with a GPU and without Qt or a display. tests/gpu/pack_window.sh --help
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."

usage() {
    cat <<'HELP'
Usage: tests/gpu/pack_window.sh [--build FOLDER] [--out FOLDER]

Pack on the older machine (Debian 12), run on one whose glibc and libstdc++ are as new or newer (Ubuntu 24.04):

  tests/gpu/pack_window.sh --out window
  ... take the folder there ...
  TIDEMARK_RECORDER=build/gpu/bin/tidemark-record TIDEMARK_PICTURES=pictures window/run tst_window_on_gpu --device cuda:0

  --build FOLDER  where tidemark and tst_window_on_gpu were built (default build/release)
  --out FOLDER    where they are put (default build/window); what is there is replaced
HELP
}

build=build/release out=build/window
while [ $# -gt 0 ]; do
    case $1 in
        --build) build=${2:?--build needs a folder}; shift ;;
        --out) out=${2:?--out needs a folder}; shift ;;
        -h | --help) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
    shift
done

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder"/{bin,lib,plugins/platforms,fonts}
for program in tidemark tst_window_on_gpu; do
    strip -o "$folder/bin/$program" "$build/bin/$program"
done
plugins=$(qmake6 -query QT_INSTALL_PLUGINS)
cp "$plugins/platforms/libqoffscreen.so" "$folder/plugins/platforms/"

# Everything but what belongs to the C and C++ libraries, which the other machine has in a newer release.
ldd "$folder"/bin/* "$folder/plugins/platforms/libqoffscreen.so" | awk '$2 == "=>" { print $3 }' | sort -u \
    | grep -vE '/(libc|libm|libdl|librt|libpthread|libresolv|libstdc\+\+|libgcc_s)\.so' \
    | while read -r library; do
        cp -L "$library" "$folder/lib/"
    done
cp /usr/share/fonts/truetype/dejavu/DejaVuSans{,-Bold,Mono,Mono-Bold}.ttf "$folder/fonts/"
cat > "$folder/fonts/fonts.conf" <<'CONF'
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">.</dir>
  <cachedir prefix="relative">cache</cachedir>
  <alias><family>sans-serif</family><prefer><family>DejaVu Sans</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
CONF

rm -rf "$out"
mkdir -p "$out"
tar -C "$folder" -cf - . | xz -T 0 -3 > "$out/window.tar.xz"
cat > "$out/run" <<'RUN'
#!/usr/bin/env bash
# Runs a program of window.tar.xz, unpacked beside it: run PROGRAM [arguments...]. The libraries are given to the
# loader and not to the environment: the recorder, which this program starts, has its own.
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
unpacked=${TIDEMARK_UNPACKED:-$here/unpacked}
if [ ! -x "$unpacked/bin/tidemark" ]; then
    mkdir -p "$unpacked"
    tar -C "$unpacked" -xf "$here/window.tar.xz" 2>/dev/null \
        || python3 -m tarfile -e "$here/window.tar.xz" "$unpacked"
fi
program=${1:?run PROGRAM: tidemark or tst_window_on_gpu}
shift
export QT_QPA_PLATFORM=offscreen QT_PLUGIN_PATH=$unpacked/plugins FONTCONFIG_FILE=$unpacked/fonts/fonts.conf
export LC_ALL=C.UTF-8
exec /lib64/ld-linux-x86-64.so.2 --library-path "$unpacked/lib" "$unpacked/bin/$program" "$@"
RUN
chmod +x "$out/run"
du -sh "$out" | awk '{ print "The window and its libraries are packed: " $1 " in " $2 }'
