import { takesMany } from '#lib/cli/table/deeds.ts';
import type { Command } from '#lib/cli/table/types.ts';
import type { How } from './how.ts';
import { prepare, type Written } from './request.ts';
import type { Session } from './session.ts';

/** Runs a command of the table: names and values first, then a list, or one thing with its question and wait. */
export async function runOperation(session: Session, command: Command, written: Written, how: How): Promise<void> {
  if (takesMany(command) && (written.words.length > 1 || written.words[0] === '-'))
    return (await import('./many.ts')).runMany(session, command, written, how);
  const prepared = await prepare(session, command, written);
  if (command.items === undefined) {
    const { showOne } = await import('./one.ts');
    return showOne(session, command, { prepared, removedTags: written.removeTags ?? [] }, how);
  }
  if (how.follow) return (await import('./follow.ts')).follow(session, command, prepared.args);
  const { showList } = await import('./lists.ts');
  return showList(session, command, prepared.args, how);
}
