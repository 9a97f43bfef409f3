import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leftBy } from '#lib/runtime/drivers/container/machine.ts';
import { openHolder } from '#lib/runtime/holder.ts';
import { endLeft, HOLDERS } from '#lib/runtime/holders.ts';
import { launcher } from '#lib/runtime/launcher/launcher.ts';
import { markOf } from '#lib/runtime/system/processes.ts';
import { descendantsOf, signal } from '#test/lib/runtime/support/processes.ts';
import { refusal } from '#test/lib/runtime/support/refusal.ts';
import { Conversation } from './conversation.ts';

/** The conversation of a version, as those versions of svc hold it that are in use: a golden file is never changed. */
const golden = (version: number) =>
  readFileSync(new URL(`./protocol-${version}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => /^[<>] /.test(line));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-holder-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a network host process', () => {
  let process_: ChildProcess;
  let socket: string;
  beforeEach(async () => {
    socket = join(folder, HOLDERS, 'vpc-1+0');
    mkdirSync(join(folder, HOLDERS));
    const net = { gateway: '10.20.0.1', prefix: '20', mac: '02:53:0a:14:00:01', own: [], socket };
    const { file, args, ...options } = launcher('network-host', net);
    process_ = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
    expect(`${(await once(process_.stdout ?? expect.fail(), 'data'))[0]}`).toBe('ready\n');
  });
  afterEach(() => {
    // With its starter alone it would stay, as one does whose runtime was killed.
    for (const { pid } of descendantsOf(process_.pid ?? 0)) signal(pid);
    process_.kill('SIGKILL');
  });

  it('says what its version says', async () => {
    const said = new Conversation(socket);
    const seen = [];
    let names: Record<string, string> = {};
    for (const line of golden(1)) {
      if (line.startsWith('>')) {
        said.say(line.slice(2).replaceAll('PID', names.PID ?? ''));
        seen.push(line);
        continue;
      }
      const heard = await said.hear();
      names = { ...names, ...namesIn(line.slice(2), heard, names) };
      const nameOf = (word: string) => Object.keys(names).find((name) => names[name] === word) ?? word;
      seen.push(`< ${heard.split(' ').map(nameOf).join(' ')}`);
    }
    expect(seen).toEqual(golden(1));
    said.end();
  });

  it('obeys the last one that has said hello, and nobody who has not', async () => {
    const [stranger, first, second] = [1, 2, 3].map(() => new Conversation(socket));
    if (!stranger || !first || !second) return expect.fail();
    stranger.say('end');
    first.say('hello');
    expect(await first.hear()).toMatch(/^holder 1 \d+$/);
    expect(await first.hear()).toBe('done');
    second.say('hello');
    const host = Number((await second.hear()).split(' ')[2]);
    expect(await second.hear()).toBe('done');
    first.say('end');
    first.end();
    second.say('hello');
    expect(await second.hear()).toBe(`holder 1 ${host}`);
    second.end();
    // It has nothing and nobody any more.
    await expect.poll(() => markOf(host)).toBeNull();
    stranger.end();
  });

  it.runIf(process.getuid?.() === 0)('kills what another host has claimed, though no runtime is there', async () => {
    const said = new Conversation(socket);
    said.say('hello');
    const host = Number((await said.hear()).split(' ')[2]);
    await said.hear();
    const [claimed, kept, half] = await Promise.all([1, 2, 3].map(() => within(host)));
    if (!claimed || !kept || !half) return expect.fail();
    const files = [join(folder, 'claimed'), join(folder, 'kept')];
    for (const file of files) writeFileSync(file, 'host-a');
    for (const [at, one] of [claimed, kept].entries()) {
      said.say(`watch ${one.pid} ${host} 0 1`);
      said.say(`claim ${one.pid} host-a ${files[at]}`);
      said.say(`note ${one.pid} {}`);
      expect(await said.hear()).toMatch(/^watching /);
    }
    said.say(`watch ${half.pid} ${host} 0 1`);
    expect(await said.hear()).toMatch(/^watching /);
    said.end();
    // It had not booted.
    await expect.poll(() => markOf(half.host)).toBeNull();
    writeFileSync(files[0] ?? '', 'host-b');
    await expect.poll(() => markOf(claimed.host)).toBeNull();
    expect(markOf(kept.host)).not.toBeNull();
    rmSync(files[1] ?? '');
    await expect.poll(() => markOf(kept.host)).toBeNull();
  });

  it.runIf(process.getuid?.() === 0)('ends with what it holds where its socket has lost its name', async () => {
    const said = new Conversation(socket);
    said.say('hello');
    const host = Number((await said.hear()).split(' ')[2]);
    await said.hear();
    const machine = await within(host);
    said.say(`watch ${machine.pid} ${host} 0 1`);
    said.say(`note ${machine.pid} {}`);
    await said.hear();
    said.end();
    await endLeft(folder);
    expect(markOf(machine.host)).toBeNull();
    await expect.poll(() => markOf(host)).toBeNull();
    await endLeft(folder);
  });
});

describe('what a runtime makes of what it finds', () => {
  let server: Server;
  let lines: string[];
  const socket = () => join(folder, 'socket');
  /** A program that answers hello by these lines. */
  const standIn = async (...said: string[]) => {
    lines = [];
    server = createServer((one) => {
      createInterface(one).on('line', (line) => {
        lines.push(line);
        if (line === 'hello') one.write(said.map((each) => `${each}\n`).join(''));
      });
    });
    await new Promise<void>((resolve) => server.listen(socket(), resolve));
  };
  afterEach(() => server?.close());

  it('of another version is a refusal', async () => {
    await standIn(`holder 2 ${process.pid}`, 'done');
    expect(await refusal(() => openHolder(socket()))).toEqual({
      code: 'FAILED',
      message: 'a machine is held in a form (2) that this version cannot read',
    });
  });

  it('is nothing where nobody listens', async () => {
    expect(await openHolder(socket())).toBeNull();
  });

  it('is what an earlier runtime has heard of its end, though there is nothing more to hear', async () => {
    const mark = { pid: process.pid, started: '1' };
    const note = (machine: string, leaving?: string) =>
      JSON.stringify({ machine, mark, cpus: [], filters: true, leaving });
    const [left, crashed] = [`init 5 3 -1 7 ${note('i-1', 'poweroff')}`, `init 6 4 -1 8 ${note('i-2')}`];
    await standIn(`holder 1 ${process.pid}`, left, crashed, 'done');
    const holder = await openHolder(socket());
    const { up, over } = await leftBy({} as Parameters<typeof leftBy>[0], holder?.found ?? []);
    expect([[...up], over]).toEqual([
      [],
      [
        { id: 'i-1', cause: 'poweroff', when: 7000 },
        { id: 'i-2', cause: 'crash', when: 8000 },
      ],
    ]);
    await expect.poll(() => lines).toEqual(['hello', 'forget 5', 'forget 6']);
  });

  it('is no machine where its pid is another process by now, or it had not booted: both end', async () => {
    const mark = { pid: process.pid, started: '1' };
    const note = (machine: string) => JSON.stringify({ machine, mark, cpus: [], filters: true });
    await standIn(`holder 1 ${process.pid}`, `init 5 3 4 0 ${note('i-1')}`, 'init 6 7 8 0 ', 'done');
    const holder = await openHolder(socket());
    const { up, over } = await leftBy({} as Parameters<typeof leftBy>[0], holder?.found ?? []);
    expect([[...up], over]).toEqual([[], []]);
    await expect.poll(() => lines).toEqual(['hello', 'kill 5', 'kill 6']);
  });
});

/** Starts a process in the pid namespace of a network host process; its pids there and on the host. */
async function within(host: number): Promise<{ pid: number; host: number }> {
  const words = ['-t', `${host}`, '-U', '-p', '--preserve-credentials', 'sh', '-c', 'echo; exec sleep 1000'];
  const child = spawn('nsenter', words, { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  const inside = descendantsOf(child.pid ?? 0)[0]?.pid ?? 0;
  const [, pids = ''] = /^NSpid:\s+(.*)$/m.exec(readFileSync(`/proc/${inside}/status`, 'utf8')) ?? [];
  return { host: inside, pid: Number(pids.split(/\s+/).at(-1)) };
}

/** What the names in a line of a golden file stand for in one that was heard; those that are known stay. */
function namesIn(line: string, heard: string, known: Record<string, string>): Record<string, string> {
  const words = heard.split(' ');
  const found = line.split(' ').flatMap((word, at) => (/^(PID|A|B|WHEN)$/.test(word) ? [[word, words[at] ?? '']] : []));
  return Object.fromEntries(found.filter(([name = '']) => !(name in known)));
}
