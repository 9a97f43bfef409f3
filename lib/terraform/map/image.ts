import type { Noun } from './noun.ts';

/** An image of the account. */
export const image: Noun = {
  create: 'createImage',
  read: 'getImage',
  updates: ['updateImage'],
  delete: 'deleteImage',
  list: 'listImages',
  omit: [
    'progress_percent',
    'available',
    'unavailable_reason',
    'pulled',
    'deprecated',
    'type',
    'distribution',
    'min_ram',
  ],
  kept: [
    'version',
    'architecture',
    'default_user',
    'min_disk',
    'size_bytes',
    'digest',
    'shell',
    'init',
    'package_manager',
    'env',
    'working_dir',
    'user',
    'entrypoint',
    'cmd',
  ],
};
