import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';
import { type Block, blocksOf } from '#test/support/documents.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform.ts';
import { Reader } from '#test/support/reader.ts';
import { notShown } from '#test/support/shown-output.ts';

/*
 * Every block of the documents that can be run is run as it is printed, in order, in one shell for each document,
 * against a platform of its own on the ports that the documents name: in a network of its own where root can make one.
 */

const root = fileURLToPath(new URL('../../', import.meta.url));
const documents = ['README.md', ...globSync('docs/*.md', { cwd: root }).sort()];
const run = ['sh', 'python', 'js'];
/** Blocks in these languages are shown, and not run. */
const shown = ['text', 'json', 'jsonc', 'ts', 'html'];

/** What a reader has signed up by before the blocks of a document that begins with a link to it. */
const preamble = 'docs/getting-started.md';

/** What is not run, by how it begins. */
const notRun: Record<string, string> = {
  'npm ci && npm start': 'it starts the platform, as this test does',
  'npm test': 'it runs the tests',
  'export PATH=$PWD/node_modules/.bin': 'the reader of this test has svc on its path',
  'radosgw-admin user create': 'it changes a Ceph cluster and a deployment in AWS',
  'SVC_DATA_DIR=~/svc-again npm start': 'it starts the platform, as this test does',
  'SVC_S3_TLS_CERT=': 'it starts the platform with a certificate: test/journeys/s3-https.long.test.ts',
};

/** Tools that a fresh machine may lack: when a block needs one, and how it is found. */
const tools: { name: string; needed: (block: Block) => boolean; probe: string[] }[] = [
  { name: 'aws', needed: uses('aws'), probe: ['aws', '--version'] },
  { name: 'rclone', needed: uses('rclone'), probe: ['rclone', 'version'] },
  { name: 'openssl', needed: uses('openssl'), probe: ['openssl', 'version'] },
  {
    name: 'python3 with botocore',
    needed: ({ text }) => text.includes('from botocore'),
    probe: ['python3', '-c', 'import botocore'],
  },
];

function uses(tool: string): (block: Block) => boolean {
  const command = new RegExp(`(^|[|;&(] *)${tool} `, 'm');
  return ({ language, text }) => language === 'sh' && command.test(text);
}

/** What the reader does before a block that begins so, because the text says so. */
const between: Record<string, (stage: Stage) => Promise<void>> = {
  'docs/client.md npm install': async (stage) => {
    execFileSync(process.execPath, ['lib/deploy/npm/client.ts', stage.home], { cwd: root });
  },
  'docs/site.md for name in web-1 web-2; do svc ssh': async (stage) => {
    await stage.platform.kill();
    await stage.start();
  },
  'docs/data.md npm run backup': async (stage) => {
    await stage.platform.stop();
  },
  'docs/data.md SVC_DATA_DIR=~/svc-again npm run reset': async (stage) => {
    await stage.start(join(stage.home, 'svc-again'));
    await stage.platform.stop();
  },
};

/** Documents whose commands are for the folder of svc. */
const inCheckout = ['docs/data.md', 'docs/testing.md'];

/** The reason why a block is not run, where there is one. */
function reasonNot(block: Block): string | undefined {
  if (block.file) return 'it is a file of a project: test/journeys/testing/packed.long.test.ts';
  const [, why] = Object.entries(notRun).find(([beginning]) => block.text.startsWith(beginning)) ?? [];
  const missing = tools.find(({ needed, probe: [file = '', ...args] }) => needed(block) && !works(file, args));
  return why ?? (missing && `${missing.name} is not installed`);
}

const works = (file: string, args: string[]) => spawnSync(file, args, { stdio: 'ignore' }).status === 0;

/** A network, a folder and a platform for the reader of one document. */
class Stage {
  readonly dir = mkdtempSync(join(tmpdir(), 'svc-docs-'));
  readonly home = join(this.dir, 'home');
  /** Where `svc` finds it, as in a checkout. */
  readonly dataDir = join(this.home, '.svc');
  readonly #network: ChildProcess | undefined;
  #platform: RunningPlatform | undefined;

  constructor() {
    if (process.getuid?.() !== 0) return;
    const stay = 'ip link set lo up && exec sleep infinity';
    this.#network = spawn('unshare', ['-n', 'sh', '-c', stay], { stdio: 'ignore' });
  }

