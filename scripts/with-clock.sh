#!/bin/sh
# Runs a command with the clock of all its processes set to another time (UTC). The clock continues from that time:
#   scripts/with-clock.sh '2026-10-31 23:59:45' COMMAND …
# For Linux, as root, with libfaketime (Debian: apt install faketime). The library is preloaded by a copy of /etc that only this
# command sees, because servers and databases do not inherit the environment of their test.
set -eu
[ "$#" -ge 2 ] || { echo "Usage: $0 'YYYY-MM-DD HH:MM:SS' COMMAND …" >&2; exit 2; }
library=$(find /usr/lib* -name libfaketime.so.1 2>/dev/null | head -n 1)
[ -n "$library" ] || { echo 'libfaketime is missing: apt install faketime' >&2; exit 1; }
if [ "$1" != --inside ]; then exec unshare --mount --propagation private "$0" --inside "$@"; fi
mount -t tmpfs -o mode=755 tmpfs /mnt
cp -a /etc/. /mnt
offset=$(($(date -u -d "$2" +%s) - $(date -u +%s)))
[ "$offset" -lt 0 ] || offset="+$offset"
echo "${offset}s" > /mnt/faketimerc
echo "$library" > /mnt/ld.so.preload
mount --move /mnt /etc
shift 2
export FAKETIME_DONT_FAKE_MONOTONIC=1
exec "$@"
