import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Jwks } from '#lib/drivers/tokens/key-set.ts';
import { createVerifier } from '#lib/drivers/tokens/verify.ts';

interface Group {
  comment: string;
  public: object;
  tests: { tcId: number; comment: string; jws: string; result: 'valid' | 'invalid' }[];
}

const file = new URL('../../../vectors/jws-rsa.json', import.meta.url);
const { testGroups } = JSON.parse(readFileSync(file, 'utf8')) as { testGroups: Group[] };
const cases = testGroups.flatMap((group) => group.tests.map((vector) => ({ ...vector, group })));

/** What only a token whose signature held can meet: no vector's payload is a set of our claims. */
const afterSignature = ['ERR_JWT_INVALID', 'ERR_JWT_CLAIM_VALIDATION_FAILED'];

async function signatureHolds(key: object, jws: string): Promise<boolean> {
  const verify = createVerifier({ keys: [key] } as Jwks);
  const outcome = await verify(jws, new Date()).catch((error: unknown) => error);
  expect(outcome).toBeInstanceOf(Error);
  return afterSignature.includes((outcome as { code: string }).code);
}

test('all 318 RSA cases are here', () => {
  expect(cases).toHaveLength(318);
});

test('no invalid signature holds', async () => {
  const held: number[] = [];
  for (const { result, group, jws, tcId } of cases) {
    if (result === 'invalid' && (await signatureHolds(group.public, jws))) held.push(tcId);
  }
  expect(held).toEqual([]);
});

test('every valid RS256 signature holds, and none of another algorithm', async () => {
  const held: string[] = [];
  const refused: string[] = [];
  for (const { result, group, jws, tcId } of cases) {
    if (result === 'invalid') continue;
    const { alg } = JSON.parse(Buffer.from(jws.split('.')[0] as string, 'base64url').toString());
    const list = (await signatureHolds(group.public, jws)) ? held : refused;
    list.push(`${alg} ${tcId}`);
  }
  expect(held.filter((name) => !name.startsWith('RS256 '))).toEqual([]);
  expect(held.length).toBeGreaterThan(0);
  expect(refused.filter((name) => name.startsWith('RS256 '))).toEqual([]);
});

/** RFC 7515, appendix A.2. */
const rfc7515 = {
  key: {
    kty: 'RSA',
    n: 'ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ',
    e: 'AQAB',
  },
  jws: [
    'eyJhbGciOiJSUzI1NiJ9',
    'eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ',
    'cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw',
  ],
};

test('the RS256 example of RFC 7515 holds, and not with a changed signature', async () => {
  const [header = '', payload = '', signature = ''] = rfc7515.jws;
  expect(await signatureHolds(rfc7515.key, `${header}.${payload}.${signature}`)).toBe(true);
  expect(await signatureHolds(rfc7515.key, `${header}.${payload}.d${signature.slice(1)}`)).toBe(false);
});
