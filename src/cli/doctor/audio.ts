import type { Config } from '../../config/config.js';
import { isFetching } from '../../contract/public-state.js';
import { type Findings, type Found, NO_CONFIG } from './finding.js';
import { listFacts, nameOfProcess, readFact } from './machine-files.js';
import type { Check, Scene } from './scene.js';

/** Options that ignore the user's settings, and make mpv end if the sound device does not open. */
const QUIET = [
  '--no-config',
  '--load-scripts=no',
  '--ytdl=no',
  '--no-video',
  '--msg-level=all=error',
  '--audio-fallback-to-null=no',
];
const SILENCE = ['av://lavfi:anullsrc=d=0.2'];
const TONE = ['--volume=60', 'av://lavfi:sine=frequency=440:duration=1.5'];

/**
 * Checks the sound device: whether it exists, which process holds it, whether it opens; with `--tone`, plays a tone.
 */
export const audio: Check = {
  name: 'audio',
  needsAgent: true,
  async look(scene, findings, signal) {
    const { config, agent, tone } = scene;
    if (config === null) return findings.unseen(NO_CONFIG);
    if (config.mpv.audioOutput === 'null')
      return findings.note('TONEARM_AUDIO_OUTPUT=null: nothing will be heard, as configured');
    const found = describeHolders(scene, findings);
    if (agent?.state.silenceReason === 'audioDeviceUnavailable')
      return [
        found,
        findings.broken('the agent cannot open the sound device', `${remedyFor(scene)}${OUTSIDE}`),
      ];
    // If the agent has exclusive use of the card, the test must not interrupt the music.
    if (agent !== null && !tone && isInUse(agent.state.silenceReason))
      return [found, findings.ok('the agent plays through the sound device')];
    const ran = await scene.run(
      config.mpv.path,
      [...QUIET, ...deviceOptions(config), ...(tone ? TONE : SILENCE)],
      signal,
    );
    if (ran === null) return [found, findings.note('not tried: mpv is missing')];
    if (ran.code !== 0) {
      const words = `${ran.stdout} ${ran.stderr}`
        .split('\n')
        .find(line => /\bao\b|audio|alsa|pulse|device/i.test(line));
      const why = words === undefined ? '' : ` (${words.trim().slice(0, 160)})`;
      return [found, findings.broken(`the sound device does not open${why}`, remedyFor(scene))];
    }
    return [
      found,
      findings.ok(
        tone
          ? 'a tone was played; if you did not hear it, check the amplifier and alsamixer'
          : 'the sound device opens',
      ),
    ];
  },
};

/** The device may open for this command and not for the agent, whose player sees no home (docs/player-room.md). */
const OUTSIDE = '; if sound is set up in a home directory, set TONEARM_MPV_ROOM=off';

function isInUse(silenceReason: string | null): boolean {
  return silenceReason === null || silenceReason === 'muted' || isFetching(silenceReason);
}

function deviceOptions({ mpv }: Config): string[] {
  return [
    ...(mpv.audioOutput === null ? [] : [`--ao=${mpv.audioOutput}`]),
    ...(mpv.audioDevice === null ? [] : [`--audio-device=${mpv.audioDevice}`]),
  ];
}

function describeHolders(scene: Scene, findings: Findings): Found {
  const cards = (readFact(scene.root, 'proc/asound/cards') ?? '').match(/^ *\d+ \[.*$/gm) ?? [];
  const names = cards.map(line => line.replace(/^.*\]: */, '').trim());
  const held = holders(scene.root);
  return [
    names.length > 0
      ? findings.ok(`sound cards: ${names.join(', ')}`)
      : findings.note(
          'the kernel has no sound card; a sound server on another machine may do instead; to try Tonearm without sound, set TONEARM_AUDIO_OUTPUT=null',
        ),
    held.map(holder => findings.note(holder)),
  ];
}

/** Returns which process has opened which device, according to the kernel. */
function holders(root: string): string[] {
  const subs = listFacts(root, 'proc/asound')
    .filter(card => /^card\d+$/.test(card))
    .flatMap(card =>
      listFacts(root, `proc/asound/${card}`)
        .filter(pcm => /^pcm\d+p$/.test(pcm))
        .flatMap(pcm =>
          listFacts(root, `proc/asound/${card}/${pcm}`)
            .filter(sub => /^sub\d+$/.test(sub))
            .map(sub => ({ card, pcm, sub })),
        ),
    );
  return subs.flatMap(({ card, pcm, sub }) => {
    const status = readFact(root, `proc/asound/${card}/${pcm}/${sub}/status`) ?? '';
    const pid = Number(/^owner_pid\s*: (\d+)/m.exec(status)?.[1] ?? 0);
    return pid === 0
      ? []
      : [
          `${card} ${pcm.replace(/^pcm(\d+)p$/, 'device $1')} is in use by ${nameOfProcess(root, pid)} (pid ${pid})`,
        ];
  });
}

function remedyFor({ root, config }: Scene): string {
  const [holder] = holders(root);
  if (holder !== undefined) return `${holder}: stop it, or use another device`;
  const device = config?.mpv.audioDevice;
  const named =
    device === null || device === undefined
      ? ''
      : `${device} is right (mpv --audio-device=help lists the devices), that `;
  return `check that ${named}it is plugged in, and that the agent’s user is in the group audio`;
}
