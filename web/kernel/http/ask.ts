/** Calls by contract (model/contract/): method, path and types come from there. */
import type { Contract, InputOf, OutputOf } from '../../../model/contract/contract.ts'
import type { CallOptions, Query, Saved } from './api.ts'
import { call } from './api.ts'
import { urlOf } from './url.ts'

/** How to call, beside what is sent. */
export interface AskOptions extends Pick<CallOptions, 'limit' | 'headers' | 'signal' | 'quiet' | 'ownsSession'> {
  /** A query string (`?…`) that goes along as it stands: what was written twice goes twice, and is the server's to refuse. */
  readonly search?: string
}

export { urlOf }

/** The answer to a call: `data` of the envelope. @throws ApiError, or the AbortError of the given signal */
export function ask<Declared extends Contract>(
  contract: Declared,
  input: InputOf<Declared>,
  { search = '', ...options }: AskOptions = {},
): Promise<OutputOf<Declared>> {
  return call<OutputOf<Declared>>(contract.method, urlOf(contract) + search, { ...options, ...sentAs(contract, input) })
}

/** The file that a call answers with. */
export function askFile<Declared extends Contract>(
  contract: Declared,
  input: InputOf<Declared>,
  options: Omit<AskOptions, 'search'> = {},
): Promise<Saved> {
  return call<Saved>(contract.method, urlOf(contract), { ...options, ...sentAs(contract, input), file: true })
}

/** The file behind an address that the server gave, such as that of a picture. */
export const fileAt = (address: string, options: AskOptions = {}): Promise<Saved> => call<Saved>('GET', address, { ...options, file: true })

/** A document behind an address, which comes without an envelope. */
export const documentAt = <Document>(address: string, options: AskOptions = {}): Promise<Document> =>
  call<Document>('GET', address, { ...options, document: true })

function sentAs({ method, send = method === 'GET' ? 'query' : 'json' }: Contract, input: unknown): CallOptions {
  switch (send) {
    case 'json':
      return { json: input }
    case 'query':
      return { query: input as Query }
    case 'form':
      return { form: input as Query }
    case 'parts':
      return { parts: partsOf(input as Readonly<Record<string, unknown>>) }
  }
}

/** The file goes last, under its own name: the server reads what it has been told before it. */
export function partsOf({ file, ...fields }: Readonly<Record<string, unknown>>): FormData {
  const parts = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined && value !== '') parts.set(name, String(value))
  parts.set('file', file as File)
  return parts
}
