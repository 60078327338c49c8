#!/bin/sh
# Starts the program, as a service and from a shell. It uses the Node of the package nodejs, whatever PATH says.
# Node trusts the same certificate authorities as the system and mpv.
NODE_EXTRA_CA_CERTS=${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt}
export NODE_EXTRA_CA_CERTS
command=$1
set -- /usr/lib/tonearm/dist/program/main.js "$@"
# These two use Node's own HTTP client, which needs WebAssembly.
case $command in demo | sandbox) exec /usr/bin/node "$@" ;; esac
# Without its JIT compiler, Node runs under MemoryDenyWriteExecute= and needs less memory. Node 20 and 22 warn at each
# start that this disables WebAssembly, unless --no-expose-wasm disables it as well; Node 24 has no such option.
if /usr/bin/node --no-expose-wasm --version > /dev/null 2>&1; then set -- --no-expose-wasm "$@"; fi
# The heap is so small that threads for collecting garbage would wake up for a fraction of a millisecond's work. Not told to
# optimize for size, V8 takes some 30 MB more for short-lived objects within hours, and keeps them.
exec /usr/bin/node --jitless --optimize-for-size --single-threaded-gc "$@"
