import { execFileSync, spawnSync } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPublicAddress } from '#lib/runtime/egress/addresses.ts';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';
import { type Block, blocksOf } from '#test/support/documents/documents.ts';
import {
  languagesRun,
  type Pasted,
  readDocument,
  runnable,
  Sitting,
  type Step,
} from '#test/support/documents/read-document.ts';

/*
 * Every block of the documents that can be run is run as it is printed, in order. The guides after getting-started are
 * read one after the other in its shell, against its platform, and each ends as clean as it began; a document that
 * cannot be has a shell and a platform of its own. All use the ports that the documents name.
 *
 * A neighbour with an account and a shell of their own, opened by the README, stands in the middle of each guide that
 * takes a name which all accounts share: they have pasted its beginning, up to the last such name, when the reader
 * begins, and still have everything when the reader ends. So a fixed name is refused here, as is what a guide does to
 * the whole platform. To read every guide twice would double the costs and show no more: what a guide deletes is free
 * again, and all other names are of one account.
 */

const root = fileURLToPath(new URL('../../', import.meta.url));
const documents = ['README.md', ...globSync('docs/*.md', { cwd: root }).sort()];
/** Blocks in these languages are shown, and not run. */
const shown = ['text', 'json', 'jsonc', 'ts', 'html', 'yaml'];

/** Opens the account and the shell of the guides that are read together. */
const first = 'docs/getting-started.md';

/** Opens the account of the neighbour. */
const neighbours = 'README.md';

/** A block that takes a name which all accounts share. */
const shared = /^ *svc bucket create /m;

/** Documents that have a platform of their own, and why. */
const alone: Record<string, string> = {
  'docs/ansible.md': 'what it installs is not to be had here',
  'docs/apps.md': 'what it installs is not to be had here',
  'docs/auth.md': 'it changes how the account logs in',
  'docs/client.md': 'it opens an account',
  'docs/data.md': 'it stops the platform',
  'docs/emulator.md': 'it resets the platform',
  'docs/site.md': 'the platform is killed in it',
  'docs/testing.md': 'it starts platforms',
};

/** What is not run, by how it begins. */
const notRun: Record<string, string> = {
  'npm ci && npm start': 'it starts the platform, as this test does',
  'export PATH=$PWD/node_modules/.bin': 'the reader of this test has svc on its path',
  'radosgw-admin user create': 'it changes a Ceph cluster and a deployment in AWS',
  'SVC_DATA_DIR=~/svc-again npm start': 'it starts the platform, as this test does',
  'SVC_S3_TLS_CERT=': 'it starts the platform with a certificate: test/journeys/s3-https.long.test.ts',
};

