import { readFileSync } from 'node:fs';
import type { Launch } from '#lib/runtime/launch.ts';
import type { ProcessMark } from '#lib/runtime/system/processes.ts';
import { findTool, HOST_ENV } from '#lib/runtime/system/tools.ts';
import { kernelOf } from './calls.ts';
import { keyFilter } from './key-filter.ts';

/** What the launcher can do, and the files that do it, which follow common.pl. */
const VERBS = {
  'network-host': ['network-host'],
  boot: ['tree', 'boot'],
  login: ['login'],
  network: ['network'],
  sockets: ['sockets'],
  volume: ['census', 'volume'],
  listening: ['census', 'listening'],
  meter: ['census', 'meter'],
  session: ['session'],
} as const;

/** Settings by name. A list stands for several settings of that name. */
export type Settings = Readonly<Record<string, string | number | readonly string[]>>;

const PERL = findTool('perl');
const KERNEL = kernelOf();

/** Why the launcher cannot work on this host; null when it can. */
export const launcherMissing: string | null =
  PERL === null ? 'perl is not installed' : KERNEL === null ? `it is not made for ${process.arch}` : null;

/**
 * The launcher: the one program by which the host enters a machine or its network. It is perl, with its whole text on
 * the command line, so that it loads nothing after its start. README.md beside this file has the rule that it keeps.
 */
export function launcher(verb: keyof typeof VERBS, settings: Settings, program: readonly string[] = []): Launch {
  const words = Object.entries(settings).flatMap(([name, value]) => [value].flat().map((one) => `${name}=${one}`));
  return {
    file: PERL ?? 'perl',
    args: ['-e', textOf(verb), '--', ...words, '--', ...program],
    env: HOST_ENV,
    cwd: '/',
  };
}

/** A process as an argument of the launcher, which refuses another process that got the same pid later. */
export const markWord = ({ pid, started }: ProcessMark): string => `${pid}:${started}`;

const texts = new Map<keyof typeof VERBS, string>();

function textOf(verb: keyof typeof VERBS): string {
  const known = texts.get(verb);
  if (known !== undefined) return known;
  const numbers = Object.entries(KERNEL?.calls ?? {}).map(([name, number]) => `${name} => ${number}`);
  const filter = KERNEL ? keyFilter(KERNEL).toString('hex') : '';
  const head = `our %CALL = (${numbers.join(', ')});\nour $FILTER = pack('H*', '${filter}');\n`;
  const text = head + ['common', ...VERBS[verb]].map(read).join('');
  texts.set(verb, text);
  return text;
}

function read(name: string): string {
  return readFileSync(new URL(`./${name}.pl`, import.meta.url), 'utf8');
}
