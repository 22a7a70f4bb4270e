/** What is filled in, as the blocks of a paper: in the reader's language, by the tenant's clock, with its pictures. */
import { buffer } from 'node:stream/consumers'
import type { EntryData } from '../../model/form/check-entry.ts'
import { checkEntry, conditionsOf } from '../../model/form/check-entry.ts'
import type { FormDefinition, FormField } from '../../model/form/definition.ts'
import { valueText } from '../../model/form/value-text.ts'
import type { Language } from '../../model/language.ts'
import type { Translate } from '../../model/labels/index.ts'
import type { Block, Picture } from '../documents/index.ts'
import type { Blobs } from '../storage/index.ts'
import type { Caller } from '../kernel/authorization/caller.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { wordsOfHtml } from '../kernel/resources/rich-text.ts'
import type { FileOwner } from './bind-files.ts'
import { membersOf } from './dictionaries.ts'
import { namesIn } from './names.ts'
import { blocksOf } from './printed-form.ts'

/** Bytes of the pictures of one paper; of what is beyond only the names stand there. */
const MAX_PICTURES = 40 * 1024 ** 2

interface Reader {
  readonly caller: Caller
  readonly language: Language
  readonly t: Translate
  readonly blobs: Blobs
}

interface Shown {
  /** Of the fields that are seen. */
  readonly definition: FormDefinition
  readonly data: EntryData
  readonly owner: FileOwner
  /** The clock, in milliseconds since 1970. */
  readonly now: number
}

/** The blocks of a form that is filled in, of what its reader sees of it. */
export async function blocksOfValues(tx: Transaction, { caller, language, t, blobs }: Reader, shown: Shown): Promise<Block[]> {
  const { definition, data, now } = shown
  const zone = await tx.timeZone()
  // By what is seen alone: a heading that stands there because of a hidden value would tell it.
  const context = { now, zone, mayWrite: () => true, before: data, isDraft: true }
  const checked = checkEntry(definition, data, context)
  const names = await namesIn(tx, caller, definition, [data])
  const members = new Map((await membersOf(tx, definition, language)).map(({ type, value, label }) => [`${type} ${value}`, label]))
  const wording = { language, t, zone, names, words: (type: string, value: string) => members.get(`${type} ${value}`) }
  const pictures = await picturesOf(tx, blobs, shown)
  return blocksOf(
    definition,
    { language, t },
    {
      data,
      textOf: (part, value) => (part.kind === 'rich-text' ? wordsOfHtml(valueText(part, value, wording)) : valueText(part, value, wording)),
      isShown: ({ id }) => checked.fields.has(id) || data[id] !== undefined,
      holds: conditionsOf(definition, checked.data, context),
      pictures: ({ id }) => pictures.get(id) ?? [],
    },
  )
}

/** The pictures and signatures of the fields that are seen, one after the other, as many as a paper may have. */
async function picturesOf(
  tx: Transaction,
  blobs: Blobs,
  { definition: { fields }, data, owner }: Shown,
): Promise<ReadonlyMap<string, Picture[]>> {
  const wanted = fields.filter(({ kind, id }) => (kind === 'pictures' || kind === 'signature') && data[id] !== undefined)
  const found = new Map<string, Picture[]>()
  if (wanted.length === 0) return found
  const files = await tx.all(
    build.selectFrom('form_files').select(['id', 'field_id', 'file_name', 'size', 'blob_id']).where(owner.by, '=', owner.id),
  )
  const byId = new Map(files.map((file) => [file.id, file]))
  let left = MAX_PICTURES
  for (const field of wanted) {
    const pictures: Picture[] = []
    for (const id of idsOf(field, data[field.id])) {
      const file = byId.get(id)
      if (!file || file.field_id !== field.id) continue
      const isWithin = Number(file.size) <= left
      if (isWithin) left -= Number(file.size)
      pictures.push({ name: file.file_name, ...(isWithin ? { bytes: await buffer((await blobs.open(tx, file.blob_id)).stream) } : {}) })
    }
    found.set(field.id, pictures)
  }
  return found
}

const idsOf = ({ kind }: FormField, value: unknown): string[] =>
  (kind === 'signature' ? [value] : Array.isArray(value) ? value : []).map((file) => String(Object(file)['id' as keyof object]))
