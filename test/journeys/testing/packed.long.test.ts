import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeOfSystem, StrangersProject } from '#test/support/clients/strangers-project.ts';

/* The files that docs/testing.md shows, in a stranger's project. Each is run as it is printed. */

let project: StrangersProject;
beforeAll(async () => {
  project = await StrangersProject.make('docs/testing.md');
});
afterAll(() => project?.remove());

test('its types hold under the strictest rules, with nothing but the package', async () => {
  const { status, output } = await project.compile(['shop.test.ts']);
  expect({ status, output: output.trim() }).toEqual({ status: 0, output: '' });
});

test('the Vitest example passes', async () => {
  const { status, output } = await project.vitest('shop.test.ts');
  expect({ status, output }).toEqual({ status: 0, output: expect.stringContaining('3 passed') });
});

test.each([
  ['this Node', process.execPath],
  ['the Node of the system', nodeOfSystem()],
])('the node:test example passes on %s', async (_, node) => {
  const { status, output } = await project.run(node, ['--test', 'orders.test.mjs']);
  expect({ status, output }).toEqual({ status: 0, output: expect.stringMatching(/^# pass 1|ℹ pass 1/m) });
});

const pytest = ['python3', '-m', 'pytest', '-q', '-p', 'no:cacheprovider'] as const;
const hasPytest = spawnSync(pytest[0], ['-m', 'pytest', '--version']).status === 0;

test.skipIf(!hasPytest)('the pytest example passes (needs pytest)', async () => {
  const { status, output } = await project.run(pytest[0], pytest.slice(1));
  expect({ status, output }).toEqual({ status: 0, output: expect.stringContaining('1 passed') });
});
