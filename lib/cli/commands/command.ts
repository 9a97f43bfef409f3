import type { Command } from 'commander';
import type { Session } from '#lib/cli/run/session.ts';

/** Runs the work of a command with what it needs, which is made before. */
export type Runner = <A extends unknown[]>(
  work: (session: Session, ...given: A) => Promise<void> | void,
) => (...given: A) => Promise<void>;

/** Runs work that needs no platform; it gets the flags that every command has. */
export type Bare = <A extends unknown[]>(
  work: (globals: Session['globals'], ...given: A) => Promise<void> | void,
) => (...given: A) => Promise<void>;

/** How a command by hand is started. */
export interface Runners {
  readonly run: Runner;
  readonly bare: Bare;
}

/** A module with one command by hand, or one of a noun. */
export interface CommandModule {
  /** Adds arguments, flags and the work to the command. */
  add(command: Command, runners: Runners): void;
}

/** A command that is written by hand, and when it is loaded. */
export interface WrittenCommand {
  readonly name: string;
  /** The verb, where it is one of a noun of the table. */
  readonly verb?: string;
  readonly group: string;
  readonly about: string;
  /** Command lines that show what it is for. */
  readonly examples?: readonly string[];
  load(): Promise<CommandModule>;
}
