import { readFileSync } from 'node:fs';

/** The parts of the program in their order: each uses what those before it declare. */
const PARTS = [
  'head',
  'unit',
  'state',
  'spawn',
  'keeper',
  'running',
  'around',
  'order',
  'start',
  'enable',
  'show',
  'journal',
  'settings',
  'rc',
  'main',
];

/**
 * `systemctl`, `journalctl`, `service`, `timedatectl`, `hostnamectl`, `rc-service` and `rc-update` of a machine, as the
 * text of one program, which a boot writes to /run. It is shell and perl. Unit files are read inside the machine alone.
 */
export const UNIT_PROGRAM = PARTS.map((name) => readFileSync(new URL(`./${name}.pl`, import.meta.url), 'utf8')).join(
  '',
);
