import type { Certificate } from '#lib/generated/client/schemas.ts';

/** Whether a certificate is no longer valid at a moment, in milliseconds since 1970. */
export const isExpired = ({ not_after }: Pick<Certificate, 'not_after'>, now: number): boolean =>
  Date.parse(not_after) <= now;

/** The two texts of a certificate, as they are typed or read from files. */
export interface PairDraft {
  readonly certificate: string;
  readonly key: string;
}

/** The parts of a text in PEM: what each is, and all of it. */
function partsOf(text: string): (readonly [label: string, text: string])[] {
  const parts = text.split('-----');
  return parts.flatMap((part, at) => {
    const label = part.slice('BEGIN '.length);
    if (part !== `BEGIN ${label}` || parts[at + 2] !== `END ${label}`) return [];
    return [[label, `-----${part}-----${parts[at + 1]}-----END ${label}-----\n`] as const];
  });
}

/** Puts each part of a text where it belongs, for files that have certificate and key in one. */
export function sorted(text: string, into: PairDraft, field: keyof PairDraft): PairDraft {
  const joined = (suffix: string) =>
    partsOf(text)
      .flatMap(([label, part]) => (label.endsWith(suffix) ? part : []))
      .join('');
  const both = { certificate: joined('CERTIFICATE'), key: joined('PRIVATE KEY') };
  return both.certificate && both.key ? both : { ...into, [field]: text };
}
