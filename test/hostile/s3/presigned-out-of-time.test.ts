import { expect, test } from 'vitest';
import { stage } from './support/stage.ts';

const { attack } = stage();

test.each([
  ['has expired', { at: -61, expires: '60' }, 403, 'AccessDenied'],
  ['is of yesterday', { at: -86_400, expires: '3600' }, 403, 'AccessDenied'],
  ['is of tomorrow', { at: 86_400, expires: '604800' }, 403, 'RequestTimeTooSkewed'],
  ['lives for more than a week', { expires: '604801' }, 400, 'AuthorizationQueryParametersError'],
  ['lives for no time', { expires: '0' }, 403, 'AccessDenied'],
  ['lives backwards', { expires: '-60' }, 400, 'AuthorizationQueryParametersError'],
  ['lives for no number', { expires: '1e9' }, 400, 'AuthorizationQueryParametersError'],
  ['has no end', { expires: '' }, 400, 'AuthorizationQueryParametersError'],
])('a presigned URL %s', async (_, terms, status, code) => {
  expect(await attack('/mine/key', { presign: true, ...terms })).toMatchObject({ status, code });
});
