// What `npm test` leaves to `npm run test:all`, which CI runs, too: it shows in breadth, with many starts of the program,
// of mpv or of a browser, what another test shows once. At least one file of each family stays.

const FAMILIES = {
  agent: `
    address-by-current audio-faults audio-host client-refused endless faults-answers faults-calls
    faults-fields faults-slow faults-stream full-calls full-commands full-doubt full-halts full-kinds
    full-missing full-preview generated-client guests hostile-host machine-full-disk
    machine-last-moments machine-names machine-power-cut machine-read-only machine-taken machine-torn
    machine-watchdog odd-sources phones-crowd phones-ids recent renamed rotation service-faults
    service-rubbish sign-in-detour silent-episode sound-device strangers twins-avahi two-listeners`,
  cli: `
    ctl-away ctl-errors ctl-library ctl-podcasts ctl-recent demo-program hostile keyring laptop
    local-agent neighbour-words proven-claim relayed-claim second-speaker snapcast-server speakers twin`,
  config: 'lockfile setup',
  documents: 'home-assistant proxy',
  mpd: 'mpdscribble mpris ncmpcpp',
  package: 'architectures npm package release settings',
  pairing: 'browser',
  player: 'device-place mpv-formats mpv-hostile room',
  remote: `
    admission another-account axe before firefox fits home house keys large-text line locked-out people
    reach rooms seen skip-limit speaker wall webkit words`,
};

/** Files, relative to `dist/test`, without their ending. */
export const LEFT_OUT = Object.entries(FAMILIES).flatMap(([folder, names]) =>
  names
    .trim()
    .split(/\s+/)
    .map(name => `${folder}/${name}`),
);

/** Files that tell few stories in `npm test`, and many otherwise. */
export const LONGER = ['engine/whole', 'flight/whole'];
