import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeOfSystem, StrangersProject } from '#test/support/clients/strangers-project.ts';
import { blocksOf } from '#test/support/documents/documents.ts';

/* "Test a handler of your own" of functions/README.md, in a stranger's project. Each file is run as it is printed. */

const root = fileURLToPath(new URL('../../../', import.meta.url));
const page = ['functions/README.md', 'Test a handler of your own'] as const;
const named = ['zod', '@types/aws-lambda', '@aws-sdk/lib-dynamodb'];

let project: StrangersProject;
beforeAll(async () => {
  project = await StrangersProject.make(...page, named);
});
afterAll(() => project?.remove());

test('the page names the packages in the versions of the checkout', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const versions = { ...dependencies, ...devDependencies };
  const [install] = blocksOf(...page).filter(({ language }) => language === 'text');
  for (const name of named) expect(install?.text).toContain(`${name}@${versions[name]}`);
});

test('its types hold under the strictest rules, without the checkout', async () => {
  const files = ['office.test.ts', 'office.node.ts'];
  const { status, output } = await project.compile(files, ['--allowImportingTsExtensions', '--listFiles']);
  const read = output.trim().split('\n');
  expect({ status, errors: read.filter((line) => line.includes(': error TS')) }).toEqual({ status: 0, errors: [] });
  expect(read.filter((file) => file.startsWith(root) && !file.startsWith(join(root, 'node_modules')))).toEqual([]);
  expect(read).toContain(join(project.dir, 'node_modules/svc-testing/types/edge/route.d.ts'));
});

test('what is wrong is found', async () => {
  const [handler] = blocksOf(...page).filter(({ file }) => file === 'functions/office/open.ts');
  writeFileSync(
    join(project.dir, 'wrong.ts'),
    (handler?.text ?? '').replace('{ city: body.city }', '{ city: body.town }'),
  );
  const { output } = await project.compile(['wrong.ts'], ['--allowImportingTsExtensions']);
  expect(output).toMatch(
    /^wrong\.ts\(\d+,\d+\): error TS2339: Property 'town' does not exist on type '\{ city: string; \}'/,
  );
});

test('the Vitest example passes', async () => {
  symlinkSync(root, join(project.dir, 'svc'));
  const { status, output } = await project.vitest('office.test.ts', './svc');
  expect({ status, output }).toEqual({ status: 0, output: expect.stringMatching(/Tests .*5 passed/) });
});

test('the node:test example passes', async () => {
  const { status, output } = await project.run(process.execPath, ['--test', 'office.node.ts'], './svc');
  expect({ status, output }).toEqual({ status: 0, output: expect.stringMatching(/^# pass 1|ℹ pass 1/m) });
});

test('the package has each function that the page names, and no other', async () => {
  const program = "console.log(Object.keys(await import('svc-testing/functions')).join())";
  const { output } = await project.run(process.execPath, ['--input-type=module', '--eval', program], './svc');
  const index = await import('#lib/testing/functions/index.ts');
  expect(output.trim().split(',')).toEqual(Object.keys(index).sort());
  const text = readFileSync(join(root, page[0]), 'utf8');
  expect(Object.keys(index).filter((name) => !text.includes(`\`${name}(`) && !text.includes(`, \`${name}(`))).toEqual(
    [],
  );
});

test('who has no checkout, or an older Node, is told so', async () => {
  const load = ['--input-type=module', '--eval', "await import('svc-testing/functions')"];
  expect(await project.run(process.execPath, load, './nowhere')).toEqual({
    status: 1,
    output: expect.stringContaining('Error: ./nowhere is no checkout of svc; name one by SVC_CHECKOUT'),
  });
  const without = ['--no-experimental-strip-types', ...load];
  expect(await project.run(process.execPath, without, './svc')).toEqual({
    status: 1,
    output: expect.stringContaining('Error: svc-testing/functions needs a Node that runs TypeScript, such as '),
  });
  expect((await project.run(nodeOfSystem(), load, './svc')).output).not.toContain('ERR_UNKNOWN_FILE_EXTENSION');
});
