/** Where a form has from what it does not hold itself. The page that shows it gives them: that of the console, that of outsiders, or the preview. */
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

export interface UploadOptions {
  /** The id of the field. */
  readonly field: string
  /** From 0 to 1, as it goes on. */
  readonly onProgress: (part: number) => void
  readonly signal: AbortSignal
}

export interface FormSources {
  /** Tells the answers of these sources from those of others, where answers are remembered. */
  readonly key: string
  /** Whether rows of the product can be named: by whoever is signed in. They are looked for by the calls of their nouns. */
  readonly namesRows: boolean
  /** The name of a row that a value names, as far as it is known. */
  readonly nameOf?: ((id: string) => string | undefined) | undefined
  /** The entries of a dictionary. */
  readonly dictionary: (type: string) => Promise<readonly Option[]>
  /** Keeps a file for the entry. @throws ApiError with a sentence for people, or an AbortError */
  readonly upload: (file: File, options: UploadOptions) => Promise<EntryFile>
  /** The content of a file of the entry. Absent where files cannot be had back; then those just brought are shown alone. @throws ApiError */
  readonly contentOf?: ((file: { readonly id: string }) => Promise<Blob>) | undefined
  /** The newest reading of a point; undefined where it has none yet. Absent where nobody may see any. @throws ApiError */
  readonly newest?: ((point: string) => Promise<EntryReading | undefined>) | undefined
  /** Megabytes that a file has to be smaller than. */
  readonly maxMegabytes: number
}
