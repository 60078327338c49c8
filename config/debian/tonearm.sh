#!/bin/sh
# The node of the package nodejs, whichever one comes first in PATH.
exec /usr/bin/node /usr/lib/tonearm/dist/src/main.js "$@"
