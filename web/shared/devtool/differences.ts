/** What two states of a form differ in, field by field: shown before publishing, and between versions. */
import { isAlike } from '../panels/alike.ts'
import type { FormColumn, FormDefinition, Texts } from '../../../model/form/definition.ts'

export interface Difference {
  readonly what: 'added' | 'removed' | 'changed' | 'layout' | 'print'
  /** What the field or column is called; absent where it is about the page. */
  readonly labels?: Texts
  /** The table that the column stands in. */
  readonly table?: Texts
  /** Of a changed one, what is said of it otherwise. */
  readonly members?: readonly string[]
}

interface Standing {
  readonly part: FormColumn
  readonly table?: Texts
}

/** What the later state has that the earlier one has not, what it lacks and what it says otherwise; empty where they are the same. */
export function differencesOf(before: FormDefinition, after: FormDefinition): Difference[] {
  const [old, now] = [standingIn(before), standingIn(after)]
  const labelled = ({ part, table }: Standing) => ({ labels: part.labels, ...(table ? { table } : {}) })
  const found: Difference[] = []
  for (const [id, standing] of now) {
    const was = old.get(id)
    if (!was) found.push({ what: 'added', ...labelled(standing) })
    else {
      const members = membersChanged(was.part, standing.part)
      if (members.length > 0) found.push({ what: 'changed', ...labelled(standing), members })
    }
  }
  for (const [id, standing] of old) if (!now.has(id)) found.push({ what: 'removed', ...labelled(standing) })
  if (!isAlike(before.layout, after.layout) || !isAlike(order(before), order(after))) found.push({ what: 'layout' })
  if (!isAlike(before.print, after.print)) found.push({ what: 'print' })
  return found
}

const order = ({ fields }: FormDefinition) => fields.map(({ id, columns }) => [id, (columns ?? []).map((column) => column.id)])

function standingIn({ fields }: FormDefinition): Map<string, Standing> {
  const found = new Map<string, Standing>()
  for (const field of fields) {
    found.set(field.id, { part: field })
    for (const column of field.columns ?? []) found.set(column.id, { part: column, table: field.labels })
  }
  return found
}

/** The members that one of the two says otherwise. Columns are compared by themselves. */
function membersChanged(before: FormColumn, after: FormColumn): string[] {
  const [one, other] = [before, after] as unknown as [Record<string, unknown>, Record<string, unknown>]
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].filter((name) => name !== 'columns' && !isAlike(one[name], other[name]))
}
