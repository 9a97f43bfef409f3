import type { Bucket } from '#lib/generated/client/schemas.ts';
import { useList, useRead } from '#lib/web/api/query.ts';
import { allows, consoleMethods } from '#lib/web/pages/storage/cors.ts';
import { Uploader } from '#lib/web/pages/storage/uploads/uploader.tsx';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { Loading } from '#lib/web/parts/loading.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { useSearch } from '#lib/web/shell/router.ts';
import { AllowConsole } from './allow-console.tsx';
import { DeleteObjects } from './delete-objects.tsx';
import { Folders } from './folders.tsx';
import { ObjectDialog } from './object-dialog.tsx';
import { Rows, rowsOf, type Wanted } from './rows.tsx';

/** Objects of a page of the list. */
const pageSize = 200;

/** What a bucket holds, folder by folder, and the ways in and out. */
export function Objects({ bucket }: { bucket: Bucket }) {
  const { name } = bucket;
  const [search, change] = useSearch();
  const ask = (wanted: Wanted) => openDialog(<DeleteObjects bucket={bucket} wanted={wanted} />);
  const folder = search.get('folder') ?? '';
  const open = search.get('object');
  const cors = useRead('getBucketCors', { name });
  const isAllowed = !cors.data || allows(cors.data.rules, location.origin, consoleMethods);
  return (
    <>
      {!isAllowed && cors.data && <AllowConsole name={name} rules={cors.data.rules} />}
      <Uploader bucket={name} folder={folder} isAllowed={isAllowed}>
        <Folders bucket={name} folder={folder} />
        <Folder key={folder} bucket={name} folder={folder} onDelete={isAllowed ? ask : undefined} />
      </Uploader>
      {open && (
        <ObjectDialog
          key={open}
          bucket={bucket}
          objectKey={open}
          onClose={() => change({ object: undefined }, 'closed')}
        />
      )}
    </>
  );
}

interface FolderProps {
  readonly bucket: string;
  readonly folder: string;
  readonly onDelete: ((wanted: Wanted) => void) | undefined;
}

function Folder({ bucket, folder, onDelete }: FolderProps) {
  const [search, change] = useSearch();
  const begins = search.get('begins') ?? '';
  const query = { prefix: folder + begins || undefined, delimiter: '/', limit: pageSize };
  const list = useList('listObjects', { name: bucket, query }, { every: 10_000 });
  const rows = rowsOf(list.pages, folder);
  return (
    <>
      <search className="row filters">
        <input
          type="search"
          aria-label="Names that begin with"
          placeholder="Begins with …"
          value={begins}
          onChange={(event) => change({ begins: event.target.value }, 'typed')}
        />
      </search>
      {list.error && <Problem error={list.error} again={list.again} />}
      {!list.items && !list.error && <Loading as="rows" />}
      {list.items && (
        <Rows
          bucket={bucket}
          rows={rows}
          isFiltered={begins !== ''}
          onOpen={(object) => change({ object })}
          onDelete={onDelete}
        />
      )}
      {list.hasMore && (
        <div className="row">
          <button type="button" onClick={list.loadMore} disabled={list.isFetching}>
            Show more
          </button>
          <span className="about">{rows.length.toLocaleString('en')} are shown</span>
        </div>
      )}
    </>
  );
}
