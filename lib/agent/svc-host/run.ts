import { AgentFaults } from '#lib/agent/faults.ts';
import { LinkError } from '#lib/agent/link/link-error.ts';
import { openSession } from '#lib/agent/session.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import { serveControls } from './control.ts';
import { controlsOf } from './controls.ts';
import type { HostFiles } from './files.ts';
import { HostError } from './host-error.ts';
import { settleKey } from './rotation.ts';
import { useSettings } from './settings-file.ts';

/** sysexits(3): a restart does not help, so systemd makes none. */
const EX_CONFIG = 78;

/**
 * Refusals after which this host is none any more, another agent is it, this program is too old, or its settings
 * wrong.
 */
const forGood = new Set(['host_removed', 'stale_epoch', 'protocol_unsupported', 'address_taken', 'scope_refused']);

const log = (text: string) => process.stdout.write(`${text}\n`);

/** Ends the agent. The reason is its last line on standard error. */
function giveUp(error: Error): never {
  process.stderr.write(`svc-host: ${error.message}\n`);
  const isFinal =
    error instanceof HostError ||
    (error instanceof DriverError && error.code === 'UNSUPPORTED') ||
    (error instanceof LinkError && forGood.has(error.code));
  process.exit(isFinal ? EX_CONFIG : 1);
}

/**
 * Serves the machines of this host until it is asked to stop: by SIGTERM and SIGINT with them, by SIGHUP without those
 * that outlive it, which the next one takes over. Ends the process where it cannot.
 */
export async function runHost(files: HostFiles): Promise<void> {
  try {
    await serve(files);
  } catch (error) {
    giveUp(error as Error);
  }
}

async function serve(files: HostFiles): Promise<void> {
  const settings = files.settings();
  useSettings(settings);
  await settleKey(files);
  const session = await openSession(log, giveUp, new AgentFaults(undefined));
  let isEnding = false;
  const endBy = (how: Parameters<typeof session.close>[0]) => {
    // What was asked first holds: systemd sends SIGTERM after each SIGHUP.
    if (isEnding) return;
    isEnding = true;
    session.close(how).then(() => process.exit(0), giveUp);
  };
  const end = () => endBy({ leaving: true });
  await serveControls(files.controlSocket, controlsOf(session, files, end));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end);
  process.on('SIGHUP', () => endBy({ handsOver: true }));
  log(`host ${settings.SVC_HOST} serves its machines (${session.driver})`);
}
