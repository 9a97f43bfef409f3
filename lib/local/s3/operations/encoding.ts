import { invalidArgument } from '#lib/local/s3/http/reply.ts';
import { encode } from '#lib/standards/sigv4/encode.ts';

/** How a listing shows keys: unchanged, or percent-encoded where the client asks for it. */
export interface Encoding {
  /** The encoding, as the reply names it. */
  name: 'url' | undefined;
  of(text: string): string;
}

/** The encoding that a query asks for. Throws InvalidArgument for an unknown one. */
export function encodingOf(query: ReadonlyMap<string, string>): Encoding {
  const asked = query.get('encoding-type');
  if (asked === undefined || asked === '') return { name: undefined, of: (text) => text };
  if (asked !== 'url') throw invalidArgument('Invalid Encoding Method specified in Request', 'encoding-type', asked);
  return { name: 'url', of: (text) => text.split('/').map(encode).join('/') };
}
