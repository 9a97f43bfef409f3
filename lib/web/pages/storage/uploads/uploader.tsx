import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { UploadList } from './list.tsx';
import { chosen, dropped } from './tree.ts';
import { startUploads } from './uploads.ts';

interface UploaderProps {
  readonly bucket: string;
  /** Where the files go. */
  readonly folder: string;
  /** Whether the bucket lets this page put objects. */
  readonly isAllowed: boolean;
  readonly children: ReactNode;
}

/** A place where files and folders are dropped or chosen, and the uploads that came of it. */
export function Uploader({ bucket, folder, isAllowed, children }: UploaderProps) {
  const [isOver, setOver] = useState(false);
  const hover = (event: DragEvent) => {
    if (!isAllowed || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    if (!isAllowed) return;
    event.preventDefault();
    setOver(false);
    void dropped(event.dataTransfer).then((picked) => startUploads(bucket, folder, picked));
  };
  return (
    // Whoever has no pointer chooses files by the buttons.
    // biome-ignore lint/a11y/noStaticElementInteractions: what is dropped here can be chosen by a button as well
    <div
      className={isOver ? 'drop over' : 'drop'}
      onDragOver={hover}
      onDragLeave={(event) => event.currentTarget.contains(event.relatedTarget as Node | null) || setOver(false)}
      onDrop={drop}
    >
      <div className="row">
        <Choose bucket={bucket} folder={folder} isAllowed={isAllowed} />
        <Choose bucket={bucket} folder={folder} isAllowed={isAllowed} folders />
        <span className="about">or drop them here</span>
      </div>
      <UploadList bucket={bucket} />
      {children}
    </div>
  );
}

type ChooseProps = Omit<UploaderProps, 'children'> & { readonly folders?: boolean };

function Choose({ bucket, folder, isAllowed, folders = false }: ChooseProps) {
  const input = useRef<HTMLInputElement>(null);
  const title = folders ? 'Upload a folder' : 'Upload files';
  return (
    <>
      <button
        type="button"
        className={folders ? undefined : 'primary'}
        disabled={!isAllowed}
        onClick={() => input.current?.click()}
      >
        {title}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={title}
        {...(folders && { webkitdirectory: '' })}
        onChange={(event) => {
          if (event.target.files) startUploads(bucket, folder, chosen(event.target.files));
          // The same file can be chosen again.
          event.target.value = '';
        }}
      />
    </>
  );
}
