/** Hands a file to the browser, which keeps it where it keeps downloads. */
import type { Contract, InputOf } from '../../../../model/contract/contract.ts'
import { downloadJob } from '../../../../model/contract/exchange/jobs.ts'
import type { Saved } from '../../http/api.ts'
import { askFile } from '../../http/ask.ts'

/** Milliseconds: a backup may be large and the line slow. */
const LIMIT = 3_600_000

/** Hands a file to the browser, which saves it under its name. */
export function saveFile({ name, content }: Saved): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Fetches a file that may be large, and hands it on. @throws ApiError, of which people have been told. */
export async function fetchFile<Declared extends Contract>(contract: Declared, input: InputOf<Declared>): Promise<void> {
  saveFile(await askFile(contract, input, { limit: LIMIT }))
}

/** A file that may be large, or the job that will make it, which the export centre shows (RFC 7240). @throws ApiError, of which people have been told. */
export const fetchFileOrJob = <Declared extends Contract>(
  contract: Declared,
  input: InputOf<Declared>,
): Promise<Saved | { readonly jobId: string; readonly queued: true }> =>
  askFile(contract, input, { limit: LIMIT, headers: { Prefer: 'respond-async' } })

/** The file that one of one's jobs has made. */
export const fetchJobFile = (id: string) => fetchFile(downloadJob, { id })
