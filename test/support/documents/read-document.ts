import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeWithMachines } from '#lib/agent/hosted/id-range.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';
import { type Block, blocksOf } from './documents.ts';
import { Reader } from './reader.ts';
import { notShown } from './shown-output.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The languages of blocks that are run. */
export const languagesRun = ['sh', 'python', 'js'];

/** What a reader has signed up by before the blocks of a document that begins with a link to it. */
const preamble = 'docs/getting-started.md';

/** Writes what is there now: of the shell, of the folder, and of the account and the platform. */
const remains = `(
  export -p | grep -vE '^declare -x (OLDPWD|PWD|SHLVL|_)\\b'
  find ~ \\( -path ~/.svc -o -path ~/.reader -o -path ~/.npm -o -path ~/.cache -o -path ~/.config/svc \\) -prune -o \\
    -type f -exec cksum {} + -o -printf '%p\\n' | sort
  svc quota list -o json --query 'quotas[].[name, used]' | jq -c '.[]'
  svc budget get -o json --query '{limit: monthly_limit_paise, alerts: alert_percents, action: action}' | jq -c .
  curl -s localhost:3000/dev/faults; echo
  curl -s localhost:3000/dev/limits; echo
  curl -s localhost:3000/dev/clock | jq 'del(.now)'
) > ~/.reader/remains
`;

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

/** Reads one document against a platform of its own. Answers the faults of each block that has some. */
export async function readDocument(document: string, pasted: readonly Pasted[]): Promise<object[]> {
  const sitting = new Sitting();
  try {
    await sitting.start();
    await sitting.read(
      document,
      before(document).map((block) => ({ block })),
    );
    await sitting.read(document, pasted);
  } finally {
    await sitting.close();
  }
  return sitting.faulty;
}

/** Who reads: each has a shell, a folder and, once signed up, an account. */
type Who = 'reader' | 'neighbour';

/**
 * One platform on the ports that the documents name, in a network of its own where root can make one, and one shell
 * for each who reads. Documents are read in it one after the other.
 */
export class Sitting {
  /** The blocks with faults, of all that was read. */
  readonly faulty: object[] = [];
  readonly #stage = new Stage();
  readonly #homes = { reader: this.#stage.home, neighbour: join(this.#stage.dir, 'neighbour') };
  readonly #shells = new Map<Who, Reader>();

  async start(): Promise<void> {
    await this.#stage.start();
  }

  #shell(who: Who): Reader {
    const made = this.#shells.get(who);
    if (made) return made;
    // The platform runs in the reader's folder alone.
    const found =
      who === 'reader' ? { SVC_DATA_DIR: this.#stage.dataDir } : { SVC_ENDPOINT: this.#stage.platform.baseUrl };
    const shell = new Reader(this.#homes[who], this.#stage.wrapper, found);
    this.#shells.set(who, shell);
    return shell;
  }

  /** Pastes blocks of a document in the folder that the document is for. Answers the faults of each that has some. */
  async read(document: string, pasted: readonly Pasted[], who: Who = 'reader'): Promise<object[]> {
    const shell = this.#shell(who);
    const folder = inCheckout.includes(document) ? root : this.#homes[who];
    await shell.paste({ language: 'sh', text: `cd '${folder}'\n` });
    const from = this.faulty.length;
    for (const { block, steps = [] } of pasted) {
      for (const step of steps) await step(this.#stage);
      const { faults, output } = await shell.paste(block);
      const missing = notShown(outputOf(document, block), output);
      if (faults.length + missing.length > 0)
        this.faulty.push({ at: `${document}:${block.line}`, who, faults, missing, output });
    }
    return this.faulty.slice(from);
  }

  /** What a document could leave behind, a line each: of the shell, the folder, the account and the platform. */
  async remains(who: Who = 'reader'): Promise<string[]> {
    const { faults } = await this.#shell(who).paste({ language: 'sh', text: remains });
    if (faults.length > 0) throw new Error(`what remains was not to be seen: ${faults}`);
    const file = join(this.#homes[who], '.reader', 'remains');
    return readFileSync(file, 'utf8').trim().split('\n');
  }

  async close(): Promise<void> {
    for (const shell of this.#shells.values()) shell.close();
    await this.#stage.close();
  }
}
