import made from '#lib/generated/commands.json' with { type: 'json' };
import type { Command } from './types.ts';

/** Only the nouns that are asked for are read: a bundle has each as text (`lib/deploy/npm/cli-bundle.mjs`). */
const byNoun = made.commands as unknown as Readonly<Record<string, readonly Command[]>>;

/** The commands of the table that a noun has. */
export const commandsOf = (noun: string | undefined): readonly Command[] =>
  noun !== undefined && Object.hasOwn(byNoun, noun) ? (byNoun[noun] ?? []) : [];

/** All of them. */
export const allCommands = (): readonly Command[] => Object.values(byNoun).flat();

/** The command of an operation; undefined where it is done by hand. */
export const commandOf = (operation: string | undefined): Command | undefined =>
  allCommands().find((one) => one.operation === operation);
