/** What is published of a limit set: versions that nobody changes any more (a trigger of the database refuses it). */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/acquisition/limit-sets.ts'
import { STAGES_OF_KIND } from '../../../../model/acquisition/curing.ts'
import type { RunKind } from '../../../../model/acquisition/curing.ts'
import type { KeptLimit } from '../../../../model/acquisition/published-limits.ts'
import { inLanguage, keptLimits } from '../../../../model/acquisition/published-limits.ts'
import { limitSets } from '../../../../model/index.ts'
import { seesLimits } from '../../../acquisition/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import { newId } from '../../../kernel/ids.ts'
import { personIn, seesPeople } from '../../../kernel/resources/people.ts'

/** Clauses of a version: each of them is worked out of all that was measured of a run. */
const MAX_ITEMS = 100

export const publishLimitSet = implement(contract.publishLimitSet, {
  access: 'granted',
  summary: 'Publish what is written of a limit set as its next version, which is never changed',
  of: limitSets,
  async handle({ input: { id, version }, caller, inTenant }) {
    return inTenant(async (tx) => {
      const set = await tx.first(
        build.selectFrom('limit_sets').select(['set_kind', 'set_version', 'version']).where('id', '=', id).forUpdate(),
      )
      if (!set) return fail('row.not-found')
      if (version !== undefined && version !== set.version) return fail('row.changed')
      const items = await readDraft(tx, id)
      if (items.length === 0) return fail('limits.empty')
      if (items.length > MAX_ITEMS) return fail('limits.too-many', { values: { count: items.length, most: MAX_ITEMS } })
      assertStages(items, set.set_kind as RunKind)
      const setVersion = (set.set_version ?? 0) + 1
      await tx.run(
        build.insertInto('limit_set_versions').values({
          tenant_id: caller.tenantId,
          id: newId(),
          limit_set_id: id,
          set_version: setVersion,
          items: JSON.stringify(keptLimits.parse(items)),
          published_by: caller.client?.id === caller.userId ? null : caller.userId,
        }),
      )
      await tx.run(
        build
          .updateTable('limit_sets')
          .set({
            set_version: setVersion,
            published_at: sql<string>`now()`,
            updated_at: sql<Date>`now()`,
            version: sql<number>`version + 1`,
          })
          .where('id', '=', id),
      )
      return { setVersion }
    })
  },
})

async function readDraft(tx: Transaction, id: string): Promise<KeptLimit[]> {
  const rows = await tx.all(build.selectFrom('limit_items').selectAll().where('limit_set_id', '=', id).orderBy('item_order').orderBy('id'))
  return rows.map((row) => ({
    id: row.id,
    clause: row.item_clause,
    texts: { zh: row.clause_zh, tw: row.clause_tw ?? '', en: row.clause_en ?? '' },
    measure: row.item_measure,
    role: row.item_role,
    minusRole: row.item_measure === 'difference' ? row.minus_role : null,
    stage: row.item_stage,
    low: row.low,
    high: row.high,
    unit: row.unit ?? '',
    toleratedSeconds: row.tolerated_seconds ?? 0,
    severity: row.item_severity,
  }))
}

/** @throws Failure `limits.stage` for a stage that the kind of curing does not have: its clause could never be judged */
function assertStages(items: readonly KeptLimit[], kind: RunKind): void {
  const odd = items.find(({ stage }) => stage !== null && !STAGES_OF_KIND[kind].includes(stage))
  if (odd?.stage) fail('limits.stage', { field: { name: 'itemStage', label: 'field.limit-items.itemStage' }, values: { stage: odd.stage } })
}

export const queryLimitSetVersion = implement(contract.queryLimitSetVersion, {
  access: 'granted',
  summary: 'The published versions of a limit set with their clauses, the newest first',
  of: limitSets,
  async handle({ input: { id }, caller, inTenant, request }) {
    if (!seesLimits(caller)) fail('permission.withheld')
    const language = languageOfRequest(request)
    const rows = await inTenant(async (tx) => {
      if (!(await tx.first(build.selectFrom('limit_sets').select('id').where('id', '=', id)))) fail('row.not-found')
      return tx.all(
        build
          .selectFrom('limit_set_versions as version')
          .leftJoin('users as person', (on) =>
            on.onRef('person.tenant_id', '=', 'version.tenant_id').onRef('person.id', '=', 'version.published_by'),
          )
          .select(['version.set_version', 'version.published_at', 'version.items', personIn(caller, 'person').as('who')])
          .select(
            sql<number>`(select count(*)::integer from runs where runs.tenant_id = version.tenant_id and runs.limit_version_id = version.id)`.as(
              'runs',
            ),
          )
          .where('version.limit_set_id', '=', id)
          .orderBy('version.set_version', 'desc'),
      )
    })
    const seesName = seesPeople(caller)
    return {
      list: rows.map((row) => ({
        setVersion: row.set_version,
        publishedAt: row.published_at.getTime(),
        publishedBy: seesName ? row.who : null,
        runs: row.runs,
        items: keptLimits.parse(row.items).map((limit) => inLanguage(limit, language)),
      })),
    }
  },
})
