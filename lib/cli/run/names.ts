import { exits, Failure, usage } from '#lib/cli/failure.ts';
import type { AnyClient } from './session.ts';

/** How the things of one noun are found by name. */
interface Kind {
  readonly list: string;
  /** How their ids begin. */
  readonly prefix: string;
  /** The field by which they are called, which is also a filter of the list. */
  readonly by: string;
  /** Whether it is an image: it may have an id of the catalog, and a snapshot gives way to an image of its name. */
  readonly isImage?: boolean;
}

const kind = (list: string, prefix: string, by = 'name'): Kind => ({ list, prefix, by });

/** The nouns whose things have an id and a name. Of the others the name is the id, or there is no name. */
export const kinds: Readonly<Record<string, Kind>> = {
  asg: kind('listAutoScalingGroups', 'asg'),
  certificate: kind('listCertificates', 'cert'),
  'elastic-ip': kind('listElasticIps', 'eip'),
  image: { ...kind('listImages', '(img|snap)'), isImage: true },
  instance: kind('listInstances', 'i'),
  invite: kind('listInvites', 'ivt', 'email'),
  'load-balancer': kind('listLoadBalancers', 'lb'),
  member: kind('listMembers', 'mbr', 'email'),
  policy: kind('listPolicies', 'pol'),
  snapshot: kind('listSnapshots', 'snap'),
  'ssh-key': kind('listSshKeys', 'key'),
  volume: kind('listVolumes', 'vol'),
  vpc: kind('listVpcs', 'vpc'),
  webhook: kind('listWebhooks', 'whk', 'url'),
};

/** Something that was named, and what is known of it. */
export interface Named {
  readonly id: string;
  readonly name?: string;
}

interface Row {
  readonly id: string;
  readonly status?: string;
  readonly [field: string]: unknown;
}

/**
 * The thing of a noun that a text names: an id is taken as it is, a name must be that of one thing. An empty name is
 * refused, and so is one that several things have, with the ids of all.
 */
export async function resolve(client: AnyClient, noun: string, text: string): Promise<Named> {
  if (text === '') throw usage(`${noun}: the name is empty`, `svc ${noun} list`);
  const found = kinds[noun];
  if (!found || isId(found, text)) return { id: text };
  const rows = await rowsNamed(client, found, text);
  const alive = rows.filter(({ status }) => status !== 'terminated');
  const [one, ...others] = alive.length > 0 ? alive : rows;
  if (!one)
    throw new Failure(`there is no ${noun} "${text}"`, {
      exit: exits.missing,
      code: 'not_found',
      hint: `svc ${noun} list`,
    });
  if (others.length > 0) {
    const ids = [one, ...others].map(({ id, status }) => (status ? `${id} (${status})` : id)).join(', ');
    throw new Failure(`${noun} "${text}" is ${others.length + 1} things: ${ids}`, {
      exit: exits.conflict,
      code: 'ambiguous',
      hint: 'the same command with one of these ids',
    });
  }
  return { id: one.id, name: text };
}

const isId = ({ prefix }: Kind, text: string): boolean => new RegExp(`^${prefix}-[0-9a-hjkmnp-tv-z]{26}$`).test(text);

/** Filters read commas as "or": a name that has one is looked for in the whole list. */
async function rowsNamed(client: AnyClient, { list, by, isImage = false }: Kind, text: string): Promise<Row[]> {
  const query = { limit: 200, ...(!isImage && !text.includes(',') && { [by]: text }) };
  const rows: Row[] = [];
  for await (const row of client.paginate(list, { query })) {
    const found = row as Row;
    if (isImage && found.id === text) return [found];
    if (found[by] === text) rows.push(found);
  }
  const images = rows.filter(({ type }) => isImage && type !== 'snapshot');
  return images.length > 0 ? images : rows;
}
