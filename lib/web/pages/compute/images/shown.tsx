import type { Image } from '#lib/generated/client/schemas.ts';
import { Ref } from '#lib/web/parts/ref.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import { absenceOf, briefly, isOwn, whyNot } from './image.ts';

/** What something boots from, by its id: an image or a snapshot, which leads to its page. */
export const ImageRef = ({ id }: { id: string }) => (
  <Ref kind={id.startsWith('snap-') ? 'snapshot' : 'image'} id={id} />
);

interface SourceProps extends Pick<Image, 'source'> {
  /** Whether a digest is shown by its first digits alone. */
  readonly brief?: boolean;
}

/** Where an image comes from; a dash where that is not known. */
export function Source({ source, brief = false }: SourceProps) {
  if (!source) return <span className="about">–</span>;
  const { registry, bucket, key, snapshot_id } = source;
  if (registry !== null) return <code>{brief ? briefly(registry) : registry}</code>;
  if (bucket === null) {
    return (
      <span>
        snapshot <Ref kind="snapshot" id={snapshot_id} />
      </span>
    );
  }
  return (
    <a href={hrefOf(`/buckets/${encodeURIComponent(bucket)}`)}>
      {bucket}/{key}
    </a>
  );
}

/** The status of an own image with its progress; of another one, whether it can be launched. */
export function ImageState({ image, live = false }: { image: Image; live?: boolean }) {
  if (isOwn(image)) {
    const { status, status_reason, progress_percent } = image;
    const progress = status === 'creating' ? `${progress_percent ?? 0} %` : null;
    return <Status status={status} task={progress} reason={status_reason} live={live} />;
  }
  if (!image.available) return 'cannot be launched now';
  const { pulled, deprecated } = image;
  return (
    <span>
      <Status status="available" />
      {!pulled && <span className="about"> · downloaded at its first launch</span>}
      {deprecated && <span className="about"> · will be withdrawn</span>}
    </span>
  );
}

interface AbsentProps {
  readonly images: readonly Image[];
  /** Whether their names lead to their pages. */
  readonly linked?: boolean;
}

/** The images that cannot be launched, folded behind one line: that has the reason, or else each of them has. */
export function Absent({ images, linked = false }: AbsentProps) {
  if (images.length === 0) return null;
  const isSame = images.every((image) => whyNot(image) === whyNot(images[0] ?? image));
  return (
    <details className="stack">
      <summary>{absenceOf(images)}</summary>
      <ul className="stack">
        {images.map((image) => (
          <li key={image.id}>
            {linked ? <a href={hrefOf(`/images/${image.id}`)}>{image.name}</a> : <strong>{image.name}</strong>}
            {!isSame && `: ${whyNot(image)}`}
          </li>
        ))}
      </ul>
    </details>
  );
}
