import type { RealClient } from './runner/row.ts';

/** Types of the API for TypeScript. */
export const openapiTypescript: RealClient = {
  name: 'openapi-typescript',
  version: "openapi-typescript --version | sed 's/^v//'",
  rows: [
    {
      feature: 'generate types from `GET /openapi.json`',
      does: 'openapi-typescript $SVC_ENDPOINT/openapi.json -o api.d.ts; grep -c . api.d.ts',
      shows: 'api.d.ts',
    },
    {
      feature: 'they are without faults (`tsc --strict`)',
      does: 'tsc --noEmit --strict --skipLibCheck false --lib es2022,dom api.d.ts',
    },
    {
      feature: 'a request and its reply have their types',
      does: `cat > use.ts <<'END'
import type { operations } from './api';
type Launch = operations['launchInstance'];
type Body = NonNullable<Launch['requestBody']>['content']['application/json'];
export const body: Body = { name: 'web-1', instance_type_id: 's1-nano', image_id: 'debian-12' };
export const status = (reply: operations['getInstance']['responses'][200]['content']['application/json']): string => reply.status;
END
tsc --noEmit --strict --lib es2022,dom use.ts`,
    },
    {
      feature: 'a body of other types',
      does: 'sed -i "s/name: \'web-1\'/name: 1/" use.ts; tsc --noEmit --strict --lib es2022,dom use.ts',
      refused: "Type 'number' is not assignable to type 'string'",
    },
    {
      feature: 'enums, exported types and paths (`--enum`, `--root-types`, `--alphabetize`)',
      does: 'openapi-typescript $SVC_ENDPOINT/openapi.json -o all.ts --enum --root-types --alphabetize; tsc --noEmit --strict --lib es2022,dom all.ts',
      shows: 'all.ts',
    },
  ],
};

/** A client of the API for TypeScript. */
export const openapiTs: RealClient = {
  name: '@hey-api/openapi-ts',
  version: 'openapi-ts --version',
  rows: [
    {
      feature: 'generate a client from `GET /openapi.json`',
      does: 'echo "{\\"type\\": \\"module\\"}" > package.json; openapi-ts -i $SVC_ENDPOINT/openapi.json -o made -c @hey-api/client-fetch; ls made',
      shows: 'sdk.gen.ts',
    },
    {
      feature: 'it is without faults (`tsc --strict`)',
      does: 'tsc --noEmit --strict --target es2022 --module preserve --moduleResolution bundler --lib es2022,dom,dom.iterable made/index.ts',
    },
  ],
};
