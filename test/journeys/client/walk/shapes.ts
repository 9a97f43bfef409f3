/*
 * Keys and tokens are opaque, but clients give them room and tell them apart by how they begin. So the example of one
 * has the beginning and the length of those that the platform makes. What ids look like is in their patterns.
 */

/** `rt_…74`: how a made-up text begins, and how many characters follow; undefined for any other. */
function shapeOf(text: string): string | undefined {
  const [, beginning, rest = ''] = /^([a-z]{1,8}[-_]|SVC)([\w.-]{16,})$/.exec(text) ?? [];
  const isMadeUp = beginning === 'SVC' || (/\d/.test(rest) && text.includes('_'));
  return isMadeUp ? `${beginning}…${rest.length}` : undefined;
}

/** Where an opaque text of a reply has another shape than it has in the example of the reply. */
export function shapeFaults(example: unknown, reply: unknown, at = ''): string[] {
  if (typeof example === 'string' && typeof reply === 'string') {
    const [expected, shape] = [shapeOf(example), shapeOf(reply)];
    const differ = expected !== undefined && shape !== undefined && expected !== shape;
    return differ ? [`${at}: ${shape} in the example is ${expected}`] : [];
  }
  if (Array.isArray(example) && Array.isArray(reply))
    return reply.flatMap((each) => shapeFaults(example[0], each, `${at}[]`));
  if (typeof example !== 'object' || typeof reply !== 'object' || !example || !reply) return [];
  const fields = new Map(Object.entries(example));
  return Object.entries(reply).flatMap(([name, value]) => shapeFaults(fields.get(name), value, `${at}.${name}`));
}
