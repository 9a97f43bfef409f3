import { hrefOf } from '#lib/web/shell/router.ts';

/** The address of a folder of a bucket; the empty one is the whole. */
export const folderHref = (bucket: string, folder: string): string =>
  hrefOf(`/buckets/${bucket}${folder && `?folder=${encodeURIComponent(folder)}`}`);

/** The way from the bucket to a folder, each step of which can be gone back to. */
export function Folders({ bucket, folder }: { bucket: string; folder: string }) {
  const parts = folder.split('/').slice(0, -1);
  const steps = parts.map((part, at) => ({ part, path: `${parts.slice(0, at + 1).join('/')}/` }));
  return (
    <nav aria-label="Folders" className="row">
      <a href={folderHref(bucket, '')} aria-current={folder === '' ? 'page' : undefined}>
        {bucket}
      </a>
      {steps.map(({ part, path }) => (
        <span key={path} className="row">
          <span className="about" aria-hidden="true">
            /
          </span>
          <a href={folderHref(bucket, path)} aria-current={path === folder ? 'page' : undefined}>
            {part || '(no name)'}
          </a>
        </span>
      ))}
    </nav>
  );
}
