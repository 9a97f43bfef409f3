import { expect, it } from 'vitest';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';
import { readDocument, runnable, type Step } from '#test/support/documents/read-document.ts';
import { killPart, type Part, partOf } from '#test/support/platform/parts.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const document = 'docs/site.md';
const killing = 'The platform is killed';

const parts = ['agent', 'runtime', 'network host', 'init', 'balancer', 'database'] as const;
const kill =
  (part: Part): Step =>
  async ({ platform }) =>
    killPart(platform, part);
const killAll: Step = async (stage) => {
  // What was killed before is there again.
  for (const part of parts) await eventually(() => partOf(stage.platform, part));
  await stage.platform.kill();
  await stage.start();
};
const kills: readonly Step[] = [...parts.map(kill), killAll];

/* The story of docs/site.md as printed; its end, once for each process of the platform. */
await whereContainersWork(() => {
  it('a small site is back by itself after kill -9 of each process of the platform in turn', async () => {
    const lines = runnable(document, killing).map(({ text }) => text);
    expect(lines).toHaveLength(1);
    const pasted = runnable(document).flatMap((block) =>
      lines.includes(block.text) ? kills.map((step) => ({ block, steps: [step] })) : [{ block }],
    );
    expect(await readDocument(document, pasted)).toEqual([]);
  });
});
