import { usage } from '#lib/cli/failure.ts';
import { shellWord } from '#lib/cli/forms.ts';
import { tell } from '#lib/cli/output/terminal.ts';
import type { AnyArgs } from '#lib/client/outgoing.ts';
import type { How } from './how.ts';
import type { Session } from './session.ts';
import { waitFor } from './wait.ts';

/** A reference in a registry, which begins with a host: names and ids of images have no slash. */
export const isReference = (text: string): boolean => /^(?:localhost|[^/]{0,255}[.:][^/]{0,255})\/./.test(text);

/** The most characters of a name. */
const longest = 64;

/**
 * The arguments of a request, with an image of the account in place of a reference in a registry: the one that was made
 * from it before, or a new one, which is waited for. It stays, so that the next machine starts at once.
 */
export async function withImage(session: Session, args: AnyArgs, how: How): Promise<AnyArgs> {
  const { image_id } = (args.body ?? {}) as { image_id?: unknown };
  if (typeof image_id !== 'string' || !isReference(image_id)) return args;
  const create = `svc image create NAME --source-registry ${shellWord(image_id)}`;
  if (how.dryRun) throw usage(`--image: ${image_id} is no image yet, and a dry run makes none`, `${create} --dry-run`);
  return { ...args, body: { ...(args.body as object), image_id: await imageFrom(session, image_id, how) } };
}

async function imageFrom(session: Session, registry: string, { waitTimeout }: How): Promise<string> {
  const { client, typed, globals } = session;
  for await (const { id, source, status } of typed.each('listImages', { query: { type: 'account' } }))
    if (source?.registry === registry && status === 'available') return id;
  const body = { name: nameOf(registry), source: { registry } };
  const reply = await client.request('createImage', { body });
  if (!globals.quiet) tell(`creating image ${body.name} from ${registry}; svc image delete ${body.name} removes it`);
  const { body: made } = await waitFor(session, reply, { statuses: [], timeout: waitTimeout });
  return (made as { id: string }).id;
}

/** `registry.example.in/team/app:1.4` is `app`, and so it is by a digest. */
const nameOf = (registry: string): string =>
  (registry.split('/').at(-1)?.split(/[:@]/, 1)[0] ?? 'image').slice(0, longest);
