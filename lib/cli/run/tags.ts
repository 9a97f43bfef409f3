import type { Command } from '#lib/cli/table/types.ts';
import type { AnyArgs } from '#lib/client/outgoing.ts';
import type { Prepared } from './request.ts';
import type { Session } from './session.ts';

/** The operation that shows what an update changes. */
const shows = ({ operation }: Command): string => operation.replace(/^update/, 'get');

/**
 * An update replaces all tags at once: those that are not named are taken from the resource as it is, and the change is
 * refused where it was changed meanwhile.
 */
export async function withOtherTags(
  session: Session,
  command: Command,
  prepared: Prepared,
  removed: readonly string[],
): Promise<AnyArgs> {
  const { body, ...path } = prepared.args;
  const changes = (body ?? {}) as { tags?: Record<string, string> };
  const isPartial = command.method === 'PATCH' && (changes.tags !== undefined || removed.length > 0);
  if (!isPartial) return prepared.args;
  const reply = await session.client.request(shows(command), path);
  const { tags = {} } = reply.body as { tags?: Record<string, string> };
  const kept = Object.entries(tags).filter(([key]) => !removed.includes(key));
  return {
    ...path,
    body: { ...changes, tags: { ...Object.fromEntries(kept), ...changes.tags } },
    ...(reply.etag !== undefined && { ifMatch: reply.etag }),
  };
}
