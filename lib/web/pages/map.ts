import type { PageEntry } from '#lib/web/shell/page.ts';
import { accessPages } from './access/map.ts';
import { accountPages } from './account/map.ts';
import { billingPages } from './billing/map.ts';
import { computePages } from './compute/map.ts';
import { resourcePages } from './compute/resources-map.ts';
import { enterPages } from './enter/map.ts';
import { homePages } from './home/map.ts';
import { networkPages } from './network/map.ts';
import { operatePages } from './operate/map.ts';
import { storagePages } from './storage/map.ts';

/** Every page of the console. A path without a parameter goes before one with a parameter in its place. */
export const pages: readonly PageEntry[] = [
  ...homePages,
  ...computePages,
  ...resourcePages,
  ...networkPages,
  ...storagePages,
  ...billingPages,
  ...accessPages,
  ...accountPages,
  ...operatePages,
  ...enterPages,
];
