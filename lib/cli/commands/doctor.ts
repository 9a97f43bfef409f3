import { spawn } from 'node:child_process';
import type { Command } from 'commander';
import { formatOf } from '#lib/cli/config/settings.ts';
import { thisHost } from '#lib/cli/doctor/host.ts';
import { readTrials, trialScript } from '#lib/cli/doctor/inside.ts';
import { examine } from '#lib/cli/doctor/report.ts';
import { exits, Failure, usage } from '#lib/cli/failure.ts';
import { show } from '#lib/cli/output/output.ts';
import { print } from '#lib/cli/output/terminal.ts';
import type { Session } from '#lib/cli/run/session.ts';
import type { Runners } from './command.ts';
import { hostOf, runningMachine, writeHosts } from './machines.ts';

/**
 * `svc doctor`: what machines can do on this computer, which asks no platform but a public registry. `svc doctor
 * machine NAME`: what works inside that machine.
 */
export function add(command: Command, { run, bare }: Runners): void {
  const here = bare(async (globals) => {
    const report = examine(await thisHost());
    if (formatOf(globals) !== 'table' || globals.query !== undefined) return show(report, { columns: [] }, globals);
    await show(report, { items: 'checks', columns: ['check', 'ok', 'found', 'command'] }, globals);
    print('');
    await show(report, { items: 'capabilities', columns: ['capability', 'there', 'because', 'command'] }, globals);
  });
  const inside = run(async (session, name: string) => {
    const report = { checks: readTrials(await tried(session, name)) };
    await show(report, { items: 'checks', columns: ['check', 'ok', 'found'] }, session.globals, session.format);
  });
  command
    .argument('[machine]', '"machine", to check inside a machine')
    .argument('[instance]', 'its name or id')
    .action((what: string | undefined, name: string | undefined) => {
      if (what === undefined) return here();
      if (what !== 'machine' || name === undefined) throw usage('doctor: takes nothing, or "machine" and a name');
      return inside(name);
    });
}

/** Most of what is read of a machine, in characters. */
const longest = 65_536;

/** What a machine's shell writes when it runs the trials, by the connection of `svc ssh`. */
async function tried(session: Session, name: string): Promise<string> {
  const machine = await runningMachine(session, name);
  const { text } = await hostOf(session, machine, true);
  const file = writeHosts(`host-${machine.id}`, [text]);
  const child = spawn('ssh', ['-F', file, '-o', 'LogLevel=ERROR', machine.id, 'sh -s'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.on('error', () => undefined).end(trialScript);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (more: string) => {
    output = (output + more).slice(0, longest);
  });
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  if (code === 255)
    throw new Failure(`${machine.name} could not be reached`, { exit: exits.unavailable, code: 'unreachable' });
  return output;
}
