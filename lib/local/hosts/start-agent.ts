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
  readonly faults: FaultBook;
}

/** Serves the host API, and keeps the agent of this computer running. Undefined where the service has no agent. */
export async function startAgent(
  { agentProgram, hosting }: { readonly agentProgram: string | undefined; readonly hosting: Hosting },
  variables: Record<string, string>,
  stops: (() => unknown)[],
  { data, socketDir, log, onStart, faults }: AgentParts,
): Promise<SupervisedAgent | undefined> {
  if (agentProgram === undefined) return undefined;
  const host = setting('SVC_HOST');
  const hosts = await openHosts(hosting, data, { host, socketDir });
  stops.push(() => hosts.close());
  await hosts.enrol();
  const link = new AgentLink(faults, host);
  const agent = superviseAgent({
    program: agentProgram,
    env: agentEnvironment(environment(), { ...variables, ...hosts.variables }),
    log,
    onStart,
    enrol: hosts.enrol,
    settled: hosts.settled,
    attach: (started) => link.attach(started),
  });
  stops.push(() => agent.stop());
  return agent;
}
