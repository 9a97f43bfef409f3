import type { ReactNode } from 'react';
import type { Image } from '#lib/generated/client/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { Copy } from '#lib/web/parts/copy.tsx';
import { Facts } from '#lib/web/parts/facts.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { Menu } from '#lib/web/parts/menu.tsx';
import { Shown } from '#lib/web/parts/shown.tsx';
import { size } from '#lib/web/parts/size.ts';
import { TagList } from '#lib/web/parts/tags.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import type { PageProps } from '#lib/web/shell/page.ts';
import { hrefOf } from '#lib/web/shell/router.ts';
import { actionsOf } from './actions.tsx';
import { isOwn, whyNot } from './image.ts';
import { ImagePrice, PriceProblem } from './price.tsx';
import { Program } from './program.tsx';
import { ImageState, Source } from './shown.tsx';

/** One image: what it is, where it comes from, the program that it is for, and the way to a machine from it. */
export function Page({ params: { id = '' } }: PageProps) {
  const read = useRead('getImage', { id });
  return (
    <Shown read={read} back={['/images', 'Images']}>
      {(image) => (
        <>
          <Heading title={image.name} back={[hrefOf('/images'), 'Images']}>
            {image.available && (
              <a className="button primary" href={hrefOf(`/instances/new?image=${image.id}`)}>
                Launch an instance
              </a>
            )}
            {(isOwn(image) || image.available) && <Menu label={`Actions for ${image.name}`} items={actionsOf(image)} />}
          </Heading>
          {image.status === 'creating' && (
            <progress aria-label="Progress" value={image.progress_percent ?? 0} max={100} />
          )}
          <Facts facts={factsOf(image)} />
          {isOwn(image) && <PriceProblem />}
          <Program image={image} />
        </>
      )}
    </Shown>
  );
}

type Fact = readonly [string, ReactNode];

/** What is known of an image. */
function factsOf(image: Image): readonly Fact[] {
  const {
    status,
    min_ram,
    min_disk,
    default_user,
    architecture,
    shell,
    init,
    package_manager,
    id,
    digest,
    size_bytes,
    source,
  } = image;
  const facts: readonly Fact[] = [
    ['Status', <ImageState key="state" image={image} live />],
    ['Why', status === 'creating' ? null : whyNot(image)],
    ['Source', source && <Source key="source" source={source} />],
    ['Size', size_bytes === null ? null : size(size_bytes)],
    ...(isOwn(image) ? ownFacts(image) : []),
    ['Needs', architecture && `${min_ram} MiB of memory, ${min_disk} GiB of disk`],
    ['Log in as', shell !== false && default_user && <code key="user">{default_user}</code>],
    ['Architecture', architecture],
    ['Shell', shell === null ? null : shell ? '/bin/sh' : 'none'],
    ['Init system', init],
    ['Package manager', package_manager],
    ['ID', <Copy key="id" text={id} label="the ID" />],
    ['Digest', digest && <Copy key="digest" text={digest} label="the digest" />],
  ];
  return facts.filter(([, value]) => value !== undefined && value !== null && value !== '');
}

/** What only an image of the account's own has. */
const ownFacts = ({ size_bytes, created_at, tags }: Image): readonly Fact[] => [
  ['A month', size_bytes === null ? null : <ImagePrice key="price" bytes={size_bytes} />],
  ['Created', <Time key="created" at={created_at} />],
  ['Tags', <TagList key="tags" tags={tags} />],
];
