import * as z from 'zod';
import { route } from '#lib/edge/route.ts';
import made from '#lib/generated/openapi.json' with { type: 'json' };

const { 'x-made-by': _, ...document } = made;

/** Returns the OpenAPI 3.1 document, which describes every deployed route. */
export const handler = route(
  {
    name: 'getOpenapi',
    action: null,
    reply: z.looseObject({
      openapi: z.string().describe('The version of OpenAPI.').meta({ example: '3.1.1' }),
    }),
    public: true,
    unlimited: true,
  },
  () => document,
);
