import type { OperationId } from '#lib/client/methods.ts';

/** What a data source reads: one thing, the one of a list that is named, or a list. */
export interface Source {
  readonly read?: OperationId;
  readonly list?: OperationId;
  /** What names the one of the list. */
  readonly by?: readonly string[];
}

/** The data sources of the provider, by their names after `svc_`. */
export const sources: Readonly<Record<string, Source>> = {
  account: { read: 'getMe' },
  bucket: { list: 'listBuckets', by: ['name'] },
  image: { list: 'listImages', by: ['id', 'name'] },
  images: { list: 'listImages' },
  instance: { list: 'listInstances', by: ['id', 'name'] },
  instance_type: { list: 'listInstanceTypes', by: ['id'] },
  instance_types: { list: 'listInstanceTypes' },
  instances: { list: 'listInstances' },
  prices: { list: 'listPrices' },
  quotas: { list: 'listQuotas' },
  ssh_key: { list: 'listSshKeys', by: ['id', 'name'] },
  vpc: { list: 'listVpcs', by: ['id', 'name'] },
};
