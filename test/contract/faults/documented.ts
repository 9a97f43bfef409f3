import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#lib/generate/routes.ts';

/** A row of the table of faults in docs/emulator.md. */
export interface DocumentedFault {
  readonly where: string;
  readonly outcome: string;
  /** Without the backticks: `provisioning → error`. */
  readonly seenAs: string;
}

const cellsOf = (line: string) => line.split('|').map((cell) => cell.trim().replaceAll('`', ''));

/** The faults that docs/emulator.md lists, in its order. */
export function documentedFaults(): DocumentedFault[] {
  const [, rest = ''] = readFileSync(join(root, 'docs/emulator.md'), 'utf8').split('| where | outcome |');
  const table = rest.split('\n\n')[0] ?? '';
  return table
    .split('\n')
    .slice(2)
    .map(cellsOf)
    .map(([, where = '', outcome = '', , seenAs = '']) => ({ where, outcome, seenAs }));
}
