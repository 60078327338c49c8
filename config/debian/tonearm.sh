#!/bin/sh
# How the package starts its program, as a service and at a prompt: by the node of the package nodejs, whichever one
# comes first in PATH.
# Whom the system and mpv trust, Node trusts too.
NODE_EXTRA_CA_CERTS=${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt}
export NODE_EXTRA_CA_CERTS
command=$1
set -- /usr/lib/tonearm/dist/program/main.js "$@"
# These two ask the web by Node's own client, which is of WebAssembly.
case $command in demo | sandbox) exec /usr/bin/node "$@" ;; esac
# Without code made at run time, its memory can be closed to such code (MemoryDenyWriteExecute=), and is smaller. Node 20
# and 22 complain at each start that WebAssembly goes with it, unless that is switched off; Node 24 has no such switch.
if /usr/bin/node --no-expose-wasm --version > /dev/null 2>&1; then set -- --no-expose-wasm "$@"; fi
# Its heap is too small for threads to help with: each would be woken for a piece of a millisecond's work.
exec /usr/bin/node --jitless --optimize-for-size --single-threaded-gc "$@"
