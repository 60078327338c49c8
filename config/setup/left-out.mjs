// What `npm test` leaves to `npm run test:all`, which CI runs, too: it shows in breadth, with many starts of the program,
// of mpv or of a browser, what another test shows once. At least one file of each family stays.

const FAMILIES = {
  agent: `
    account address-by-current announce audio-faults audio-host audio-near audio-odd browser buttons
    client-refused copied-card day day-alarm day-clock day-heard day-kept day-presets day-start endless event-command
    faults-answers faults-calls faults-fields faults-player faults-slow faults-stream files foreign-service full-acts
    full-calls full-commands full-doubt full-halts full-kinds full-missing full-preview generated-client
    guests hostile-host machine-disk machine-full-disk machine-last-moments machine-link machine-names
    machine-power-cut machine-read-only machine-taken machine-torn machine-watchdog odd-sources
    other-clients phones-crowd phones-guess phones-ids recent recording renamed rotation secret-children
    secrets service-faults service-rubbish sign-in-detour silent-episode snapcast sound-device speakers
    speech start strangers twins-avahi two-listeners uinput unread-log written-memory`,
  architecture: 'own-keys',
  cli: `
    ctl-away ctl-errors ctl-library ctl-podcasts ctl-recent ctl-terminal demo-program doctor/running
    hostile invite keyring laptop local-agent neighbour-words proven-claim second-speaker
    snapcast-server speakers twin watch`,
  config: 'setup',
  documents: 'home-assistant proxy tutorial',
  engine: 'bugs',
  host: 'promtool',
  mpd: 'home-assistant mpdscribble mpris ncmpcpp switch',
  package: 'architectures npm package pages release settings',
  pairing: 'browser',
  player: `
    device device-place mpv-bad mpv-formats mpv-hostile mpv-next mpv-plain mpv-process room`,
  remote: `
    admission alarm-source another-account axe back before cover day day-screens firefox fits home house keys large-text library line
    locked-out mini-player past-searches people phones presets reach renders rooms screens seen skip-limit speaker storing turned-away up-next volume wall webkit webkit-pages
    words`,
  systemd: 'instances',
};

/** Files, relative to `dist/test`, without their ending. */
export const LEFT_OUT = Object.entries(FAMILIES).flatMap(([folder, names]) =>
  names
    .trim()
    .split(/\s+/)
    .map(name => `${folder}/${name}`),
);

/** Files that need a device which most virtual machines lack: without it they run by name alone, and say so. */
export const NEEDS = { 'agent/uinput': '/dev/uinput' };

/** Files that tell few stories in `npm test`, and many otherwise. */
export const LONGER = ['engine/whole', 'flight/whole'];
