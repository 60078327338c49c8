# Tonearm in a container, of the package that `npm run package` (or a release) has made: docs/container.md says how to run it.
FROM debian:trixie-slim
ARG PACKAGE=dist/tonearm_*.deb
COPY ${PACKAGE} /tmp/
# Without a machine-id each container makes an identity of its own, and keeps it in its volume.
RUN test "$(ls /tmp/tonearm_*.deb | wc -l)" = 1 || { echo 'Name one package: --build-arg PACKAGE=dist/tonearm_VERSION_ARCH.deb' >&2; exit 1; } \
    && apt-get update && apt-get install --yes --no-install-recommends /tmp/tonearm_*.deb \
    && install -d -o tonearm -g tonearm -m 700 /var/lib/tonearm \
    && rm -rf /tmp/tonearm_*.deb /var/lib/apt/lists/* /etc/machine-id /var/lib/dbus/machine-id
ENV TONEARM_STATE_DIR=/var/lib/tonearm TONEARM_RUNTIME_DIR=/tmp/tonearm
USER tonearm
VOLUME /var/lib/tonearm
CMD ["tonearm", "run"]
