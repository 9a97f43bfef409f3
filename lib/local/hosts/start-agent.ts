import { mkdirSync } from 'node:fs';
import { type SupervisedAgent, superviseAgent } from '#lib/local/agent.ts';
import type { DataDir } from '#lib/local/data/data-dir.ts';
import { AgentLink } from '#lib/local/dev/faults/agent-link.ts';
import type { FaultBook } from '#lib/local/dev/faults/book.ts';
import { agentEnvironment } from '#lib/local/environment.ts';
import type { Log } from '#lib/local/log.ts';
import { environment, setting } from '#lib/model/platform/settings.ts';
import { type Hosting, openHosts } from './open.ts';

interface AgentParts {
  readonly data: DataDir;
  readonly socketDir: string;
  readonly log: Log;
  readonly onStart: (pid: number) => void;
  /** Settles once functions can be called. */
  readonly ready: Promise<FaultBook>;
}

/** The agents of this computer. `enrolled` settles once their hosts are known; before that no call is answered. */
export interface LocalAgent extends SupervisedAgent {
  readonly enrolled: Promise<void>;
}

/**
 * Serves the host API, and keeps the agents of this computer running. They are started before the functions that they
 * call: opening a driver takes as long as those do. Undefined where the service has no agent.
 */
export async function startAgent(
  { agentProgram, hosting }: { readonly agentProgram: string | undefined; readonly hosting: Hosting },
  variables: Record<string, string>,
  stops: (() => unknown)[],
  { data, socketDir, log, onStart, ready }: AgentParts,
): Promise<LocalAgent | undefined> {
  if (agentProgram === undefined) return undefined;
  const run: Hosting['run'] = async (key, event) => {
    await enrolled;
    return hosting.run(key, event);
  };
  const place = { host: setting('SVC_HOST'), count: setting('SVC_HOSTS'), socketDir };
  const served = await openHosts({ ...hosting, run }, data, place);
  stops.push(() => served.close());
  const enrolled = ready.then(async () => void (await Promise.all(served.hosts.map((host) => host.enrol()))));
  // The agents call them as soon as their drivers are open; until then there is time.
  enrolled.then(hosting.prepare).catch(() => undefined);
  const agents: SupervisedAgent[] = [];
  for (const host of served.hosts) {
    const env = agentEnvironment(environment(), { ...variables, ...host.variables });
    mkdirSync(env.SVC_DATA_DIR ?? data.path, { recursive: true, mode: 0o700 });
    const link = ready.then((faults) => new AgentLink(faults, host.id));
    const agent = superviseAgent({
      program: agentProgram,
      env,
      log,
      onStart,
      enrol: host.enrol,
      settled: served.settled,
      attach: (started) => void link.then((one) => one.attach(started)),
    });
    stops.push(() => agent.stop());
    agents.push(agent);
  }
  return { ...allInOrder(agents), enrolled };
}

/** Several agents as one: they pause and go on together. The driver is that of the first. */
function allInOrder(agents: readonly SupervisedAgent[]): SupervisedAgent {
  const refused = Promise.race(agents.map((agent) => agent.refused));
  // It is looked at once the platform answers.
  refused.catch(() => undefined);
  return {
    refused,
    opened: Promise.all(agents.map(({ opened }) => opened)).then(() => undefined),
    driver: () => agents[0]?.driver(),
    pause: async (gently) => (await Promise.all(agents.map((agent) => agent.pause(gently)))).flat(),
    resume: async (generation) => void (await Promise.all(agents.map((agent) => agent.resume(generation)))),
    stop: async () => void (await Promise.all(agents.map((agent) => agent.stop()))),
  };
}
