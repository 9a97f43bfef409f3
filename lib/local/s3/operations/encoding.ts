import { encode } from '#lib/drivers/sigv4/encode.ts';
import { invalidArgument } from '#lib/local/s3/http/reply.ts';

/** How a listing writes keys: as they are, or percent-encoded where the client asked for it. */
export interface Encoding {
  /** What the reply says of it. */
  name: 'url' | undefined;
  of(text: string): string;
}

/** The encoding that a query asks for; throws InvalidArgument for one that there is not. */
export function encodingOf(query: ReadonlyMap<string, string>): Encoding {
  const asked = query.get('encoding-type');
  if (asked === undefined || asked === '') return { name: undefined, of: (text) => text };
  if (asked !== 'url') throw invalidArgument('Invalid Encoding Method specified in Request', 'encoding-type', asked);
  return { name: 'url', of: (text) => text.split('/').map(encode).join('/') };
}
