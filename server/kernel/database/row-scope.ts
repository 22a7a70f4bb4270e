/** Which rows of a tenant somebody sees, as a transaction takes it along (docs/decisions/0095-rights-by-row.md). */
import type { ScopedTable } from '../../../model/scoped-nouns.ts'

/** What lies in scope of one table, or of all that have no scope of their own. Ids are UUIDs. */
export interface ScopeSets {
  /** The one who asks, and the organisation they belong to; an application has none. */
  readonly oneself: string
  readonly home: string | undefined
  readonly all: boolean
  /** They see what they added themselves. */
  readonly own: boolean
  readonly organisations: readonly string[]
  /** Those of them that are seen with all below. */
  readonly trees: readonly string[]
  readonly projects: readonly string[]
  readonly sites: readonly string[]
  /** The roles that name these sites: for whatever has no scope of its own, and for this table. */
  readonly naming: readonly string[]
  readonly namingHere: readonly string[]
}

export interface RowScope {
  /** Follows the statement that takes on the role; empty for those who see every row. */
  readonly statements: string
  /** Whoever has the same one sees the same rows; empty for those who see every row. */
  readonly key: string
  /** The sets behind it: `''` of whatever has no scope of its own. Absent for those who see every row. */
  readonly sets?: Readonly<Record<ScopedTable, ScopeSets>>
}

/** For the server itself, and for those whom nothing narrows. */
export const EVERY_ROW: RowScope = { statements: '', key: '' }

/** For somebody whose scope nobody has said. */
export const NO_ROW: RowScope = { statements: `; set local app.scope = ''`, key: 'none' }

/** Whether some rows of the tenant are out of scope. */
export const isNarrowed = ({ key }: RowScope): boolean => key !== ''

/**
 * Whether rows may be out of this scope that lay in an earlier one of the same person. Also said where they belong somewhere else since: what that shows cannot be compared.
 * @param before The sets of the earlier scope; null and undefined for every row
 */
export function hasLostRows(now: RowScope, before: RowScope['sets'] | null): boolean {
  if (!isNarrowed(now)) return false
  if (!before || !now.sets) return true
  const { sets } = now
  const tables: readonly ScopedTable[] = [...new Set([...Object.keys(sets), ...Object.keys(before)])]
  return tables.some((table) => isLess(sets[table] ?? sets[''], before[table] ?? before['']))
}

function isLess(now: ScopeSets | undefined, before: ScopeSets | undefined): boolean {
  if (now?.all) return false
  if (!now || !before || before.all) return true
  if (now.oneself !== before.oneself || now.home !== before.home || (before.own && !now.own)) return true
  return (['organisations', 'trees', 'projects', 'sites'] as const).some((name) => {
    const held = new Set(now[name])
    return before[name].some((id) => !held.has(id))
  })
}

const SETTING = /^[0-9a-f,;-]*(all)?;[0-9a-f,-]*$/

/** The scope of these sets; {@link EVERY_ROW} when all of them are everything. */
export function rowScopeOf(sets: Readonly<Record<ScopedTable, ScopeSets>>): RowScope {
  const given = Object.entries(sets)
  if (given.every(([, { all }]) => all)) return EVERY_ROW
  const lines = given.map(([table, set]) => `; set local ${table === '' ? 'app.scope' : `app.scope_${table}`} = '${textOf(set)}'`).join('')
  // The database reads what the roles name; what is remembered of an answer is remembered for the sites themselves.
  return { statements: lines, key: `${lines} ${given.map(([, { sites }]) => [...sites].sort().join()).join(' ')}`, sets }
}

/** The parts, in the order of `PARTS` (row-policies.ts). */
function textOf({ oneself, home = '', all, own, organisations, trees, projects, naming, namingHere }: ScopeSets): string {
  const text = [oneself, home, own ? oneself : '', organisations, trees, projects, naming, all ? 'all' : '', namingHere]
    .map((part) => (typeof part === 'string' ? part : [...part].sort().join(',')))
    .join(';')
  if (!SETTING.test(text)) throw new TypeError('a scope is made of UUIDs')
  return text
}
