import { readFileSync, writeFileSync } from 'node:fs';
import { atMost, info, type Line } from '#test/bench/line.ts';
import { Ssh } from '#test/support/clients/ssh.ts';
import { type Client, demand } from '#test/support/http/client.ts';
import { eventually } from '#test/support/vitest/eventually.ts';
import type { Started } from './platform.ts';
import { commandOf, processorTimeOf, tree } from './processes.ts';

const folders = 1000;
const files = 1000;
const fill = `mkdir /srv/many && cd /srv/many && perl -e '
for my $d (1..${folders}) { mkdir $d or die; for (1..${files}) { open my $f, ">", "$d/$_" or die } }'`;
/** Starts the count of a process's largest memory again (proc(5), clear_refs). */
const FORGET_PEAK = '5';
const PATIENCE_MS = 300_000;

/**
 * What the deletion of a machine with a million files costs the runtime: by how much its memory grows at most until all
 * files are gone, which programs of its own remove.
 */
export async function benchRemoval({ pid }: Started, client: Client): Promise<Line[]> {
  const ssh = new Ssh();
  try {
    const key = { name: 'bench-removal', public_key: await ssh.publicKey() };
    const { id } = demand(await client.post('/compute/ssh-keys', key), 201).body;
    const machine = await client.launch({ name: 'removal', ssh_key_id: id });
    await ssh.run(machine, fill);
    const runtime = tree(pid).find((one) => /\blib\/runtime\/main\.ts/.test(commandOf(one)));
    if (runtime === undefined) throw new Error('the runtime runs in no process that can be told');
    const own = new Set(tree(runtime));
    writeFileSync(`/proc/${runtime}/clear_refs`, FORGET_PEAK);
    const before = memory(runtime, 'VmRSS');
    const used = processorTimeOf(pid);
    const began = performance.now();
    await client.operate(machine.id, 'terminate');
    const answered = performance.now() - began;
    await eventually(() => tree(runtime).every((one) => own.has(one)), { patience: PATIENCE_MS });
    const seconds = (performance.now() - began) / 1000;
    const grown = memory(runtime, 'VmHWM') - before;
    return [
      atMost('deletion of a million files: memory that it adds to the runtime', 32, { value: grown, unit: 'MB' }),
      info('  answered after, done after', `${answered.toFixed(0)} ms, ${seconds.toFixed(1)} s`),
      info('  processor time of all programs', `${(processorTimeOf(pid) - used).toFixed(1)} s`),
    ];
  } finally {
    ssh.close();
  }
}

/** A line of /proc/<pid>/status, in MB. */
function memory(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
}
