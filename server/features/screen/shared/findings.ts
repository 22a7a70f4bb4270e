/** Findings that the database knows: points and pictures that are not there for the caller, and values that are old. */
import { sql } from 'kysely'
import type { ScreenFinding } from '../../../../model/contract/screen/screens.ts'
import type { Translate } from '../../../../model/labels/index.ts'
import { findingOf, findingsOf } from '../../../../model/screens/check.ts'
import type { ScreenDocument } from '../../../../model/screens/document.ts'
import { idsIn, referencesOf } from '../../../../model/screens/references.ts'
import { statement } from '../../../acquisition/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { mayReadValues } from './points.ts'

interface Known {
  readonly id: string
  readonly stale: boolean | null
}

/**
 * All that is to be said about a document, as the caller is told it: those of the document itself first. A point that the caller does not see is gone for them,
 * whether it is there or not.
 */
export async function allFindings(tx: Transaction, caller: Caller, content: ScreenDocument): Promise<ScreenFinding[]> {
  const references = referencesOf(content)
  const [points, pictures, screens] = await Promise.all([
    pointsAmong(tx, idsIn(references, 'points')),
    idsAmong(tx, 'screen_pictures', idsIn(references, 'pictures')),
    idsAmong(tx, 'screens', idsIn(references, 'screens')),
  ])
  const tellsStale = mayReadValues(caller)
  const found = references.flatMap(({ of, id, page, widget, member }) => {
    const at = (code: ScreenFinding['code']) => [findingOf(page ?? '', widget, code, member)]
    if (of === 'points') return points.has(id) ? (tellsStale && points.get(id) === true ? at('stale') : []) : at('point-gone')
    if (of === 'pictures') return pictures.has(id) ? [] : at('picture-gone')
    return of === 'screens' && !screens.has(id) ? at('page-gone') : []
  })
  return [...findingsOf(content), ...found]
}

/** Points that the first sees and a role does not: for a preview. */
export function hiddenFor(
  content: ScreenDocument,
  page: string,
  seen: ReadonlySet<string>,
  seenByRole: ReadonlySet<string>,
): ScreenFinding[] {
  return referencesOf(content).flatMap((reference) =>
    reference.of === 'points' && reference.page === page && seen.has(reference.id) && !seenByRole.has(reference.id)
      ? [findingOf(page, reference.widget, 'point-hidden', reference.member)]
      : [],
  )
}

/** The sentence of a finding. */
export const findingText = (t: Translate, { code, detail }: ScreenFinding): string => t(`screens.finding.${code}`, { detail })

async function pointsAmong(tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, boolean | null>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.all(
    statement(sql<Known>`
      select p.id, told.time < now() - make_interval(secs => p.stale_seconds) as stale from points p
      left join point_states told on told.tenant_id = p.tenant_id and told.series = p.series where p.id = any(${[...ids]}::uuid[])`),
  )
  return new Map(rows.map(({ id, stale }) => [id, stale]))
}

async function idsAmong(tx: Transaction, table: 'screen_pictures' | 'screens', ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tx.all(statement(sql<{ id: string }>`select id from ${sql.table(table)} where id = any(${[...ids]}::uuid[])`))
  return new Set(rows.map(({ id }) => id))
}
