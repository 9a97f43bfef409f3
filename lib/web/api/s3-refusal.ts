import { type ErrorCode, SvcError } from '#lib/client/error.ts';

const entities: Readonly<Record<string, string>> = { amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' };

/**
 * The error of a reply of the S3 endpoint, which says its code and its sentence in XML. `fallback` is said in place of
 * a sentence where there is none.
 */
export function s3Refusal(status: number, xml: string, fallback: string): SvcError {
  return new SvcError(textOf(xml, 'Message') ?? fallback, {
    // The codes of S3 are not those of the API; they are shown as they are.
    code: (textOf(xml, 'Code') ?? 'invalid_reply') as ErrorCode,
    status,
    requestId: textOf(xml, 'RequestId'),
  });
}

/** The text of the first element of that name. The policy of the page lets no text become a document. */
function textOf(xml: string, name: string): string | undefined {
  const [, text] = new RegExp(`<${name}>([^<]{0,2000})</${name}>`).exec(xml) ?? [];
  return (
    text?.replaceAll(/&(amp|apos|gt|lt|quot);/g, (whole, entity: string) => entities[entity] ?? whole) || undefined
  );
}
