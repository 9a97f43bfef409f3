import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeWithMachines } from '#lib/agent/hosted/id-range.ts';
import { type Block, blocksOf } from './documents.ts';
import { type RunningPlatform, startPlatform } from './platform.ts';
import { Reader } from './reader.ts';
import { notShown } from './shown-output.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The languages of blocks that are run. */
export const languagesRun = ['sh', 'python', 'js'];

/** What a reader has signed up by before the blocks of a document that begins with a link to it. */
const preamble = 'docs/getting-started.md';

/** Documents whose commands are for the folder of svc. */
const inCheckout = ['docs/data.md', 'docs/testing.md'];

/** What a reader does beside the shell. */
export type Step = (stage: Stage) => Promise<void>;

/** A block that is pasted, and what the reader does before it. */
export interface Pasted {
  readonly block: Block;
  readonly steps?: readonly Step[];
}

/** The blocks of a document, or of its section with this heading, that are run. */
export const runnable = (document: string, heading?: string): Block[] =>
  blocksOf(document, heading).filter(({ language }) => languagesRun.includes(language));

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
    await removeWithMachines([this.dir]);
  }
}

/** The blocks that a reader has pasted before those of a document, where it says so by a link. */
function before(document: string): Block[] {
  const [beginning = ''] = readFileSync(join(root, document), 'utf8').split('\n## ');
  return document !== preamble && beginning.includes(`](${basename(preamble)})`) ? runnable(preamble, 'Sign up') : [];
}

/** What a document shows as the output of this block, where it does. */
function outputOf(document: string, { line }: Block): string {
  const blocks = blocksOf(document);
  const next = blocks[blocks.findIndex((block) => block.line === line) + 1];
  return next?.language === 'text' && next.file === 'output' ? next.text : '';
}

/**
 * Pastes blocks of a document into one shell, against a platform of its own on the ports that the documents name, in a
 * network of its own where root can make one. Answers the faults of each block that has some.
 */
export async function readDocument(document: string, pasted: readonly Pasted[]): Promise<object[]> {
  const stage = new Stage();
  const cwd = inCheckout.includes(document) ? root : stage.home;
  const reader = new Reader(stage.home, stage.wrapper, cwd, { SVC_DATA_DIR: stage.dataDir });
  const faulty: object[] = [];
  try {
    await stage.start();
    for (const block of before(document)) await paste(block, '');
    for (const { block, steps = [] } of pasted) {
      for (const step of steps) await step(stage);
      await paste(block, outputOf(document, block));
    }
  } finally {
    reader.close();
    await stage.close();
  }
  return faulty;

  async function paste(block: Block, shown: string): Promise<void> {
    const { faults, output } = await reader.paste(block);
    const missing = notShown(shown, output);
    if (faults.length + missing.length > 0) faulty.push({ at: `${document}:${block.line}`, faults, missing, output });
  }
}
