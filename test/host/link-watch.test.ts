import t, { type Test } from 'tap';
import { createLinkWatch } from '../../src/host/link-watch.js';

const turns = (ms: number) => new Promise(resolve => setTimeout(resolve, ms));

/** Addresses as a test sets them, and how often they were looked at. */
function scripted(...first: readonly string[]) {
  let addresses = new Set(first);
  let looks = 0;
  let ups = 0;
  return {
    set: (...next: readonly string[]) => (addresses = new Set(next)),
    get looks() {
      return looks;
    },
    get ups() {
      return ups;
    },
    addresses: () => {
      looks += 1;
      return addresses;
    },
    onUp: () => (ups += 1),
    async look() {
      const before = looks;
      while (looks < before + 2) await turns(5);
    },
  };
}

/** A watch that looks every few milliseconds, until the test ends. */
function watchOf(t: Test, machine: ReturnType<typeof scripted>, quietMs = 0) {
  const link = createLinkWatch({ ...machine, everyMs: 5, quietMs });
  t.teardown(() => link.stop());
  return link;
}

t.test('an address that is new is told of; one that goes, or stays, is not', async t => {
  const machine = scripted('10.0.0.2');
  const link = watchOf(t, machine);
  link.watch(true);
  await machine.look();
  machine.set();
  await machine.look();
  t.equal(machine.ups, 0);
  machine.set('10.0.0.2');
  await machine.look();
  t.equal(machine.ups, 1);
  machine.set('10.0.0.2', 'fd00::7');
  await machine.look();
  t.equal(machine.ups, 2);
});

t.test('nobody waits, nobody looks; what changed meanwhile is no news', async t => {
  const machine = scripted();
  const link = watchOf(t, machine);
  link.watch(false);
  await turns(40);
  t.equal(machine.looks, 0);
  link.watch(true);
  link.watch(true);
  await machine.look();
  link.watch(false);
  machine.set('10.0.0.2');
  const { looks } = machine;
  await turns(40);
  t.equal(machine.looks, looks);
  link.watch(true);
  await machine.look();
  t.equal(machine.ups, 0);
  link.stop();
  link.stop();
});

t.test('a link that comes and goes is told of now and then', async t => {
  const machine = scripted();
  const link = watchOf(t, machine, 3_600_000);
  link.watch(true);
  for (let count = 0; count < 3; count += 1) {
    machine.set('10.0.0.2');
    await machine.look();
    machine.set();
    await machine.look();
  }
  t.equal(machine.ups, 1);
});

t.test('the addresses of this machine are no news', async t => {
  const link = createLinkWatch({ onUp: () => t.fail('news'), everyMs: 5, quietMs: 0 });
  link.watch(true);
  await turns(50);
  link.stop();
  t.pass();
});
