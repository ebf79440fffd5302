#!/bin/sh
# Builds linux-x64.so and linux-arm64.so with Debian's gcc-x86-64-linux-gnu and gcc-aarch64-linux-gnu.
set -eu
cd "$(dirname "$0")"
for target in x64:x86_64 arm64:aarch64; do
  "${target#*:}-linux-gnu-gcc" -Os -shared -fPIC -nostdlib -fno-asynchronous-unwind-tables -s \
    -Wl,-z,max-page-size=65536,-z,noseparate-code,--build-id=none,--hash-style=both \
    -o "linux-${target%:*}.so" user-name.c
done
