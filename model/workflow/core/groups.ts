/**
 * People who decide together about one task: what their votes come to, and whose turn it is. One activity with a row for each of them, and not
 * one token for each, so that adding somebody, leaving and returning touch one place.
 */

export const GROUP_MODES = ['all', 'any', 'ratio', 'sequential'] as const
export type GroupMode = (typeof GROUP_MODES)[number]

export interface GroupRule {
  readonly mode: GroupMode
  /** Of a ratio: the part of the weight that has to approve, in percent, rounded up to whole weight. */
  readonly percent?: number | undefined
}

export type Vote = 'approve' | 'reject' | 'abstain'

export interface Member {
  readonly id: number
  /** A whole number above 0. */
  readonly weight: number
  readonly vote?: Vote | undefined
  /**
   * Who was added by another member: `before`, to advise, and the other one decides after that; `parallel`, as one more; `after`, as one more whose
   * turn comes once the other one has decided.
   */
  readonly added?: { readonly by: number; readonly how: 'before' | 'parallel' | 'after' } | undefined
}

/** In the order of their turns. */
export type Group = readonly Member[]
export type Verdict = 'open' | 'approved' | 'rejected'

/** Advisers are heard and do not count. */
const counts = ({ added }: Member): boolean => added?.how !== 'before'

/**
 * What the votes come to so far. It is open as long as both are possible: a rejection is a vote, and the group fails once its quota can no longer be
 * reached. Who abstains is not counted among those whose part is asked for; where everybody does, nothing was approved.
 */
export function verdictOf({ mode, percent = 100 }: GroupRule, group: Group): Verdict {
  const counted = group.filter(counts)
  const weightOf = (votes: readonly (Vote | undefined)[]) =>
    counted.reduce((sum, { weight, vote }) => (votes.includes(vote) ? sum + weight : sum), 0)
  const [approved, rejected, waiting] = [weightOf(['approve']), weightOf(['reject']), weightOf([undefined])]
  const needed = (whole: number) => (mode === 'any' ? 1 : Math.max(1, mode === 'ratio' ? Math.ceil((whole * percent) / 100) : whole))
  // Those who still wait may abstain: what is needed then is the least, and what it may be the most.
  if (approved >= needed(approved + rejected + waiting)) return isNextAsked(group) ? 'open' : 'approved'
  return canStillApprove(approved, rejected, waiting, needed) ? 'open' : 'rejected'
}

/** Whether somebody is next in line whom one who has decided asked for after themselves: what is enough without them is not done before them. */
const isNextAsked = (group: Group): boolean =>
  group.some(({ vote, added }) => {
    const by = added?.how === 'after' && vote === undefined ? group.find(({ id }) => id === added.by) : undefined
    return by?.vote !== undefined
  })

/** The best that can come: everybody who waits approves. Abstaining never helps more than approving does. */
const canStillApprove = (approved: number, rejected: number, waiting: number, needed: (whole: number) => number): boolean =>
  waiting > 0 && approved + waiting >= needed(approved + rejected + waiting)

/** The members who can act now: of whom nothing is waited for. While a group is open there is somebody (groups.test.ts). */
export function askedOf({ mode }: GroupRule, group: Group): Member[] {
  const byId = new Map(group.map((member) => [member.id, member]))
  const isAdvised = ({ id }: Member) => !group.some(({ added, vote }) => added?.how === 'before' && added.by === id && vote === undefined)
  const isNext = (member: Member, at: number) => {
    const { added } = member
    if (added?.how === 'before') return true
    if (added?.how === 'after' && byId.get(added.by)?.vote === undefined && byId.has(added.by)) return false
    return mode !== 'sequential' || group.slice(0, at).every((earlier) => !counts(earlier) || earlier.vote !== undefined)
  }
  return group.filter((member, at) => member.vote === undefined && isAdvised(member) && isNext(member, at))
}

/** Members in the order of their turns, from the order in which they came: who was added stands beside whoever added them. */
export function inOrder(members: readonly Member[]): Group {
  const group: Member[] = []
  for (const member of members) {
    const at = group.findIndex(({ id }) => id === member.added?.by)
    if (at < 0) group.push(member)
    else group.splice(member.added?.how === 'before' ? at : at + 1, 0, member)
  }
  return group
}

/** The group with somebody added by a member who has not voted. @throws RangeError where the member is not there or has voted */
export function withSigner(group: Group, by: number, how: 'before' | 'parallel' | 'after', id: number, weight = 1): Group {
  const at = group.findIndex((member) => member.id === by)
  if (at < 0 || group[at]?.vote !== undefined) throw new RangeError('only who is asked can add somebody')
  const place = how === 'before' ? at : at + 1
  return [...group.slice(0, place), { id, weight, added: { by, how } }, ...group.slice(place)]
}

/** The group without somebody; nothing where that cannot be: one who has voted, who was not added by `by`, or the last who counts. */
export function withoutSigner(group: Group, id: number, by: number): Group | undefined {
  const gone = group.find((member) => member.id === id)
  if (!gone || gone.vote !== undefined || gone.added?.by !== by) return undefined
  // Those whom the one who leaves has added were asked for by nobody any more.
  const leaving = new Set([id])
  for (let grows = true; grows;) {
    grows = false
    for (const { id: other, added, vote } of group)
      if (added && leaving.has(added.by) && !leaving.has(other) && vote === undefined) {
        leaving.add(other)
        grows = true
      }
  }
  const staying = group.filter((member) => !leaving.has(member.id))
  return staying.some(counts) ? staying : undefined
}
