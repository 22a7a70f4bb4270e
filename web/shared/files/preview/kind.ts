/** How a file can be looked at, by what the server found in it; its name says nothing. */
import { SHOWN_PICTURES } from '../../../../model/file/files.ts'
import { MEGABYTE } from '../../../kernel/i18n/size.ts'
import type { FileRow } from '../../../../model/contract/file/disk.ts'
import { bytesOf } from '../bytes.ts'

/** What shows a file of one kind is given. */
export interface PartProps {
  readonly row: FileRow
}

export type PreviewKind = 'picture' | 'pdf' | 'text' | 'sheets' | 'audio' | 'video'

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Bytes that a tab can well hold; more is for the disk. A text is shown as far as it goes, and what is played comes part by part. */
const MAX_BYTES: Readonly<Record<PreviewKind, number>> = {
  picture: 50 * MEGABYTE,
  pdf: 100 * MEGABYTE,
  text: Infinity,
  sheets: 10 * MEGABYTE,
  audio: Infinity,
  video: Infinity,
}

/**
 * How the file can be shown. Nothing for what is only kept, such as an archive; `too-big` for what could be shown if there were less of
 * it.
 */
export function previewOf(row: Pick<FileRow, 'contentType' | 'size'>): PreviewKind | 'too-big' | undefined {
  const kind = kindOf(row.contentType)
  return kind && bytesOf(row) > MAX_BYTES[kind] ? 'too-big' : kind
}

function kindOf(type: string): PreviewKind | undefined {
  if (SHOWN_PICTURES.some((one) => one === type)) return 'picture'
  if (type === 'application/pdf') return 'pdf'
  if (type === 'text/plain') return 'text'
  if (type === WORKBOOK) return 'sheets'
  if (type.startsWith('audio/')) return 'audio'
  return type.startsWith('video/') && type !== 'video/x-msvideo' ? 'video' : undefined
}
