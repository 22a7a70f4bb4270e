/** Forms for tests: definitions of a few fields, made, published and filled in by the calls of the product. */
import { expect } from 'vitest'
import type { FormDefinition, FormField } from '../../model/form/definition.ts'
import type { Answer, Client } from './client.ts'
import { unique } from './builders.ts'

export const FORM = '/api/generator/generatorform'
export const ENTRY = '/api/generator/formentry'
export const LINK = '/api/generator/formlink'

/** A field whose label says its id in three languages. */
export const aField = (id: string, kind: FormField['kind'], more: Partial<FormField> = {}): FormField => ({
  id,
  name: id,
  kind,
  labels: { zh: `字段${id}`, tw: `欄位${id}`, en: `Field ${id}` },
  ...more,
})

export const aForm = (...fields: FormField[]): FormDefinition => ({
  schema: 1,
  fields,
  layout: fields.map(({ id }) => ({ part: 'field', field: id })),
})

/** The data of an answer that has to be one. */
export function dataOf<Data>(answer: Answer<unknown>): Data {
  expect(answer.http, JSON.stringify(answer)).toBe(200)
  return answer.data as Data
}

export interface BuiltForm {
  readonly id: string
  readonly description: string
  readonly version: number
}

/** A new form with this draft. */
export async function draftForm(client: Client, definition: FormDefinition, description = `form ${unique()}`): Promise<{ id: string }> {
  return dataOf(await client.post(`${FORM}/addGeneratorForm`, { formDescription: description, formContent: JSON.stringify(definition) }))
}

/** The form as it is published next. */
export async function publish(client: Client, id: string): Promise<number> {
  const { revision } = dataOf<{ revision: number }>(await client.get(`${FORM}/queryFormDesign`, { id }))
  return dataOf<{ formVersion: number }>(await client.post(`${FORM}/publishGeneratorForm`, { id, revision })).formVersion
}

/** A new form of these fields that takes entries. */
export async function buildForm(client: Client, definition: FormDefinition): Promise<BuiltForm> {
  const description = `form ${unique()}`
  const { id } = await draftForm(client, definition, description)
  return { id, description, version: await publish(client, id) }
}

export interface KeptEntry {
  readonly id: string
  readonly entryNumber: number
  readonly entryState: string
  readonly revision: number
}

export const submit = (client: Client, form: BuiltForm, data: object, more: object = {}): Promise<Answer<KeptEntry>> =>
  client.post(`${ENTRY}/submitFormEntry`, { formId: form.id, formVersion: form.version, data, ...more })

export const save = (client: Client, form: BuiltForm, data: object, more: object = {}): Promise<Answer<KeptEntry>> =>
  client.post(`${ENTRY}/saveFormEntry`, { formId: form.id, formVersion: form.version, data, ...more })

/** An entry that was sent. */
export const sent = async (client: Client, form: BuiltForm, data: object): Promise<KeptEntry> => dataOf(await submit(client, form, data))

export interface Listed {
  readonly columns: { id: string }[]
  readonly list: { id: string; entryNumber: number; entryState: string; owner: string | null; values: Record<string, unknown> }[]
  readonly names: Record<string, string>
  readonly total: number
}

export const listOf = (client: Client, form: BuiltForm, query: object = {}): Promise<Answer<Listed>> =>
  client.post(`${ENTRY}/queryEntryList`, { formId: form.id, ...query })

/** What a fault of an answer is about, and which it is. */
export const faultsIn = (answer: Answer<unknown>): [string, unknown][] =>
  (answer.errors ?? []).map((error): [string, unknown] => [error.field, (error as { code?: unknown }).code])
