#!/usr/bin/env bash
# Builds the page into a folder that a static host can serve as it is: build.sh [FOLDER].
#
# It needs the target (`rustup target add wasm32-unknown-unknown`) and `wasm-bindgen` of the version
# in Cargo.lock (`cargo install wasm-bindgen-cli --version ...`). `wasm-opt`, where it is installed,
# makes the program smaller.
#
# From the environment: CARGO and WASM_BINDGEN, the programs; CARGO_FLAGS, more arguments of
# `cargo build`; and all that cargo reads itself, such as RUSTC and CARGO_TARGET_DIR.
set -euo pipefail
web=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$web/../../.." && pwd)
target=wasm32-unknown-unknown
built="${CARGO_TARGET_DIR:-$root/target}"
output="${1:-$built/web_page}"
mkdir -p "$output"
output=$(cd "$output" && pwd)
if [ -n "$(ls -A "$output" 2>/dev/null)" ] && [ ! -e "$output/zombie_horde_bg.wasm" ]; then
    echo "$output has other files than a page, which would be lost; name an empty or a new folder" >&2
    exit 1
fi
bindgen="${WASM_BINDGEN:-wasm-bindgen}"

locked=$(grep -A1 '^name = "wasm-bindgen"$' "$root/Cargo.lock" | sed -n 's/^version = "\(.*\)"$/\1/p')
if [ "$("$bindgen" --version 2>/dev/null)" != "wasm-bindgen $locked" ]; then
    echo "wasm-bindgen $locked is missing; install it with:" >&2
    echo "cargo install wasm-bindgen-cli --version $locked" >&2
    exit 1
fi

# Every browser with WebGL 2 that is kept up to date has these vector instructions.
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="${CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS:-} -C target-feature=+simd128"
cd "$root"
# shellcheck disable=SC2086 # several arguments
"${CARGO:-cargo}" build --profile web --target "$target" -p zombie_horde --bin zombie_horde ${CARGO_FLAGS:-}

rm -rf "$output"
mkdir -p "$output"
"$bindgen" --target web --no-typescript --remove-name-section --remove-producers-section \
    --out-dir "$output" "${built%/}/$target/web/zombie_horde.wasm"
program="$output/zombie_horde_bg.wasm"
# Older versions of wasm-opt break the tables of what wasm-bindgen writes.
least=116
version=$(wasm-opt --version 2>/dev/null | grep -o '[0-9]\+' | head -n 1 || true)
if [ "${version:-0}" -ge "$least" ]; then
    wasm-opt --all-features -Oz "$program" -o "$program.small"
    mv "$program.small" "$program"
elif [ -n "$version" ]; then
    echo "wasm-opt $version is too old and is not used; version $least or later makes the page smaller" >&2
fi
cp "$web"/*.css "$web"/start.js "$web"/too_old.js "$output"
cp "$web/../../../assets/icon.png" "$output"
sed "s/BYTES/$(stat -c %s "$program" 2>/dev/null || stat -f %z "$program")/" "$web/index.html" >"$output/index.html"
echo "$output"
