const paths = {
  back: 'M10 4L6 8l4 4',
  close: 'M4 4l8 8M12 4l-8 8',
  copy: 'M6 6h7v8H6zM3 10V2h7',
  down: 'M4 6l4 4 4-4',
  find: 'M11 11l3 3M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10z',
  fold: 'M8 4L4 8l4 4M12 4L8 8l4 4',
  menu: 'M2 4h12M2 8h12M2 12h12',
  more: 'M3 8h.01M8 8h.01M13 8h.01',
} as const;

/** A line drawing of 16 pixels in the colour of the text. What it means is said beside it. */
export function Icon({ name }: { name: keyof typeof paths }) {
  return <Drawing path={paths[name]} width={name === 'more' ? 2.4 : 1.5} />;
}

interface DrawingProps {
  /** On 16 by 16 pixels. */
  readonly path: string;
  /** Of its lines. */
  readonly width?: number;
  readonly className?: string;
}

/** A line drawing in the colour of the text: 16 pixels wide, or as its class has it. */
export function Drawing({ path, width = 1.5, className = 'icon' }: DrawingProps) {
  return (
    <svg
      className={className}
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth={width}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
