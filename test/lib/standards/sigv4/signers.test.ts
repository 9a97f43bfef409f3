import { describe, expect, test } from 'vitest';
import { type SignedRequest, svcRules } from '#lib/standards/sigv4/core.ts';
import { decode } from '#lib/standards/sigv4/encode.ts';
import { parseSignature } from '#lib/standards/sigv4/parse.ts';
import { verifySignature } from '#lib/standards/sigv4/verify.ts';
import { credentials, type Draft, drafts } from './drafts.ts';
import { type Form, signers } from './javascript-signers.ts';
import { hasBotocore, hasCurl, signWithBotocore, signWithCurl } from './program-signers.ts';

const forms: Form[] = ['header', 'query'];
const rules = svcRules;

/** API Gateway decodes the path and leaves the query as sent. */
const throughGateway = (request: SignedRequest): SignedRequest => ({
  ...request,
  path: decode(request.path),
  exact: false,
});

function expectToHold(request: SignedRequest, form: Form) {
  for (const received of [request, throughGateway(request)]) {
    const parsed = parseSignature(received, rules)!;
    expect(parsed).toMatchObject({ form, accessKeyId: credentials.keyId });
    const verify = (secret: string) => verifySignature(parsed, received, secret, new Date(), rules);
    expect(() => verify(credentials.secret)).not.toThrow();
    expect(() => verify('another')).toThrow(expect.objectContaining({ code: 'invalid_signature' }));
  }
}

describe.each(Object.keys(signers))('%s', async (name) => {
  const module = await import(name).catch(() => undefined);
  if (!module) process.stderr.write(`signatures of ${name} are not tested: it is not installed\n`);
  const cases = forms.flatMap((form) => drafts.map((draft) => ({ form, draft, title: draft.title })));

  test.skipIf(!module).each(cases)('$title, in the $form form', async ({ form, draft }) => {
    const sign = signers[name]!(module as never);
    expectToHold(await sign(draft, form), form);
  });
});

describe('botocore', () => {
  if (!hasBotocore) process.stderr.write('signatures of botocore are not tested: python3 has no botocore\n');

  test.skipIf(!hasBotocore).each(forms)('every draft, in the %s form', async (form) => {
    const signed = await signWithBotocore(drafts.map((draft): [Form, Draft] => [form, draft]));
    expect(signed).toHaveLength(drafts.length);
    for (const request of signed) expectToHold(request, form);
  });
});

describe('curl --aws-sigv4', () => {
  if (!hasCurl) process.stderr.write('signatures of curl are not tested: no curl that signs\n');

  test.skipIf(!hasCurl).each(drafts)('$title', async (draft) => {
    expectToHold(await signWithCurl(draft), 'header');
  });
});
