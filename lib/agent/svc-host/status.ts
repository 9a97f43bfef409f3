import type { HostProcesses } from '#lib/agent/processes.ts';
import { askAgent, type HostStatus, NotRunning, notRunning } from './control.ts';
import type { HostFiles } from './files.ts';

/**
 * Says what this host is and how it is, in lines or as one JSON object. Answers whether it runs, and the control plane
 * hears it.
 */
export async function showStatus(
  files: HostFiles,
  say: (line: string) => void,
  output: 'json' | undefined = undefined,
): Promise<boolean> {
  const { SVC_HOST: host_id, SVC_HOST_API: control_plane, SVC_PUBLIC_IP: public_address } = files.settings();
  const now = await askAgent(files.controlSocket, 'status').catch((error) => {
    if (error instanceof NotRunning) return undefined;
    throw error;
  });
  if (output === 'json') {
    say(JSON.stringify({ host_id, control_plane, public_address, ...factsOf(now) }));
  } else {
    say(`host            ${host_id}`);
    say(`control plane   ${control_plane}`);
    say(`public address  ${public_address}`);
    for (const line of now ? linesOf(now) : [`state           ${notRunning}`]) say(line);
  }
  return now !== undefined && now.state !== null;
}

/** What is known of a host for programs: null where it is not. */
function factsOf(now: HostStatus | undefined) {
  const { driver = null, consoles = null, state = null, machines = null, running = null } = now ?? {};
  const { agent = null, runtime = null, holders = [] } = now?.processes ?? {};
  const heard_at = now?.heard ? new Date(now.heard).toISOString() : null;
  const reason = now ? now.reason : notRunning;
  return { driver, consoles, state, reason, machines, running, heard_at, agent, runtime, holders };
}

function linesOf({ driver, consoles, state, reason, machines, running, heard, processes }: HostStatus): string[] {
  const before = heard === null ? 'never answered' : `last answered at ${new Date(heard).toISOString()}`;
  return [
    `driver          ${driver}`,
    `consoles        ${consoles}`,
    `state           ${state ?? `not known: ${reason}; it ${before}`}`,
    `machines        ${machines}, of which ${running} run here`,
    ...(processes ? processLines(processes) : []),
  ];
}

function processLines({ agent, runtime, holders }: HostProcesses): string[] {
  const one = ({ version, pid, age_seconds }: HostProcesses['agent']) =>
    `${version}, for ${age(age_seconds)}, pid ${pid}`;
  const protocols = [...new Set(holders.map(({ protocol }) => protocol))].sort((a, b) => a - b).join(' and ');
  const oldest = Math.max(...holders.map(({ age_seconds }) => age_seconds));
  return [
    `agent           ${one(agent)}`,
    ...(runtime ? [`runtime         ${one(runtime)}`] : []),
    `holders         ${holders.length === 0 ? 'none' : `${holders.length}, protocol ${protocols}, for up to ${age(oldest)}`}`,
  ];
}

const units = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
] as const;

/** Seconds in their largest whole unit. */
function age(seconds: number): string {
  const [name, length] = units.find(([, length]) => seconds >= length) ?? ['s', 1];
  return `${Math.floor(seconds / length)} ${name}`;
}
