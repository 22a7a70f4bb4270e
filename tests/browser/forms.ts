/** Forms for the browser to fill in, published over HTTP. */
import type { Locator, Page } from 'playwright-core'
import type { FormColumn, FormDefinition, FormField, LayoutPart } from '../../model/form/definition.ts'
import type { FieldKind } from '../../model/form/kinds.ts'
import { unique } from '../support/builders.ts'
import type { Client } from '../support/client.ts'
import type { PageOptions, Site } from './support.ts'
import { message, t } from './support.ts'

const BASE = '/api/generator/generatorform'

/** A field with the words of a language each. */
export const fieldOf = (id: string, kind: FieldKind, label: string, more: Partial<FormField> = {}): FormField => ({
  id,
  name: id,
  kind,
  labels: { en: label, zh: `${label}（中）`, tw: `${label}（繁）` },
  listed: true,
  ...more,
})
export const columnOf = (id: string, kind: FieldKind, label: string, more: Partial<FormColumn> = {}): FormColumn => {
  const { listed: _, ...column } = fieldOf(id, kind, label, more)
  return column as FormColumn
}

/** The fields below each other, where nothing else is said. */
export const formOf = (fields: readonly FormField[], layout?: readonly LayoutPart[]): FormDefinition => ({
  schema: 1,
  fields: [...fields],
  layout: [...(layout ?? fields.map(({ id }): LayoutPart => ({ part: 'field', field: id })))],
})

/** The id of a form that takes entries. */
export async function publishForm(client: Client, definition: FormDefinition): Promise<{ id: string; name: string }> {
  const name = `Form ${unique()}`
  const added = await client.post<{ id: string }>(`${BASE}/addGeneratorForm`, {
    formDescription: name,
    formContent: JSON.stringify(definition),
  })
  if (added.http !== 200) throw new Error(`the form was not added: ${added.message} ${JSON.stringify(added.errors)}`)
  const { id } = added.data
  const { data } = await client.get<{ revision: number }>(`${BASE}/queryFormDesign`, { id })
  const published = await client.post(`${BASE}/publishGeneratorForm`, { id, revision: data.revision })
  if (published.http !== 200) throw new Error(`the form was not published: ${published.message}`)
  return { id, name }
}

/** The path of a link to the form. */
export async function linkTo(client: Client, id: string, more: object = {}): Promise<string> {
  const answer = await client.post<{ url: string }>(`${BASE}/addFormLink`, { id, ...more })
  if (answer.http !== 200) throw new Error(`there is no link: ${answer.message}`)
  return answer.data.url
}

interface Kept {
  readonly id: string
  readonly entryState: string
  readonly values: Readonly<Record<string, unknown>>
}

/** The entries of a form, the newest first, with the values of their listed fields. */
export async function entriesOf(client: Client, formId: string): Promise<readonly Kept[]> {
  const { data } = await client.post<{ list: readonly Kept[] }>('/api/generator/formentry/queryEntryList', {
    formId,
    currentPage: 1,
    pageSize: 50,
  })
  return data.list
}

/** Everything of an entry. */
export async function entryOf(client: Client, id: string): Promise<Readonly<Record<string, unknown>>> {
  const { data } = await client.get<{ data: Record<string, unknown> }>('/api/generator/formentry/queryEntryToFill', { id })
  return data.data
}

/** The ways of a test that fills in forms on the site. */
export function fillingOf(site: Site) {
  const field = (page: Page, id: string): Locator => page.locator(`[data-field="${id}"]`)
  const send = (page: Page) => page.getByRole('button', { name: t('entries.send'), exact: true })
  return {
    field,
    send,
    async sendAndSee(page: Page) {
      await send(page).click()
      await message(page, /^Sent as entry/).waitFor()
    },

    /** A new entry of a form that was just published. */
    async openNew(definition: FormDefinition, options: PageOptions = {}) {
      const client = await site.client()
      const form = await publishForm(client, definition)
      const page = await site.page({ as: 'admin', ...options })
      await page.goto(`/devtool/formentry?form=${form.id}&entry=new`)
      await page.getByRole('heading', { level: 1, name: form.name }).waitFor()
      await page.locator('.fill-form').waitFor()
      return { page, client, form }
    },

    /** The only entry of the form, as it is kept. */
    async kept(client: Client, formId: string) {
      const [entry, ...more] = await entriesOf(client, formId)
      if (!entry || more.length > 0) throw new Error(`the form has ${more.length + (entry ? 1 : 0)} entries`)
      return { ...entry, data: await entryOf(client, entry.id) }
    },
  }
}
