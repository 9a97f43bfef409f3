import { beforeEach, expect, test } from 'vitest';
import { handler as show } from '#functions/auth/billing/show-tax-profile.ts';
import { handler as update } from '#functions/auth/billing/update-tax-profile.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';

let user: SignedUp;
beforeEach(async () => {
  user = await signedUp();
});
const change = (body: object, headers = {}) => call(update, { bearer: user.bearer, body, headers });

test('is empty at first, and supplied where the supplier is', async () => {
  const { status, body } = await call(show, { bearer: user.bearer });
  expect(status).toBe(200);
  expect(body).toEqual({
    gstin: null,
    legal_name: null,
    address: null,
    state_code: null,
    place_of_supply: '27',
    updated_at: null,
  });
});

test('a GSTIN brings its state with it; what is cleared is gone', async () => {
  const set = await change({ gstin: '29aagcb7383j1z4', legal_name: ' Asha Textiles ' });
  expect(set.status).toBe(200);
  expect(set.body).toMatchObject({
    gstin: '29AAGCB7383J1Z4',
    legal_name: 'Asha Textiles',
    state_code: '29',
    place_of_supply: '29',
  });
  expect((await change({ gstin: '27AAPFU0939F1ZV' })).body).toMatchObject({ state_code: '27', place_of_supply: '27' });
  const cleared = await change({ gstin: null, state_code: '33' });
  expect(cleared.body).toMatchObject({ gstin: null, state_code: '33', place_of_supply: '33' });
  expect((await call(show, { bearer: user.bearer })).body).toEqual(cleared.body);
});

test.each([
  [{ gstin: '27AAPFU0939F1ZX' }, 'gstin: check digit is X, expected V'],
  [{ gstin: '29AAGCB7383J1Z5' }, 'gstin: check digit is 5, expected 4'],
  [{ gstin: '27AAPFU0939F1Z' }, 'gstin: "27AAPFU0939F1Z" must be 15 characters'],
  [{ state_code: '28' }, 'state_code: "28" must be the GST code of a state: 27 is Maharashtra'],
  [{ gstin: '27AAPFU0939F1ZV', state_code: '29' }, 'state_code: "29" must equal the first two digits of gstin (27)'],
  [{ gstin: '27AAPFU0939F1ZV', state_code: null }, 'state_code: null must equal the first two digits of gstin (27)'],
  [{ legal_name: '' }, 'legal_name'],
  [{ legal_name: 'आशा' }, 'must be in Latin letters, because invoices show it'],
  [{ pan: 'AAPFU0939F' }, 'unknown field "pan"'],
])('400 for %j', async (body, error) => {
  const reply = await change(body);
  expect(reply.status).toBe(400);
  expect(reply.body.error).toContain(error);
});

test('a state that is not that of the GSTIN on record is refused', async () => {
  await change({ gstin: '27AAPFU0939F1ZV' });
  const reply = await change({ state_code: '29' });
  expect(reply.status).toBe(400);
  expect(reply.body.error).toBe('state_code: "29" must equal the first two digits of gstin (27)');
});

test('a stale If-Match changes nothing', async () => {
  const { headers } = await change({ legal_name: 'One' });
  expect(headers.etag).toBe('"v1"');
  await change({ legal_name: 'Two' });
  expect((await change({ legal_name: 'Three' }, { 'if-match': '"v1"' })).status).toBe(412);
});
