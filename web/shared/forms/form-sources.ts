/** Where a form has from what it does not hold itself. The page that shows it gives them: that of the console, that of outsiders, or the preview. */
import type { NamedNoun } from '../../../model/form/kinds.ts'
import type { Choice } from '../../../model/wire.ts'
import type { Option } from '../../ui/options.ts'

/** A file of an entry, as the entry keeps it. */
export interface EntryFile {
  readonly id: string
  readonly name: string
}

/** A reading as an entry keeps it: value, quality (OPC) and time of a point. */
export interface EntryReading {
  readonly point: string
  readonly value: number | null
  readonly quality: number
  readonly at: string
}

/** What is chosen as files: the kinds of field that take some. */
export type FileKind = 'files' | 'pictures' | 'signature'

export interface UploadOptions {
  readonly field: string
  readonly kind: FileKind
  /** From 0 to 1, as it goes on. */
  readonly onProgress: (part: number) => void
  readonly signal: AbortSignal
}

export interface FormSources {
  /** Rows of a noun whose names have the keyword, or those with the ids, comma-joined. Absent where nobody may choose any. */
  readonly rows?: ((noun: NamedNoun, query: { keyword: string } | { id: string }) => Promise<readonly Choice[]>) | undefined
  /** The entries of a dictionary. */
  readonly dictionary: (type: string) => Promise<readonly Option[]>
  /** Keeps a file for the entry. @throws ApiError, or an AbortError */
  readonly upload: (file: File, options: UploadOptions) => Promise<EntryFile>
  /** An address at which the browser shows the picture; undefined where there is none for this person. */
  readonly pictureOf: (file: { readonly id: string }) => Promise<string | undefined>
  /** Hands the file to the browser to keep. Absent where files cannot be had back. */
  readonly download?: ((file: EntryFile) => Promise<void>) | undefined
  /** The newest reading of a point; undefined where it has none yet. Absent where nobody may see any. */
  readonly newest?: ((point: string) => Promise<EntryReading | undefined>) | undefined
  /** Whether rich text takes pictures, which are kept as files of whoever writes. */
  readonly takesPictures?: boolean | undefined
}
