/** Which entries are chosen, and where the keyboard is: as in the file managers of desktops. */

export interface Selection {
  readonly ids: ReadonlySet<string>
  /** Where a range begins. */
  readonly anchor: string | undefined
  /** The entry that has, or would get, the keyboard. */
  readonly focus: string | undefined
}

export interface Keys {
  readonly shift: boolean
  /** Control, or Command on a Mac. */
  readonly ctrl: boolean
}

export const nothingChosen: Selection = { ids: new Set(), anchor: undefined, focus: undefined }

/** The selection of this entry alone. */
export const only = (id: string): Selection => ({ ids: new Set([id]), anchor: id, focus: id })

/** The selection with this entry, or without it where it was chosen. */
export function toggle({ ids }: Selection, id: string): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id, focus: id }
}

/** From where the range begins to this entry. */
export function extend(now: Selection, order: readonly string[], id: string): Selection {
  const anchor = now.anchor !== undefined && order.includes(now.anchor) ? now.anchor : id
  const [from, to] = [order.indexOf(anchor), order.indexOf(id)].sort((a, b) => a - b) as [number, number]
  return { ids: new Set(order.slice(from, to + 1)), anchor, focus: id }
}

/** A click: alone, with Shift up to here, with Control this one as well or no longer. */
export function clicked(now: Selection, order: readonly string[], id: string, { shift, ctrl }: Keys): Selection {
  if (shift) return extend(now, order, id)
  return ctrl ? toggle(now, id) : only(id)
}

/** The keyboard goes to another entry: it is chosen, with Shift all up to there, with Control none but looked at. */
export function moved(now: Selection, order: readonly string[], to: string, { shift, ctrl }: Keys): Selection {
  if (shift) return extend(now, order, to)
  return ctrl ? { ...now, focus: to } : only(to)
}

/** The selection of all that is listed. */
export const all = (now: Selection, order: readonly string[]): Selection => ({ ...now, ids: new Set(order), focus: now.focus ?? order[0] })

/** The selection without what is no longer listed. */
export function within(now: Selection, order: readonly string[]): Selection {
  const known = new Set(order)
  const ids = new Set([...now.ids].filter((id) => known.has(id)))
  const kept = (id: string | undefined) => (id !== undefined && known.has(id) ? id : undefined)
  return { ids, anchor: kept(now.anchor), focus: kept(now.focus) }
}

/** Where an arrow leads in entries that lie `across` beside each other; a list has one. */
export function neighbour(key: string, at: number, count: number, across: number): number | undefined {
  if (count === 0) return undefined
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: across > 1 ? 1 : 0,
    ArrowLeft: across > 1 ? -1 : 0,
    ArrowDown: across,
    ArrowUp: -across,
  }
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = steps[key]
  if (!step) return undefined
  if (at < 0) return 0
  const to = at + step
  // Below the last full line the last entry is the nearest.
  if (to >= count) return key === 'ArrowDown' && Math.floor(at / across) < Math.floor((count - 1) / across) ? count - 1 : at
  return to < 0 ? at : to
}
