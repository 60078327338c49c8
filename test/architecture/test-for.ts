import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';

/**
 * The test of a source file is found by its name: `src/core/tables/place.ts` by `test/core/tables/place.test.ts` or
 * `test/core/place.test.ts`, `src/cli/ctl/claim.ts` by `test/cli/ctl.test.ts`, which is about its folder. What is
 * tested by what it does with others is listed here, with the test that is about that. A file that holds types alone
 * needs none.
 */
export const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  // The whole program, in a process of its own: what wires it is right when it works.
  'agent/account': ['daemon/account-name', 'daemon/sign-out'],
  'agent/announce': ['control/api/clip', 'lib/pinned-request'],
  'agent/audio-host': ['lib/authorities'],
  'agent/buttons': ['daemon/input', 'input/device', 'input/input'],
  'agent/event-command': ['daemon/event-hooks'],
  'agent/life': ['daemon/daemon', 'daemon/playback', 'daemon/player', 'daemon/serving', 'main'],
  'agent/machine-avahi': ['daemon/advertise'],
  'agent/machine-disk': ['daemon/state-files'],
  'agent/machine-names': ['lib/threads'],
  'agent/speakers': ['daemon/speakers'],
  'agent/renamed': ['daemon/names'],
  'agent/twins-avahi': ['discovery/twins'],
  'host/metrics': ['control/transport/metrics-route', 'host/fault-kind', 'host/metric-set', 'host/tally'],

  // Commands as a terminal sees them.
  'cli/arguments': ['cli/commands', 'cli/help'],
  'cli/ctl-away': ['cli/trouble'],
  'cli/demo-program': ['cli/stop-signal'],
  'cli/hostile': ['cli/output'],
  'cli/program': ['cli/overview', 'cli/run', 'cli/sandbox', 'place', 'cli/version'],
  'cli/unpair': ['cli/device'],
  'config/config': [
    'config/check',
    'config/kinds',
    'config/nearest-name',
    'config/sound-variables',
    'config/variable',
    'config/variables',
  ],
  'config/schemas': [
    'config/schema',
    'config/validation',
    'control/api/params-check',
    'control/api/params-compiler',
  ],
  'config/device-environment': ['config/device', 'config/files', 'config/installed', 'config/places'],

  // What is said to clients, over real sockets.
  'client/protocol': [
    'client/claim',
    'client/client',
    'client/invitation',
    'client/node-socket',
    'client/phase',
    'client/session',
    'contract/unread-results',
    'contract/library',
    'contract/library-queries',
    'contract/methods',
    'contract/protocol',
    'contract/results',
  ],
  'control/client-name': ['contract/client-name', 'lib/spelling'],
  'agent/owner': ['daemon/paired'],
  'control/broken-request': ['control/transport/body'],
  'control/command-id': ['control/api/dispatch'],
  'control/described-errors': ['contract/codes', 'control/rpc-error'],
  'control/http-server': [
    'control/transport/http-listener',
    'control/transport/responses',
    'control/transport/routes',
  ],
  'control/incidents': ['contract/incidents'],
  'control/limits': ['control/gate/bounds', 'control/transport/connection'],
  'control/listening': ['control/control'],
  'cli/local-agent': ['client/node-socket-owner'],
  'control/local-socket': ['client/node-local-socket', 'control/transport/line-connection'],
  'control/methods': ['control/api/method', 'control/api/params-parser'],
  'control/openrpc': [
    'control/api/api-page',
    'control/api/api-shape',
    'control/api/examples',
    'control/api/named-schemas',
  ],
  'control/session': ['control/api/state-feed', 'control/transport/websocket'],

  // Core has one door, `transition`: these say what comes of it.
  'core/agenda': ['core/facts/alarms', 'core/facts/level', 'core/facts/ring', 'core/vocabulary/tone'],
  'core/audio-host': ['core/learn/misfortunes'],
  'core/command': [
    'contract/command',
    'core/facts/notices',
    'core/learn/command-answers',
    'core/learn/command-failures',
    'core/learn/commands',
    'core/learn/seek',
    'core/vocabulary/refusals',
  ],
  'core/command-lost': ['core/vocabulary/lost'],
  'core/end-once': ['core/rules/rules'],
  'core/end-settled': ['core/facts/end', 'core/facts/entry'],
  'core/faults': ['core/vocabulary/backoff', 'core/facts/troubles', 'core/vocabulary/failure'],
  'core/full-commands': ['core/vocabulary/abilities'],
  'core/ledger': ['core/facts/ids', 'core/facts/read', 'core/transition'],
  'core/pause': ['core/facts/intent', 'core/facts/timers'],
  'core/peek': ['core/facts/playlist', 'core/vocabulary/item'],
  'core/place': ['core/learn/place-answers', 'core/learn/place-failures', 'core/reconcile/questions'],
  'core/progress': [
    'core/facts/pace',
    'core/model/pace',
    'core/facts/hearing',
    'core/playing',
    'core/vocabulary/position',
    'core/tables/talk',
  ],
  'core/public-state': ['contract/public-state', 'contract/shape'],
  'core/queue': ['core/vocabulary/limits', 'core/reconcile/answers'],
  'core/silence': ['core/facts/permission', 'core/projections'],
  'core/sound': [
    'core/facts/player',
    'core/learn/player',
    'core/vocabulary/player-event',
    'core/reconcile/player',
  ],
  'core/source-lost': ['core/facts/setting'],
  'core/states': ['core/tables/notes', 'core/tables/row'],
  'core/stray': ['core/learn/learn', 'core/learn/stops'],
  'core/sync': ['core/learn/account'],
  'core/waiting': ['core/learn/notes', 'core/reconcile/timers', 'core/vocabulary/timer'],
  'engine/command': ['engine/callers', 'engine/calls', 'contract/errors'],
  'engine/engine': ['engine/executors', 'engine/publish', 'contract/ports'],
  'engine/restore': ['core/facts/state'],

  // Edges, against what they stand beside.
  'discovery/neighbourhood': ['discovery/browse', 'contract/sightings'],
  'discovery/without-avahi': ['discovery/back-end'],
  'host/zone': ['core/vocabulary/zone', 'daemon/zone', 'host/zone-file', 'host/zone-watch'],
  'host/event-command': ['host/event-story'],
  'flight/stand-ins': ['flight/own-words'],
  'flight/records': ['flight/report'],
  'flight/whole': ['flight/lines', 'flight/replay', 'flight/rows', 'flight/writer'],
  'host/flight-recorder': ['flight/telling'],
  'service/depth': ['service/reported'],
  'lib/meter': ['contract/limits'],
  'pairing/exchange': ['pairing/callback', 'pairing/failures', 'pairing/sign-ins'],
  'host/status-line': ['contract/silences'],
  'mpd/art': ['mpd/art-commands'],
  'mpd/protocol': [
    'control/transport/inner-door',
    'daemon/mpd',
    'mpd/ack',
    'mpd/commands',
    'mpd/connection',
    'mpd/mpd',
    'mpd/playback',
    'mpd/queue',
    'mpd/shelf',
    'mpd/unread',
    'mpd/visit',
  ],
  'pairing/pairing': [
    'pairing/authorize',
    'pairing/browser-name',
    'pairing/forms',
    'pairing/page',
    'pairing/routes',
    'pairing/pages',
    'pairing/shown-pages',
    'pairing/told',
  ],
  'pairing/owner': ['pairing/opening', 'contract/pairing-ports'],
  'cli/pair': ['pairing/shell'],
  'player/mpv-faults': ['player/wire/log-tail'],
  'player/mpv-player': ['player/process/launch', 'player/wire/mpv-driver'],
  'player/starter': ['player/wire/pipes'],
  'player/mpv-plain': ['player/hand-over', 'player/address/way'],
  'lib/sentences': ['words/'],
  'remote/journey': ['remote/browser/main', 'remote/browser/state/'],
  'remote/line': ['client/liveness'],
  'remote/pages': ['lib/markup', 'remote/document', 'remote/files', 'remote/manifest'],
  'remote/remote': ['remote/browser/guard', 'remote/browser/views/'],
  'service/capabilities': ['service/objection', 'service/playback', 'service/service'],
  'service/documents': [
    'service/item-selection',
    'service/library-operations',
    'service/list-selection',
    'service/operation',
    'service/operations',
    'service/playback-operations',
  ],
  'service/account': ['service/library', 'service/listener-name', 'service/names'],
  'service/http-client': [
    'service/delivery',
    'service/graphql-client',
    'service/reachability',
    'service/waiting',
  ],
  'service/renewal': ['service/oauth', 'service/renewal-log'],
  'service/throttle': ['service/sign-in-clients'],
  'service/tokens': ['service/held-tokens'],
  'store/file-store': ['store/directory', 'store/file'],
  'store/copied': ['store/machine'],
  'store/migration': ['store/backup', 'store/fields'],
  'store/persisted': ['store/device-uuid'],
  'store/process': ['store/lock'],
  'store/played-file': ['store/played-format'],
  'store/torn': ['store/day-format', 'store/formats', 'store/item-format', 'store/position-file'],

  // The sandbox is seen by its doors.
  'sandbox/audio': ['sandbox/scenery/', 'sandbox/wait'],
  'sandbox/faults': ['sandbox/exchange', 'sandbox/field-error', 'sandbox/rate'],
  'sandbox/graphql': ['sandbox/library/', 'sandbox/record', 'sandbox/requests'],
  'sandbox/oauth': ['sandbox/answer', 'sandbox/routes', 'sandbox/visitor'],
  'sandbox/playback': ['sandbox/sandbox', 'sandbox/random'],
};

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const filesOf = (folder: string, ending: RegExp): readonly string[] =>
  readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter(path => ending.test(path))
    .map(path => path.replace(ending, ''))
    .sort();

