import { listPrices } from '#lib/domain/compute/catalog/prices.ts';
import { route } from '#lib/edge/route.ts';
import { price } from '#lib/model/platform/catalog.ts';
import { listOf, shortListQuery } from '#lib/model/platform/lists.ts';

/** Lists the prices of all resources, in whole rupees a month and in paise an hour, before GST. */
export const handler = route(
  { name: 'listPrices', action: null, public: true, query: shortListQuery('resource'), reply: listOf('prices', price) },
  (context, { query }) => listPrices(context, query),
);
