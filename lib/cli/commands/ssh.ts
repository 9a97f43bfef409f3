import { spawn } from 'node:child_process';
import type { Command } from 'commander';
import { tellFailure } from '#lib/cli/output/errors.ts';
import type { Session } from '#lib/cli/run/session.ts';
import type { Runners } from './command.ts';
import { hostOf, runningMachine, writeHosts } from './machines.ts';

/** Exit code of OpenSSH for what is its own failure, and not that of the command on the machine. */
const ownFailure = 255;

const collected = (text: string, before: string[] | undefined): string[] => [...(before ?? []), text];

/** `svc ssh`: OpenSSH to an instance, by name. */
export function add(command: Command, { run }: Runners): void {
  command
    .argument('<instance>', 'name or id')
    .argument('[command...]', 'the command to run there, after "--"')
    .option('-L <forward>', 'forward a local port to the instance; repeatable', collected)
    .option('-R <forward>', 'forward a port of the instance to this computer; repeatable', collected)
    .option('-D <port>', 'open a local SOCKS proxy; repeatable', collected)
    .option('-N', 'only forward ports')
    .option('-A', 'forward the SSH agent')
    .option('-t', 'allocate a terminal, also for a command')
    .action(
      run(async (session, name: string, words: string[], flags: Record<string, true | string[]>) => {
        process.exitCode = await orOwnFailure(async () => {
          const machine = await runningMachine(session, name);
          const { text } = await hostOf(session, machine, true);
          const file = writeHosts(`host-${machine.id}`, [text]);
          return opened(session, 'ssh', ['-F', file, ...passedOn(flags), machine.id, ...words]);
        });
      }),
    );
}

/** A forward that is refused ends the connection: a warning is not shown. */
const forwards = ['-o', 'ExitOnForwardFailure=yes'];

function passedOn(flags: Record<string, true | string[]>): string[] {
  const passed = Object.entries(flags).flatMap(([name, value]) =>
    value === true ? [`-${name}`] : value.flatMap((text) => [`-${name}`, text]),
  );
  return Object.values(flags).some(Array.isArray) ? [...forwards, ...passed] : passed;
}

/** The exit code of work; whatever goes wrong before it is told, and is 255. */
export async function orOwnFailure(work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    tellFailure(error, false);
    return ownFailure;
  }
}

/** Runs a program of OpenSSH on this terminal, and answers its exit code. */
export function opened({ globals }: Session, program: string, args: readonly string[]): Promise<number> {
  const child = spawn(program, [...(globals.quiet ? ['-q'] : ['-o', 'LogLevel=ERROR']), ...args], { stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? ownFailure));
  });
}