export const tests = new Set(filesOf('test', /\.test\.ts$/));
export const sources = filesOf('src', /(?<!\.d)\.tsx?$/);

/** Folders of a file, the nearest first: of `a/b/c` it is `a/b` and `a`. */
const above = (path: string): readonly string[] =>
  dirname(path) === '.' ? [] : [dirname(path), ...above(dirname(path))];

/** The test that has the name of this file or folder, in the mirror of its folder or of one above that. */
function testOf(path: string): string | null {
  const places = dirname(path) === '.' ? ['', path] : above(path);
  return places.map(place => join(place, basename(path))).find(test => tests.has(test)) ?? null;
}

/** By its own name, or by that of a folder it lies in; a first folder is about too much. */
export function foundByName(path: string): string | null {
  const folders = above(path).filter(folder => dirname(folder) !== '.');
  return [path, ...folders].map(testOf).find(test => test !== null) ?? null;
}

/** Whether this entry of the list stands for this source file: itself, or the folder that it lies in. */
export const covers = (entry: string, path: string): boolean =>
  entry.endsWith('/') ? path.startsWith(entry) : path === entry;

/** The test that says whether this source file still does what it should; both without `src/`, `test/` and an ending. */
export function testFor(path: string): string | null {
  const listed = Object.entries(ELSEWHERE).find(([, entries]) => entries.some(entry => covers(entry, path)));
  return foundByName(path) ?? listed?.[0] ?? null;
}
