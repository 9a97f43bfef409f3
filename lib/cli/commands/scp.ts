import type { Command } from 'commander';
import { usage } from '#lib/cli/failure.ts';
import type { Session } from '#lib/cli/run/session.ts';
import type { Runners } from './command.ts';
import { hostOf, runningMachine, writeHosts } from './machines.ts';
import { opened, orOwnFailure } from './ssh.ts';

/** `svc scp`: files to and from instances, by name. */
export function add(command: Command, { run }: Runners): void {
  command
    .argument('<paths...>', 'local files, and NAME:path on instances; the last is the target')
    .option('-r', 'copy folders with their contents')
    .option('-p', 'preserve times and modes')
    .action(
      run(async (session, paths: string[], flags: { r?: boolean; p?: boolean }) => {
        process.exitCode = await orOwnFailure(() => copied(session, paths, flags));
      }),
    );
}

async function copied(session: Session, paths: readonly string[], flags: { r?: boolean; p?: boolean }) {
  const places = paths.map((path) => /^([^/:]+):(.*)$/s.exec(path));
  const names = [...new Set(places.flatMap((place) => place?.[1] ?? []))];
  if (paths.length < 2 || names.length === 0) throw usage('scp: needs two paths, and an instance in one: NAME:path');
  const machines = await Promise.all(
    names.map(async (name) => ({ name, machine: await runningMachine(session, name) })),
  );
  const hosts: string[] = [];
  for (const { machine } of machines) hosts.push((await hostOf(session, machine, true)).text);
  const file = writeHosts('hosts-of-scp', hosts);
  const there = (i: number) => {
    const found = machines.find(({ name }) => name === places[i]?.[1]);
    return found ? `${found.machine.id}:${places[i]?.[2]}` : undefined;
  };
  const given = paths.map((path, i) => there(i) ?? (path.startsWith('-') ? `./${path}` : path));
  const options = [flags.r && '-r', flags.p && '-p', names.length > 1 && '-3'].filter(
    (word) => word !== false && word !== undefined,
  );
  return opened(session, 'scp', ['-F', file, ...(options as string[]), ...given]);
}