/** Tools that a fresh machine may lack: when a block needs one, and how it is found. */
const tools: { name: string; needed: (block: Block) => boolean; probe: string[] }[] = [
  { name: 'ansible', needed: uses('ansible(-playbook)?'), probe: ['ansible', '--version'] },
  { name: 'aws', needed: uses('aws'), probe: ['aws', '--version'] },
  { name: 'rclone', needed: uses('rclone'), probe: ['rclone', 'version'] },
  { name: 'openssl', needed: uses('openssl'), probe: ['openssl', 'version'] },
  { name: 'rsync', needed: uses('rsync'), probe: ['rsync', '--version'] },
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

/** Documents whose machines install packages of the distribution, and why that is not to be had here. */
const withPackages: Record<string, string> = {
  'docs/ansible.md': 'machines of this test reach no source of packages: test/journeys/ansible.long.test.ts',
  'docs/apps.md': 'machines of this test reach no source of packages',
};

/** Root's test has a network of its own, from which nothing leads out. */
const reachesPackages =
  process.getuid?.() !== 0 &&
  (await lookup('deb.debian.org').then(
    ({ address }) => isPublicAddress(address),
    () => false,
  ));

/** What the reader does before a block that begins so, because the text says so. */
const between: Record<string, Step> = {
  'docs/client.md npm install': async (stage) => {
    execFileSync(process.execPath, ['lib/deploy/npm/client.ts', stage.home], { cwd: root });
  },
  'docs/site.md serving web-1 web-2; visit -d': async (stage) => {
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

/** The reason why a block is not run, where there is one. */
function reasonNot(document: string, block: Block): string | undefined {
  if (!reachesPackages && withPackages[document]) return withPackages[document];
  if (block.file) return 'it is a file of a project: test/journeys/testing and ci-files.long.test.ts';
  const [, why] = Object.entries(notRun).find(([beginning]) => block.text.startsWith(beginning)) ?? [];
  const missing = tools.find(({ needed, probe: [file = '', ...args] }) => needed(block) && !works(file, args));
  return why ?? (missing && `${missing.name} is not installed`);
}

const works = (file: string, args: string[]) => spawnSync(file, args, { stdio: 'ignore' }).status === 0;

/** What the reader does before a block, because the text says so. */
const stepsBefore = (document: string, { text }: Block): Step[] =>
  Object.entries(between).flatMap(([at, step]) => (`${document} ${text}`.startsWith(at) ? [step] : []));

it('every block of a document says what it is', () => {
  const unknown = documents.flatMap((document) =>
    blocksOf(document)
      .filter(({ language }) => ![...languagesRun, ...shown].includes(language))
      .map(({ line, language }) => `${document}:${line} ${language}`),
  );
  expect(unknown).toEqual([]);
});

it('every reason not to run a block, to read a document alone, and every step between blocks has its block', () => {
  const texts = documents.flatMap((document) =>
    blocksOf(document).map(({ text }) => ({ text, placed: `${document} ${text}` })),
  );
  const unused = [
    ...Object.keys(notRun).filter((beginning) => !texts.some(({ text }) => text.startsWith(beginning))),
    ...Object.keys(between).filter((beginning) => !texts.some(({ placed }) => placed.startsWith(beginning))),
    ...Object.keys(alone).filter((document) => !texts.some(({ placed }) => placed.startsWith(`${document} `))),
  ];
  expect(unused).toEqual([]);
});

/** The blocks of a document that are run here. Those that are not are listed as skipped. */
function pastedOf(document: string): Pasted[] {
  const blocks = runnable(document).map((block) => ({ block, reason: reasonNot(document, block) }));
  for (const { block, reason } of blocks)
    if (reason) it.skipIf(true)(`${document}:${block.line}: ${reason}`, () => undefined);
  return blocks.flatMap(({ block, reason }) => (reason ? [] : [{ block, steps: stepsBefore(document, block) }]));
}

const withBlocks = documents.filter((document) => runnable(document).length > 0);

await whereContainersWork(() => {
  for (const document of withBlocks.filter((name) => name in alone)) {
    const pasted = pastedOf(document);
    if (pasted.length === 0) continue;
    it(`${document}: ${pasted.length} blocks do as printed`, async () => {
      expect(await readDocument(document, pasted)).toEqual([]);
    }, 600_000);
  }

  describe('in one shell', () => {
    const sitting = new Sitting();
    beforeAll(() => sitting.start(), 120_000);
    afterAll(() => sitting.close());

    for (const [document, who] of [
      [first, 'reader'],
      [neighbours, 'neighbour'],
    ] as const) {
      const pasted = pastedOf(document);
      it(`${document}: ${pasted.length} blocks do as printed, and open the account of a ${who}`, async () => {
        expect(await sitting.read(document, pasted, who)).toEqual([]);
      }, 600_000);
    }

    for (const document of withBlocks.filter((name) => ![first, neighbours, ...Object.keys(alone)].includes(name))) {
      const pasted = pastedOf(document);
      if (pasted.length === 0) continue;
      const begun = pasted.slice(0, pasted.findLastIndex(({ block }) => shared.test(block.text)) + 1);
      it(`${document}: ${pasted.length} blocks do as printed, and leave nothing`, async () => {
        expect(await sitting.read(document, begun, 'neighbour')).toEqual([]);
        const before = await remains(sitting, begun.length > 0);
        expect(await sitting.read(document, pasted)).toEqual([]);
        expect(await remains(sitting, begun.length > 0)).toEqual(before);
      }, 600_000);
    }
  });
});

/** What a document could leave with the reader, and change of a neighbour where there is one. */
const remains = async (sitting: Sitting, beside: boolean): Promise<string[][]> => [
  await sitting.remains('reader'),
  ...(beside ? [await sitting.remains('neighbour')] : []),
];
