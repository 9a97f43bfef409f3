import {
  boundOf,
  type ClaimName,
  claims,
  type Found,
  isKept,
  type PartName,
  partNames,
  shownOf,
  tolerance,
} from './claims.ts';
import { costs } from './costs.ts';
import { growth } from './growth.ts';
import { machines } from './machines.ts';
import { objects } from './objects.ts';
import { paced } from './paced.ts';
import { page, path, type Results, readPage, surroundings, writePage } from './report.ts';
import { throughput } from './throughput.ts';

const parts: Readonly<Record<PartName, () => Promise<Found>>> = { paced, throughput, objects, machines, costs, growth };

/**
 * `npm run bench -- versus [<part> …]` measures the parts, all or those that are named, and writes docs/performance.md
 * after each; with `--check` it writes nothing. Answers the exit status: 1 where a part failed or, with `--check`,
 * where a claim falls behind its bound by more than a tenth; 2 for a part that there is not.
 */
export async function versus(words: readonly string[]): Promise<number> {
  const isCheck = words.includes('--check');
  const asked = words.filter((word) => word !== '--check');
  const unknown = asked.filter((word) => !partNames.some((name) => name === word));
  if (unknown.length > 0) {
    process.stderr.write(`no part ${unknown.join(', ')}; there are ${partNames.join(', ')}\n`);
    return 2;
  }
  const before = readPage();
  const results = new Map<PartName, Found & { surroundings: string }>();
  let hasFailed = false;
  for (const name of partNames.filter((one) => isAsked(one, asked, isCheck))) {
    const from = performance.now();
    const where = surroundings();
    const found = await parts[name]().catch((error: Error) => {
      process.stderr.write(`${name}: ${error.stack}\n`);
    });
    if (found) results.set(name, { ...found, surroundings: where });
    else hasFailed = true;
    // After each part: a later one may fail, or be ended.
    if (found && !isCheck) writePage(page(results, before));
    process.stderr.write(`${name}: ${((performance.now() - from) / 1000).toFixed(1)} s\n`);
  }
  const behind = told(results);
  process.stdout.write(`${behind} behind their bounds${isCheck ? '' : `; ${path}`}\n`);
  return hasFailed || (isCheck && behind > 0) ? 1 : 0;
}

/** A part that is named, or any where none is; the check leaves out those without a claim. */
function isAsked(name: PartName, asked: readonly string[], isCheck: boolean): boolean {
  if (asked.length > 0) return asked.includes(name);
  return !isCheck || Object.values(claims).some(({ part }) => part === name);
}

/** Prints each measured claim; answers how many fall behind their bounds by more than the tolerance. */
function told(results: Results): number {
  const measured = [...results.values()].flatMap(({ values }) => Object.entries(values) as [ClaimName, number][]);
  for (const [name, value] of measured) {
    const verdict = isKept(name, value) ? 'ok' : isKept(name, value, tolerance) ? 'near' : 'behind';
    process.stdout.write(`${verdict.padEnd(6)} ${claims[name].what}: ${shownOf(name, value)} (${boundOf(name)})\n`);
  }
  return measured.filter(([name, value]) => !isKept(name, value, tolerance)).length;
}
