import type { WindowChangeInfo } from 'ssh2';

/** A running program that an SSH channel controls. */
export interface Program {
  resize(size: WindowChangeInfo): void;
  signal(name: string): void;
}