  /** Comes before a program that runs in this network. */
  get wrapper(): readonly string[] {
    const pid = this.#network?.pid;
    if (pid === undefined) return [];
    const up = `until nsenter -t ${pid} -n ip -br link show lo up | grep -q lo; do sleep 0.05; done`;
    return ['sh', '-c', `${up}; exec nsenter -t ${pid} -n -- "$@"`, 'sh'];
  }

  get platform(): RunningPlatform {
    if (!this.#platform) throw new Error('no platform was started');
    return this.#platform;
  }

  async start(dataDir = this.dataDir): Promise<void> {
    const env = { SVC_PORT: '3000', SVC_S3_PORT: '9000' };
    this.#platform = await startPlatform({ dataDir, env, wrapper: this.wrapper });
  }

  async close(): Promise<void> {
    await this.#platform?.stop();
    this.#network?.kill();
    rmSync(this.dir, { recursive: true, force: true });
  }
}

/** The blocks that a reader has pasted before those of a document, where it says so by a link. */
function before(document: string): Block[] {
  const [beginning = ''] = readFileSync(join(root, document), 'utf8').split('\n## ');
  return document !== preamble && beginning.includes(`](${basename(preamble)})`) ? runnable(preamble, 'Sign up') : [];
}

/** The blocks that are run. */
const runnable = (document: string, heading?: string) =>
  blocksOf(document, heading).filter(({ language }) => run.includes(language));

/** What a document shows as the output of this block, where it does. */
function outputOf(document: string, { line }: Block): string {
  const blocks = blocksOf(document);
  const next = blocks[blocks.findIndex((block) => block.line === line) + 1];
  return next?.language === 'text' && next.file === 'output' ? next.text : '';
}

/** Pastes the blocks of a document, and answers the faults of each block that has some. */
async function read(document: string, blocks: Block[]): Promise<object[]> {
  const stage = new Stage();
  const cwd = inCheckout.includes(document) ? root : stage.home;
  const reader = new Reader(stage.home, stage.wrapper, cwd, { SVC_DATA_DIR: stage.dataDir });
  const faulty: object[] = [];
  try {
    await stage.start();
    for (const block of [...before(document), ...blocks]) {
      const steps = Object.entries(between).filter(([at]) => `${document} ${block.text}`.startsWith(at));
      for (const [, step] of steps) await step(stage);
      const { faults, output } = await reader.paste(block);
      const missing = blocks.includes(block) ? notShown(outputOf(document, block), output) : [];
      if (faults.length + missing.length > 0) faulty.push({ at: `${document}:${block.line}`, faults, missing, output });
    }
  } finally {
    reader.close();
    await stage.close();
  }
  return faulty;
}

it('every block of a document says what it is', () => {
  const unknown = documents.flatMap((document) =>
    blocksOf(document)
      .filter(({ language }) => ![...run, ...shown].includes(language))
      .map(({ line, language }) => `${document}:${line} ${language}`),
  );
  expect(unknown).toEqual([]);
});

it('every reason not to run a block, and every step between blocks, has its block', () => {
  const texts = documents.flatMap((document) =>
    blocksOf(document).map(({ text }) => ({ text, placed: `${document} ${text}` })),
  );
  const unused = [
    ...Object.keys(notRun).filter((beginning) => !texts.some(({ text }) => text.startsWith(beginning))),
    ...Object.keys(between).filter((beginning) => !texts.some(({ placed }) => placed.startsWith(beginning))),
  ];
  expect(unused).toEqual([]);
});

await whereContainersWork(() => {
  describe.each(documents.filter((document) => runnable(document).length > 0))('%s', (document) => {
    const blocks = runnable(document).map((block) => ({ block, reason: reasonNot(block) }));
    for (const { block, reason } of blocks)
      if (reason) it.skipIf(true)(`line ${block.line}: ${reason}`, () => undefined);
    const pasted = blocks.flatMap(({ block, reason }) => (reason ? [] : [block]));
    if (pasted.length === 0) return;
    it(`${pasted.length} blocks do as printed`, async () => {
      expect(await read(document, pasted)).toEqual([]);
    }, 600_000);
  });
});
