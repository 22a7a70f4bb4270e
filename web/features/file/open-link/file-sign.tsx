import type { FileType } from '../../../../model/file/files.ts'

/** A folder or a sheet, drawn by hand: the icons of the console are not for a page that somebody sees once. */
export function FileSign({ type }: { type: FileType }) {
  return (
    <svg className="share-sign" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {type === 'folder' ? (
        <path
          d="M3 6.500A1.500 1.500 0 0 1 4.500 5h4.300l2 2.200h8.700A1.500 1.500 0 0 1 21 8.700v8.800a1.500 1.500 0 0 1-1.500 1.500h-15A1.500 1.500 0 0 1 3 17.500Z"
          fill="currentColor"
        />
      ) : (
        <path
          d="M6 3.500h8l4.500 4.500v12.500h-12.500ZM14 3.500V8h4.500"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.500"
          strokeLinejoin="round"
        />
      )}
    </svg>
  )
}
