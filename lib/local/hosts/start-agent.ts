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

/** The agent of this computer. `enrolled` settles once its host is known; before that no call of it is answered. */
export interface LocalAgent extends SupervisedAgent {
  readonly enrolled: Promise<void>;
}

/**
 * Serves the host API, and keeps the agent of this computer running. It is started before the functions that it calls:
 * opening a driver takes as long as they do. Undefined where the service has no agent.
 */
export async function startAgent(
  { agentProgram, hosting }: { readonly agentProgram: string | undefined; readonly hosting: Hosting },
  variables: Record<string, string>,
  stops: (() => unknown)[],
  { data, socketDir, log, onStart, ready }: AgentParts,
): Promise<LocalAgent | undefined> {
  if (agentProgram === undefined) return undefined;
  const host = setting('SVC_HOST');
  const run: Hosting['run'] = async (key, event) => {
    await enrolled;
    return hosting.run(key, event);
  };
  const hosts = await openHosts({ ...hosting, run }, data, { host, socketDir });
  stops.push(() => hosts.close());
  const enrolled = ready.then(hosts.enrol);
  enrolled.catch(() => undefined);
  const link = ready.then((faults) => new AgentLink(faults, host));
  const agent = superviseAgent({
    program: agentProgram,
    env: agentEnvironment(environment(), { ...variables, ...hosts.variables }),
    log,
    onStart,
    enrol: hosts.enrol,
    settled: hosts.settled,
    attach: (started) => void link.then((one) => one.attach(started)),
  });
  stops.push(() => agent.stop());
  return { ...agent, enrolled };
}
