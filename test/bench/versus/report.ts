import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { calibration } from '#test/support/report/calibration.ts';
import { boundOf, type ClaimName, claims, type Found, type PartName, partNames, shownOf } from './claims.ts';

/** Where the page is, from the root of the repository. */
export const path = 'docs/performance.md';

const file = fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** The headings of the parts. */
const titles: Readonly<Record<PartName, string>> = {
  paced: 'One request at a time',
  throughput: 'Requests a second',
  objects: 'Objects',
  machines: 'Machines, start and memory',
  costs: 'What a request costs',
  growth: 'Growth',
};

const head = `# Performance

How fast the platform is on one computer, beside moto, an emulator of AWS, and beside bare servers. The ratios are the
claims: both sides of each are measured in turns, by one client, on one computer. The times depend on the computer.

**You need** nothing to read it. **It takes** 5 minutes to read.

\`npm run bench -- versus\` measures everything and writes this page; \`npm run bench -- versus paced\` measures one part
again and keeps the others. \`npm run bench -- versus --check\` fails where a ratio falls behind its bound by more than a
tenth. The bounds are in \`test/bench/versus/claims.ts\`, the client in \`raw.ts\` beside it.
`;

/** A table in Markdown. */
export function tableOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(columns), `|${columns.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

/** The computer and how busy it is, in one sentence: what the times of a section are to be read with. */
export function surroundings(): string {
  const loop = Array.from({ length: 5 }, calibration).toSorted((a, b) => a - b)[2] ?? Number.NaN;
  const memory = (totalmem() / 2 ** 30).toFixed(0);
  const processor = `${availableParallelism()} cores of ${cpus()[0]?.model.trim() ?? 'an unknown processor'}`;
  const busy = loadavg()[0]?.toFixed(1);
  const day = new Date().toISOString().slice(0, 10);
  return `Measured on ${day} with Node.js ${process.versions.node} on ${processor}, ${memory} GB; calibration ${loop.toFixed(0)} ms, load average ${busy}.`;
}

/** What a run has found so far, each part with the surroundings in which it ran. */
export type Results = ReadonlyMap<PartName, Found & { readonly surroundings: string }>;

/** The page: what this run has found, and of everything else what the page before says. */
export function page(results: Results, before: string): string {
  const rows = (Object.keys(claims) as ClaimName[]).map((name) => {
    const { part, what } = claims[name];
    const [last = '—', earlier = '—'] = rowOf(before, what);
    const value = results.get(part)?.values[name];
    const shown = value === undefined ? [last, earlier] : [shownOf(name, value), last];
    return [what, boundOf(name), ...shown];
  });
  const table = tableOf(['claim', 'bound', 'last run', 'the run before'], rows);
  const sections = partNames.map((name) => {
    const found = results.get(name);
    const text = found ? `${found.surroundings}\n\n${found.text.trim()}` : sectionOf(before, titles[name]);
    return `## ${titles[name]}\n\n${text || 'Not measured yet.'}\n`;
  });
  return [head, `## Claims\n\n${table}\n`, ...sections].join('\n');
}

/** The values of a claim on a page: of the last run, and of the run before. */
function rowOf(document: string, what: string): string[] {
  const row = document.split('\n').find((line) => line.startsWith(`| ${what} |`));
  return (
    row
      ?.split(' | ')
      .slice(2)
      .map((cell) => cell.replace(/ \|$/, '')) ?? []
  );
}

function sectionOf(document: string, title: string): string {
  const section = document.split(/^## /m).find((text) => text.startsWith(`${title}\n`)) ?? '';
  return section.slice(title.length).trim();
}

/** The page as it is now; empty where there is none. */
export const readPage = (): string => readFileSync(file, { encoding: 'utf8', flag: 'a+' });

export const writePage = (text: string): void => writeFileSync(file, text);
