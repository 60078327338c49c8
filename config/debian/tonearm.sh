#!/bin/sh
# Starts the program, as a service and from a shell. It uses the Node of the package nodejs, whatever PATH says.
# Node trusts the same certificate authorities as the system and mpv. It looks for each by its hash, when it meets it: to
# read them all, from a file or by NODE_EXTRA_CA_CERTS, would take longer than to load the program.
SSL_CERT_DIR=${SSL_CERT_DIR:-/etc/ssl/certs}
SSL_CERT_FILE=${SSL_CERT_FILE:-/dev/null}
export SSL_CERT_DIR SSL_CERT_FILE
command=$1
set -- /usr/lib/tonearm/dist/program/main.js "$@"
# These two use Node's own HTTP client, which needs WebAssembly.
case $command in demo | sandbox) exec /usr/bin/node --use-openssl-ca "$@" ;; esac
# Without its JIT compiler, Node runs under MemoryDenyWriteExecute= and needs less memory. Node 20 and 22 warn at each
# start that this disables WebAssembly, unless --no-expose-wasm disables it as well; Node 24 has no such option.
if /usr/bin/node --no-expose-wasm --version > /dev/null 2>&1; then set -- --no-expose-wasm "$@"; fi
# The heap is so small that threads for collecting garbage would wake up for a fraction of a millisecond's work. Not told to
# optimize for size, V8 takes some 30 MB more for short-lived objects within hours, and keeps them. Its first estimate of
# the heap is so low that it would search all of it for garbage while the program is still being loaded, at 8 MB of 10.
exec /usr/bin/node --use-openssl-ca --jitless --optimize-for-size --single-threaded-gc --initial-old-space-size=14 "$@"
