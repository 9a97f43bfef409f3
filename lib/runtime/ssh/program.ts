import type { WindowChangeInfo } from 'ssh2';

/** A running program as its SSH channel steers it. */
export interface Program {
  resize(size: WindowChangeInfo): void;
  signal(name: string): void;
}
