/** What somebody has filled in and not sent. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { EntryData } from '../../../../model/form/check-entry.ts'
import type { FormDefinition } from '../../../../model/form/definition.ts'
import { asRecord, own } from '../../../../model/form/records.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build } from '../../../kernel/database/sql.ts'
import { tenantOf } from '../../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { isStorable } from '../../../forms/index.ts'

/** Bytes of a draft as JSON. */
const MAX_DRAFT = 262_144
const NO_TASK = '00000000-0000-0000-0000-000000000000'

/** Of a start, by the key of its process, or of a task. */
export type DraftOf = { readonly key: string } | { readonly taskId: string }

const text = z.optional(z.nullable(z.string()))
const stored = z.object({
  candidate: text,
  candidates: z.optional(z.record(z.string(), z.string())),
  startTime: text,
  endTime: text,
  description: text,
  comment: text,
  data: z._default(z.record(z.string(), z.unknown()), {}),
})
export type StoredDraft = z.output<typeof stored>

const placeOf = (of: DraftOf) => ({
  definition_key: 'key' in of ? of.key.toLowerCase() : '',
  task_id: 'taskId' in of ? of.taskId : NO_TASK,
})

/** The time at which a draft was stored, in place of the one before. @throws Failure `process.draft-size` */
export async function saveDraft(tx: Transaction, { userId }: Caller, of: DraftOf, draft: StoredDraft): Promise<{ savedTime: string }> {
  const json = JSON.stringify(draft)
  if (Buffer.byteLength(json) > MAX_DRAFT || !isStorable(draft)) fail('process.draft-size')
  const row = await tx.first(
    build
      .insertInto('process_drafts')
      .values({ tenant_id: tenantOf(tx), user_id: userId, ...placeOf(of), draft: json })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'user_id', 'definition_key', 'task_id'])
          .doUpdateSet({ draft: sql`excluded.draft`, saved_at: sql`now()` }),
      )
      .returning(sql<string>`to_char(saved_at, 'YYYY-MM-DD HH24:MI:SS')`.as('saved')),
  )
  return { savedTime: row?.saved ?? fail('row.not-found') }
}

/** The draft; nothing where there is none. */
export async function draftOf(
  tx: Transaction,
  { userId }: Pick<Caller, 'userId'>,
  of: DraftOf,
): Promise<{ readonly draft: StoredDraft; readonly savedTime: string } | undefined> {
  const { definition_key, task_id } = placeOf(of)
  const row = await tx.first(
    build
      .selectFrom('process_drafts')
      .select(['draft', sql<string>`to_char(saved_at, 'YYYY-MM-DD HH24:MI:SS')`.as('saved')])
      .where('user_id', '=', userId)
      .where('definition_key', '=', definition_key)
      .where('task_id', '=', task_id),
  )
  const read = row && stored.safeParse(row.draft)
  return read?.success ? { draft: read.data, savedTime: row?.saved ?? '' } : undefined
}

/** How many were thrown away: one or none. */
export function dropDraft(tx: Transaction, { userId }: Pick<Caller, 'userId'>, of: DraftOf): Promise<number> {
  const { definition_key, task_id } = placeOf(of)
  return tx.run(
    build
      .deleteFrom('process_drafts')
      .where('user_id', '=', userId)
      .where('definition_key', '=', definition_key)
      .where('task_id', '=', task_id),
  )
}

/** What a draft says without the files that were thrown away meanwhile: what is not sent is kept for a day. */
export async function withoutGoneFiles(tx: Transaction, { fields }: FormDefinition, data: EntryData): Promise<EntryData> {
  const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
  const idOf = (file: unknown) => String(asRecord(file)['id'] ?? '').toLowerCase()
  const parts = fields.filter(({ kind }) => kind === 'files' || kind === 'pictures' || kind === 'signature')
  const named = parts.flatMap(({ id, kind }) => (kind === 'signature' ? [own(data, id)] : listed(own(data, id))).map(idOf))
  if (named.every((id) => id === '')) return data
  const rows = await tx.all(
    build
      .selectFrom('form_files')
      .select('id')
      .where(sql<boolean>`id::text = any(${named}::text[])`),
  )
  const there = new Set(rows.map(({ id }) => id))
  const kept = parts.map(({ id, kind }) => {
    const value = own(data, id)
    if (kind === 'signature') return [id, there.has(idOf(value)) ? value : undefined] as const
    return [id, Array.isArray(value) ? value.filter((file) => there.has(idOf(file))) : undefined] as const
  })
  return { ...data, ...Object.fromEntries(kept) }
}
