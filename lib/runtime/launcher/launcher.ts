import { readFileSync } from 'node:fs';
import type { Launch } from '#lib/runtime/launch.ts';
import { SFTP_PARTS } from '#lib/runtime/ssh/sftp.ts';
import type { ProcessMark } from '#lib/runtime/system/processes.ts';
import { inRange } from '#lib/runtime/system/range.ts';
import { type Bounds, type RunOptions, run, type Verdict } from '#lib/runtime/system/run.ts';
import { findTool, HOST_ENV } from '#lib/runtime/system/tools.ts';
import { kernelOf } from './calls.ts';
import { keyFilter } from './key-filter.ts';

/** What the launcher can do, and the files that do it, which follow common.pl. */
const VERBS = {
  'network-host': ['network-host', 'holding'],
  guest: ['guest', 'holding'],
  boot: ['ids', 'tree', 'entrypoint', 'boot'],
  login: ['ids', 'terminal', 'login', 'program'],
  sftp: ['ids', 'login', 'sftp', ...SFTP_PARTS.map((name) => `../ssh/sftp-server/${name}`)],
  network: ['enter', 'network'],
  filter: ['enter', 'filter'],
  sockets: ['sockets'],
  attach: ['volume', 'attach'],
  detach: ['census', 'volume', 'detach'],
  show: ['show'],
  hide: ['hide'],
  listening: ['census', 'listening'],
  meter: ['census', 'meter'],
  session: ['session'],
  range: ['range'],
  mounts: ['images', 'image-copies', 'mounts'],
  shown: ['images', 'image-copies', 'shown'],
  unpack: ['tar', 'unpack'],
  look: ['tree', 'look'],
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
  const all = { ...settings, range: inRange ? ['1'] : [] };
  const words = Object.entries(all).flatMap(([name, value]) => [value].flat().map((one) => `${name}=${one}`));
  return {
    file: PERL ?? 'perl',
    args: ['-e', textOf(verb), '--', ...words, '--', ...program],
    env: HOST_ENV,
    cwd: '/',
  };
}

/** Resources of setrlimit(2) by their numbers, the same on every architecture that the launcher knows. */
const [RLIMIT_CPU, RLIMIT_AS] = [0, 9];

/**
 * Runs a verb that handles what guests or tenants chose the size of, within these bounds. It sets its limits itself: a
 * program that did so before it would take as long as the verb.
 */
export function survey(
  verb: 'attach' | 'detach' | 'meter' | 'listening' | 'filter' | 'show' | 'hide',
  settings: Settings,
  { bounds, ...options }: RunOptions & { readonly bounds: Bounds & { readonly processor_s: number } },
): Promise<Verdict> {
  const { memory, processor_s } = bounds;
  // Beyond the first limit it is told, beyond the second it is killed.
  const within = [`${RLIMIT_AS}:${memory}:${memory}`, `${RLIMIT_CPU}:${processor_s}:${processor_s + 5}`];
  return run(launcher(verb, { ...settings, within }), { ...options, bounds, limitsItself: true });
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
