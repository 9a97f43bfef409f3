import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { blocksOf } from '#test/support/documents/documents.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The guides whose commands the rehearsal runs. */
const guides = ['docs/deploying.md', 'docs/operating.md'] as const;

const programs = /^([A-Z_]+=\S+ )*(aws|curl|git|npm|npx|svc|svc-host) /;

/** The commands of a guide: the lines of its blocks, and what stands in a line of text in the form of a command. */
function commandsIn(guide: string): string[] {
  const blocks = blocksOf(guide).filter(({ language }) => language === 'text');
  const lines = blocks.flatMap(({ text }) => text.replaceAll(/ \\\n\s*/g, ' ').split('\n'));
  const prose = readFileSync(root + guide, 'utf8').replaceAll(/^```.*?^```$/gms, '');
  const spans = [...prose.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span.replaceAll(/\s+/g, ' '));
  return [...lines.filter((line) => line.trim() !== ''), ...spans.filter((span) => programs.test(span))];
}

/** Every command of the guides, once. */
export const commandsOfGuides = (): string[] => [...new Set(guides.flatMap(commandsIn))];
