import { join } from 'node:path';
import { type BenchService, startBenchService } from './service.js';
import type { SandboxOptions } from '../../../src/sandbox/sandbox.js';
import type { Context } from '../frame/measurement.js';
import { type BenchAgent, startAgent } from './agent.js';
import { type Recorder, startRecorder } from './recorder.js';
import { type SoundServer, startSoundServer } from './sound-server.js';

/** A service, a sound server and an agent between them, and a recorder at the loudspeaker. */
export interface Stage {
  readonly service: BenchService;
  readonly server: SoundServer;
  readonly agent: BenchAgent;
  readonly recorder: Recorder;
}

export const AGENT_SINK = 'agent';

export async function setStage(
  context: Context,
  options: {
    readonly sandbox?: SandboxOptions;
    readonly environment?: Readonly<Record<string, string>>;
    readonly nodeWords?: readonly string[];
  } = {},
): Promise<Stage> {
  const server = await startSoundServer(context.folder);
  context.later(() => server.stop());
  const service = await startBenchService(options.sandbox);
  context.later(() => service.stop());
  await server.addSink(AGENT_SINK);
  const recorder = await startRecorder(server, AGENT_SINK);
  context.later(() => recorder.stop());
  const agent = await startAgent({
    folder: join(context.folder, 'agent'),
    serviceUrl: service.url,
    sandbox: service.sandbox,
    environment: {
      ...server.environment(AGENT_SINK),
      TONEARM_AUDIO_OUTPUT: 'pulse',
      ...options.environment,
    },
    ...(options.nodeWords === undefined ? {} : { nodeWords: options.nodeWords }),
  });
  context.later(() => agent.stop());
  return { service, server, agent, recorder };
}
