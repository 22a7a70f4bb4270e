/** Files as a browser uploads them. */
import type { ImportReport } from '../../server/exchange/imports/types.ts'
import type { Resource } from '../../model/resource.ts'
import type { Answer, Client } from './client.ts'
import type { sheetOf } from './workbooks.ts'
import { workbookOf } from './workbooks.ts'

export interface SentFile {
  name: string
  content: string
}
export interface Imported {
  jobId: string | null
  report: ImportReport
  file: SentFile | null
  handed: SentFile | null
}
export type ImportAnswer = Answer<Imported> & { report?: ImportReport; file?: Imported['file'] }

export async function upload<Data = unknown>(
  url: string,
  client: Pick<Client, 'token'> | undefined,
  path: string,
  file: Buffer | undefined,
  options: { name?: string; fields?: Record<string, string>; language?: string } = {},
): Promise<Answer<Data>> {
  const form = new FormData()
  for (const [name, value] of Object.entries(options.fields ?? {})) form.set(name, value)
  if (file) form.set('file', new Blob([new Uint8Array(file)]), options.name ?? 'rows.xlsx')
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    body: form,
    headers: { ...(client ? { authorization: `Bearer ${client.token}` } : {}), 'accept-language': options.language ?? 'en' },
  })
  return {
    ...((await response.json()) as Omit<Answer<Data>, 'http' | 'headers'>),
    http: response.status,
    headers: response.headers,
  } as Answer<Data>
}

export const importPath = ({ api: { base, noun } }: Resource) => `/api${base}/import${noun}`

/** Uploads rows of a sheet, the first of them the headings. */
export async function importRows(
  url: string,
  client: Pick<Client, 'token'>,
  of: Resource,
  rows: Parameters<typeof sheetOf>[0],
  fields: Record<string, string> = {},
  language = 'en',
): Promise<ImportAnswer> {
  return (await upload<Imported>(url, client, importPath(of), await workbookOf(rows), { fields, language })) as ImportAnswer
}
