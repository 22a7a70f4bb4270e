/** An entry has the type of the one above it, and a type has each value once, counting those of the product. */
import { sql } from 'kysely'
import { dictionaries } from '../../../../model/index.ts'
import { Failure } from '../../../kernel/errors.ts'
import type { NewRow, Refusals, RowChange } from '../../../kernel/resources/noun-writes.ts'
import { writes } from '../../../kernel/resources/noun-writes.ts'
import { subtree } from '../../../kernel/resources/select.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { advisoryLock } from '../../../kernel/database/advisory-lock.ts'

export const dictionaryWrites = writes(dictionaries, {
  add: {
    lock: (tx) => lock(tx),
    async judge(tx, _asking, rows) {
      const places = await placesOf(tx, rows)
      return judgeFree(
        tx,
        rows.map((row, at) => ({ id: row.id, dictValue: String(row.values['dictValue']), ...(places[at] as Place) })),
      )
    },
    /** What is added below another takes its type, whatever was said. */
    async apply(tx, _asking, rows, insert) {
      const places = await placesOf(tx, rows)
      await insert(rows.map((row, at) => ({ ...row, values: { ...row.values, dictType: places[at]?.dictType } })))
    },
  },
  change: {
    async judge(tx, { t }, changes) {
      await lock(tx)
      const moves = await movesOf(tx, changes)
      const refused = new Map<number, Failure>()
      for (const [
        at,
        {
          values: { dictType },
        },
      ] of changes.entries()) {
        const { isType, dictType: type = '' } = moves[at] ?? {}
        if (isType === false && dictType !== undefined && dictType !== type) {
          refused.set(
            at,
            new Failure('dictionary.type', {
              values: { type },
              fields: [{ field: 'dictType', message: t('error.dictionary.type', { type }) }],
            }),
          )
        }
      }
      return refused.size > 0 ? refused : judgeFree(tx, moves)
    },
    /** A type that is renamed or moved takes everything below it along. */
    async apply(tx, _asking, changes, update) {
      const moves = await movesOf(tx, changes)
      const written = await update(
        changes.map((change, at) =>
          moves[at]?.isRetyped ? { ...change, values: { ...change.values, dictType: moves[at].dictType } } : change,
        ),
      )
      for (const { id, dictType, isRetyped } of moves.flatMap((move) => move ?? [])) {
        if (!isRetyped) continue
        await tx.run(
          build
            .updateTable('dictionaries')
            .set({ dict_type: dictType, updated_at: sql`now()`, version: sql`version + 1` })
            .where(sql<boolean>`id in ${subtree('dictionaries', id)}`)
            .where('id', '<>', id),
        )
      }
      return written
    },
  },
})

/** Where an entry stands: a type itself, or an entry of the type that it has from the one above it. */
interface Place {
  readonly dictType: string
  readonly isType: boolean
}
interface Placed extends Place {
  readonly id: string
  readonly dictValue: string
}

/** Two who write entries at once would not see each other's. */
function lock(tx: Transaction): Promise<void> {
  return advisoryLock(tx, `tree:${dictionaries.table}`)
}

async function entriesOf(tx: Transaction, ids: readonly unknown[]) {
  const wanted = [...new Set(ids.filter((id): id is string => typeof id === 'string' && id !== '0'))]
  if (wanted.length === 0) return new Map<string, never>()
  const rows = await tx.all(
    build
      .selectFrom('dictionaries')
      .select(['id', 'dict_type', 'dict_value', 'parent_id'])
      .where(sql<boolean>`id = any(${wanted}::uuid[])`),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Of new rows, which may stand below one another, in any order. */
async function placesOf(tx: Transaction, rows: readonly NewRow[]): Promise<readonly Place[]> {
  const entries = await entriesOf(
    tx,
    rows.map(({ values }) => values['parentId']),
  )
  const added = new Map(rows.map((row) => [row.id, row]))
  const types = new Map<string, string>()
  return rows.map((row) => {
    const way = new Set<string>()
    let at = row
    // Up to one whose type is known. Rows of a file may stand in a circle, which is found elsewhere.
    for (let above = added.get(parentOf(at)); above && !types.has(at.id) && !way.has(at.id); above = added.get(parentOf(at))) {
      way.add(at.id)
      at = above
    }
    const dictType = types.get(at.id) ?? entries.get(parentOf(at))?.dict_type ?? String(at.values['dictType'])
    for (const id of [...way, at.id]) types.set(id, dictType)
    return { dictType, isType: !entries.has(parentOf(row)) && !added.has(parentOf(row)) }
  })
}

const parentOf = ({ values }: NewRow) => String(values['parentId'])

/** Where changed entries will stand; nothing for one that is not there. */
async function movesOf(
  tx: Transaction,
  changes: readonly RowChange[],
): Promise<readonly ((Placed & { readonly isRetyped: boolean }) | undefined)[]> {
  const before = await entriesOf(
    tx,
    changes.map(({ id }) => id),
  )
  const newParent = ({ id, values }: RowChange) => ('parentId' in values ? values['parentId'] : before.get(id)?.parent_id)
  const above = await entriesOf(tx, changes.map(newParent))
  return changes.map((change) => {
    const was = before.get(change.id)
    if (!was) return undefined
    const parent = above.get(String(newParent(change)))
    const dictType = parent?.dict_type ?? String(change.values['dictType'] ?? was.dict_type)
    return {
      id: change.id,
      dictType,
      isType: !parent,
      dictValue: String(change.values['dictValue'] ?? was.dict_value),
      isRetyped: dictType !== was.dict_type,
    }
  })
}

/** The unique index of the table knows nothing of the rows of the product, which are another tenant's. */
async function judgeFree(tx: Transaction, rows: readonly (Placed | undefined)[]): Promise<Refusals> {
  const types = [...new Set(rows.flatMap((row) => row?.dictType.toLowerCase() ?? []))]
  const there = await tx.all(
    build
      .selectFrom('dictionaries')
      .select(['id', 'dict_type', 'dict_value', 'parent_id'])
      .where(sql<boolean>`lower(dict_type) = any(${types}::text[])`),
  )
  const keyOf = ({ dictType, dictValue, isType }: Omit<Placed, 'id'>) => (isType ? dictType : `${dictType}\n${dictValue}`).toLowerCase()
  const taken = new Map(
    there.map((row) => [keyOf({ dictType: row.dict_type, dictValue: row.dict_value, isType: row.parent_id === null }), row.id]),
  )
  return new Map(
    rows.flatMap((row, at): [number, Failure][] => {
      if (!row) return []
      const key = keyOf(row)
      if ((taken.get(key) ?? row.id) === row.id) {
        taken.set(key, row.id)
        return []
      }
      return [
        [
          at,
          row.isType
            ? new Failure('row.taken', { field: { name: 'dictType', label: 'field.dictionaries.dictType' } })
            : new Failure('dictionary.taken', { field: { name: 'dictValue', label: 'error.dictionary.taken' } }),
        ],
      ]
    }),
  )
}
