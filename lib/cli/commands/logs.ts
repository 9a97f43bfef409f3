import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { exits, usage } from '#lib/cli/failure.ts';
import { show } from '#lib/cli/output/output.ts';
import { isShown, plain, print, tell } from '#lib/cli/output/terminal.ts';
import { resolve } from '#lib/cli/run/names.ts';
import type { Session } from '#lib/cli/run/session.ts';
import { SvcError } from '#lib/client/error.ts';
import type { ConsoleLog } from '#lib/generated/client/schemas.ts';
import type { Runners } from './command.ts';

interface Flags {
  readonly tail?: string;
  readonly follow?: boolean;
}

/** Seconds for which the platform holds a reply without lines, and milliseconds before what failed is asked again. */
const held = 20;
const retryMs = 2000;

/** `svc logs`: what a machine has written to its console. */
export function add(command: Command, { run }: Runners): void {
  command
    .argument('<instance>', 'name or id')
    .option('--tail <lines>', 'how many of the last lines to show, 1 to 1000 (default 200)')
    .option('-f, --follow', 'keep printing new lines, until Ctrl-C')
    .action(run((session, name: string, flags: Flags) => logs(session, name, flags)));
}

async function logs(session: Session, name: string, { tail, follow }: Flags): Promise<void> {
  if (tail !== undefined && !/^\d{1,4}$/.test(tail)) throw usage(`--tail: "${tail}" is not a number of lines`);
  const { id } = await resolve(session.client, 'instance', name);
  const first = await look(session, id, tail === undefined ? {} : { tail: Number(tail) });
  if (session.format !== 'table') return show(first, { columns: [] }, session.globals, session.format);
  if (first.truncated && !session.globals.quiet && isShown(process.stderr)) tell('… earlier lines omitted');
  write(first);
  if (follow) await followed(session, id, first);
}

async function look({ client }: Session, id: string, query: object, more: object = {}): Promise<ConsoleLog> {
  const { body } = await client.request('getConsoleLog', { id, query, ...more } as never);
  return body as ConsoleLog;
}

/** The machine decides what it writes: nothing of it draws on the terminal. */
const write = ({ lines }: ConsoleLog): void => {
  for (const line of lines) print(`${plain(line)}\n`);
};

async function followed(session: Session, id: string, first: ConsoleLog): Promise<void> {
  const { signal } = session;
  let after = first.next;
  try {
    for (;;) {
      const log = await look(session, id, { after }, { wait: held, signal }).catch(unlessPassing(signal));
      if (!log) {
        await pause(retryMs, undefined, { signal });
        continue;
      }
      write(log);
      after = log.next;
    }
  } catch (error) {
    // Ctrl-C is how one stops looking.
    if (!signal.aborted) throw error;
    process.exitCode = exits.interrupted;
  }
}

/** Leaves a failure out that passes by itself. */
const unlessPassing =
  (signal: AbortSignal) =>
  (error: unknown): undefined => {
    if (!signal.aborted && error instanceof SvcError && (error.status === 0 || error.status >= 500)) return undefined;
    throw error;
  };
