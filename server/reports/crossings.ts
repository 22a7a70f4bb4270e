/**
 * The rows that belong to a row and to a column of a crosstab. Each row of the sheet parts its rows among all columns once: looking for them in each cell anew
 * took nine tenths of the time of a crosstab, and grew with its width times its width (npm run bench:reports).
 */
import type { PlannedCell } from '../../model/reports/plan.ts'
import type { DataSet, Rows } from './data.ts'
import type { Member } from './members.ts'

/** Rows, by the members of a cell that expands; undefined where a row belongs to several of these. */
export type Crossings = (rows: Rows, top: Member, set: DataSet) => Rows | undefined

const NO_ROWS: Rows = []

/** Crossings of one report. @param membersOf All members of a cell, in the sheet that this member is of @param read Is told how many rows are gone through */
export function openCrossings(membersOf: (of: PlannedCell, member: Member) => Iterable<Member>, read: (rows: number) => void): Crossings {
  const owners = new Map<PlannedCell, readonly (Member | undefined)[] | undefined>()
  const parted = new WeakMap<Rows, Map<PlannedCell, ReadonlyMap<Member, number[]>>>()

  /** Whose each row is. */
  function ownersOf(of: PlannedCell, member: Member, set: DataSet): readonly (Member | undefined)[] | undefined {
    if (owners.has(of)) return owners.get(of)
    let found: (Member | undefined)[] | undefined = Array<Member | undefined>(set.count)
    for (const each of membersOf(of, member)) {
      read(each.rows?.indices.length ?? 0)
      for (const row of each.rows?.indices ?? []) {
        if (found?.[row]) found = undefined
        if (found) found[row] = each
      }
    }
    owners.set(of, found)
    return found
  }

  return (rows, top, set) => {
    let anchor: Member | undefined = top
    while (anchor && anchor.rows?.set !== set) anchor = anchor.parent
    const of = anchor?.of
    const whose = anchor && of && ownersOf(of, anchor, set)
    if (!anchor || !of || !whose) return undefined
    let ofRows = parted.get(rows)
    if (!ofRows) parted.set(rows, (ofRows = new Map()))
    let byMember = ofRows.get(of)
    if (!byMember) {
      read(rows.length)
      const made = new Map<Member, number[]>()
      for (const row of rows) {
        const owner = whose[row]
        const known = owner && made.get(owner)
        if (known) known.push(row)
        else if (owner) made.set(owner, [row])
      }
      ofRows.set(of, (byMember = made))
    }
    return byMember.get(anchor) ?? NO_ROWS
  }
}
