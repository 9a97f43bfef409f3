import made from '#lib/generated/commands.json' with { type: 'json' };
import type { Command } from './types.ts';

const byNoun = made.commands as unknown as Readonly<Record<string, readonly Command[]>>;
const known = new Map<string, readonly Command[]>();

/** The commands of the table that a noun has. A bundle reads each noun when it is asked for, which is done once. */
export function commandsOf(noun = ''): readonly Command[] {
  const commands = known.get(noun) ?? (Object.hasOwn(byNoun, noun) ? (byNoun[noun] ?? []) : []);
  known.set(noun, commands);
  return commands;
}

/** All of them. */
export const allCommands = (): readonly Command[] => Object.values(byNoun).flat();

/** The command of an operation; undefined where it is done by hand. */
export const commandOf = (operation: string | undefined): Command | undefined =>
  allCommands().find((one) => one.operation === operation);
