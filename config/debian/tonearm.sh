#!/bin/sh
# The node of the package nodejs, whichever one comes first in PATH.
# Whom the system and mpv trust, Node trusts too.
NODE_EXTRA_CA_CERTS=${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt}
export NODE_EXTRA_CA_CERTS
exec /usr/bin/node /usr/lib/tonearm/dist/program/main.js "$@"
