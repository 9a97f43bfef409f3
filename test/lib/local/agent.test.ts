import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SupervisedAgent, superviseAgent } from '#lib/local/agent.ts';
import { startAhead } from '#lib/local/agent-process.mjs';
import { isAlive, markOf } from '#lib/local/data/processes.ts';
import { StartError } from '#lib/local/start-error.ts';
import { signal } from '#test/lib/runtime/support/processes.ts';

let dir: string;
let agent: SupervisedAgent | undefined;
const lines: string[] = [];
const log = { info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) };

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'svc-agent-'));
  lines.length = 0;
});
afterEach(async () => {
  await agent?.stop();
  rmSync(dir, { recursive: true });
});

/** Supervises a program with this text, and answers the process ids of its runs so far. */
const supervise = (text: string, env: Record<string, string> = {}): number[] => {
  const program = join(dir, 'main.mjs');
  writeFileSync(program, text);
  const pids: number[] = [];
  agent = superviseAgent({ program, env, log, onStart: (pid) => pids.push(pid) });
  return pids;
};
const FOREVER = "process.on('disconnect', () => process.exit()); process.on('SIGTERM', () => process.exit());";

test('the agent runs with exactly the environment it is given, and its lines are passed on', async () => {
  supervise(`console.log(JSON.stringify(process.env)); ${FOREVER}`, { SVC_TABLE: 'svc' });
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  const env = JSON.parse(lines[0]?.replace('agent: ', '') ?? '');
  expect(
    Object.keys(env).filter((name) => name !== 'NODE_CHANNEL_FD' && name !== 'NODE_CHANNEL_SERIALIZATION_MODE'),
  ).toEqual(['SVC_TABLE']);
});

test('an agent that was started ahead is the first run, and is told the environment in which it begins', async () => {
  const program = join(dir, 'main.mjs');
  const text = `process.once('message', (m) => console.log(process.argv[2], JSON.stringify(m))); ${FOREVER}`;
  writeFileSync(program, text);
  startAhead(program, {});
  const pids = supervise(text, { SVC_TABLE: 'svc' });
  await expect.poll(() => lines).toEqual(['agent: --ahead {"do":"begin","env":{"SVC_TABLE":"svc"}}']);
  signal(pids[0]);
  await expect.poll(() => pids.length).toBe(2);
});

test('an agent that was started ahead ends with the process that started it', async () => {
  const [module, program] = ['#lib/local/agent-process.mjs', '#lib/agent/main.ts'].map((file) =>
    fileURLToPath(import.meta.resolve(file)),
  );
  const text = `
    import { startAhead } from ${JSON.stringify(module)};
    console.log(startAhead(${JSON.stringify(program)}, process.env).pid);
    setInterval(() => undefined, 1000);`;
  const starter = spawn(process.execPath, ['--input-type=module', '-e', text], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: starter.stdout }), 'line');
  const mark = markOf(Number(line));
  expect(mark).toBeDefined();
  starter.kill('SIGKILL');
  await expect.poll(() => mark && isAlive(mark), { timeout: 10_000 }).toBe(false);
});

test('an agent that is killed is started again, and said so', async () => {
  const pids = supervise(FOREVER);
  signal(pids[0]);
  await expect.poll(() => pids.length).toBe(2);
  expect(lines).toContain('the host agent ended (SIGKILL); starting it again in 250 ms');
});

test('an agent that keeps dying is started ever more slowly', async () => {
  const pids = supervise('process.exit(3)');
  await expect.poll(() => pids.length).toBe(3);
  expect(lines).toEqual([
    'the host agent ended (3); starting it again in 250 ms',
    'the host agent ended (3); starting it again in 500 ms',
  ]);
});

test('an agent that says by status 78 that it can never run here is not started again; its last words are the reason, and said once', async () => {
  const words = ['no cgroups here', 'SVC_COMPUTE: container needs user namespaces'];
  const pids = supervise(`console.error(${JSON.stringify(words.join('\n'))}); process.exit(78);`);
  await expect(agent?.refused).rejects.toEqual(new StartError('SVC_COMPUTE: container needs user namespaces'));
  expect(pids).toHaveLength(1);
  expect(lines).toEqual(['agent: no cgroups here']);
});

test('the last words of an agent that fails otherwise are passed on', async () => {
  supervise("console.error('the table is away'); process.exit(1);");
  await expect.poll(() => lines.length).toBeGreaterThan(1);
  expect(lines.slice(0, 2)).toEqual([
    'agent: the table is away',
    'the host agent ended (1); starting it again in 250 ms',
  ]);
});

test('a stopped agent is gone and stays gone', async () => {
  const pids = supervise(`console.log('up'); ${FOREVER}`);
  await expect.poll(() => lines).toEqual(['agent: up']);
  await agent?.stop();
  expect(pids).toHaveLength(1);
  expect(markOf(pids[0] ?? 0)).toBeUndefined();
});

test('an agent hears by its channel and its standard input that its supervisor was killed', async () => {
  const out = join(dir, 'heard');
  const program = join(dir, 'main.mjs');
  writeFileSync(
    program,
    `import { appendFileSync } from 'node:fs';
     const hear = (word) => appendFileSync(${JSON.stringify(out)}, word + ' ');
     process.on('disconnect', () => hear('channel'));
     process.stdin.on('end', () => hear('input')).resume();
     console.log('up');`,
  );
  const { spawn } = await import('node:child_process');
  const code = `
    const { superviseAgent } = await import(${JSON.stringify(import.meta.resolve('#lib/local/agent.ts'))});
    const log = { info: (line) => console.log(line), warn: () => {} };
    superviseAgent({ program: ${JSON.stringify(program)}, env: {}, log, onStart: () => {} });`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => parent.stdout.once('data', resolve));
  parent.kill('SIGKILL');
  const heard = () => {
    try {
      return readFileSync(out, 'utf8').trim().split(' ').sort();
    } catch {
      return [];
    }
  };
  await expect.poll(heard).toEqual(['channel', 'input']);
});
