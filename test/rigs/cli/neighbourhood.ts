/** A user of another machine, a speaker, and what neighbours put between them. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';
import type { Known } from '../../../src/cli/ctl/known-speakers.js';
import { removeFolder } from '../../fakes/machine/remove-folder.js';
import { FIXED_TOKEN, startFakeDevice } from '../control/device.js';
import { callByHttp } from '../control/rpc.js';
import { certificateIn, OTHER_CERTIFICATE, OTHER_KEY } from '../control/tls.js';
import { run } from './run.js';

/** Passes on what comes to the port, and keeps how it begins. */
export async function startWay(t: Test, port: number, onFirst: () => void = () => undefined) {
  const heard: Buffer[] = [];
  const server = createServer(near => {
    const far = connect(port, '127.0.0.1');
    for (const side of [near, far]) side.on('error', () => undefined);
    near.once('data', (first: Buffer) => {
      heard.push(first);
      onFirst();
    });
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => void server.close());
  return { port: (server.address() as AddressInfo).port, heard };
}

/** A user of another machine, where Avahi says what it is told to, and a speaker, with TLS or without. */
export async function setUpUser(t: Test, mode: 'paired' | 'open' = 'paired', isTls = true) {
  const place = t.testdir({ tls: {}, home: { bin: {} } });
  const tls = isTls ? { ...certificateIn(join(place, 'tls')), only: false } : null;
  const device = await startFakeDevice({ mode, http: { tls } });
  t.teardown(device.stop);
  const folder = join(place, 'home');
  const env = { HOME: folder, PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}` };
  const advertise = (
    ...speakers: readonly {
      readonly host?: string;
      readonly port: number;
      readonly isTls: boolean;
      readonly name?: string;
      readonly id?: string;
    }[]
  ) => {
    const lines = speakers.map(
      ({ host = '127.0.0.1', port, isTls, name = 'Kitchen', id = 'd0' }) =>
        `=;lo;IPv4;${name};_tonearm._tcp;local;k.local;${host};${port};"id=${id}" "path=/control" "tls=${isTls ? 1 : 0}"`,
    );
    const script = `#!/bin/sh\ncat <<'END'\n${lines.join('\n')}\nEND\n`;
    writeFileSync(join(folder, 'bin', 'avahi-browse'), script, { mode: 0o755 });
  };
  const claim = async (url: string) => {
    const { result } = await callByHttp(device.origin, FIXED_TOKEN, 'access.invite');
    t.match(await run(['ctl', 'claim', String(result?.['code']), '--url', url], env), { code: 0 });
  };
  const file = join(folder, '.config', 'tonearm', 'speakers');
  return { device, env, advertise, claim, file, ctl: (...words: string[]) => run(['ctl', ...words], env) };
}

/** Another speaker, with a certificate of its own; `open`: to all. */
export async function startNeighbour(
  t: Test,
  device: { readonly deviceUuid: string; readonly name: string },
  mode: 'open' | 'paired' = 'paired',
) {
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-neighbour-'));
  t.teardown(() => removeFolder(folder));
  const neighbour = await startFakeDevice({
    mode,
    control: { device: { ...device, version: '1.2.3' } },
    http: { tls: certificateIn(folder, { only: false, cert: OTHER_CERTIFICATE, key: OTHER_KEY }) },
  });
  t.teardown(neighbour.stop);
  return neighbour;
}

/** An invitation of a speaker. */
export const inviteBy = async ({ origin }: { readonly origin: string }) =>
  (await callByHttp(origin, FIXED_TOKEN, 'access.invite')).result ?? {};

/** What the file of speakers holds, by their ids. */
export const entriesOf = (file: string): Readonly<Record<string, Known>> =>
  Object.fromEntries(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line) as Known)
      .map(known => [known.deviceUuid, known]),
  );

/** Makes these the speakers that the user knows. */
export const keepEntries = (file: string, entries: Readonly<Record<string, object>>): void =>
  writeFileSync(
    file,
    Object.entries(entries)
      .map(([deviceUuid, entry]) => `${JSON.stringify({ ...entry, deviceUuid })}\n`)
      .join(''),
  );
