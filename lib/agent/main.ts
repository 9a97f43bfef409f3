import type { AgentAnswer, AgentRequest, BeginRequest } from '#lib/model/compute/agent-control.ts';
import { beginGeneration } from '#lib/model/platform/generation.ts';
import { environment } from '#lib/model/platform/settings.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import { AgentFaults, type FaultChannel } from './faults.ts';
import { openSession, type Session } from './session.ts';

/** sysexits(3): this host can never run the requested driver, so a restart does not help. */
const EX_CONFIG = 78;

const log = (text: string) => process.stdout.write(`${text}\n`);

/** Ends the agent. The reason is its last line on standard error. */
function giveUp(error: Error): never {
  process.stderr.write(`${error.message}\n`);
  process.exit(error instanceof DriverError && error.code === 'UNSUPPORTED' ? EX_CONFIG : 1);
}

/** The channel to the local platform that started this agent. */
function platformChannel(): FaultChannel | undefined {
  if (!process.send) return undefined;
  return {
    // Without the platform there is nobody to tell; the agent then ends.
    send: (call) => void (process.connected && process.send?.(call, undefined, {}, () => undefined)),
    onMessage: (listener) => void process.on('message', listener),
  };
}

const faults = new AgentFaults(platformChannel());
let session: Session | undefined;

const answers: { [D in AgentRequest['do']]: (request: AgentRequest & { do: D }) => Promise<AgentAnswer> } = {
  async pause({ gently }) {
    const stopped = (await (gently ? session?.stopMachines() : session?.machines())) ?? [];
    await session?.close();
    session = undefined;
    return { did: 'pause', stopped };
  },
  async resume({ generation }) {
    beginGeneration(generation);
    session ??= await openSession(log, giveUp, faults);
    return { did: 'resume' };
  },
};

let leaving = false;

/** Ends the agent and its machines in order. */
async function leave(): Promise<void> {
  if (leaving) return;
  leaving = true;
  await session?.close();
  process.exit(0);
}

/** Settles with the environment of an agent that was started ahead (lib/local/agent-process.mjs). */
function begun(): Promise<void> {
  return new Promise((resolve) => {
    process.once('message', ({ env }: BeginRequest) => {
      for (const name of Object.keys(environment())) delete environment()[name];
      Object.assign(environment(), env);
      resolve();
    });
  });
}

/**
 * The local platform has ended. Unless it has said so by a signal, which is heard a moment later, machines that outlive
 * this process wait for the next agent.
 */
function forsaken(): void {
  setImmediate(() => leaving || process.exit(0));
}

async function main(): Promise<void> {
  process.on('disconnect', forsaken);
  if (process.argv.includes('--ahead')) await begun();
  // Files of machines must be readable for every user of a machine, whatever umask the agent was started with. The
  // folders around them are closed.
  process.umask(0o022);
  let turn: Promise<unknown> = openSession(log, giveUp, faults).then((opened) => {
    session = opened;
    process.send?.({ did: 'open', driver: opened.driver } satisfies AgentAnswer);
  });
  turn.catch(giveUp);
  process.on('message', (request: AgentRequest | { do?: undefined }) => {
    // The same channel tells of faults.
    if (request.do === undefined) return;
    const answer = answers[request.do] as (request: AgentRequest) => Promise<AgentAnswer>;
    turn = turn.then(() => answer(request)).then((done) => process.send?.(done));
    turn.catch(giveUp);
  });

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void leave().catch(giveUp));
  if (process.send) process.stdin.resume().on('end', forsaken);
}

main().catch(giveUp);
