/** Copies of cells by position: which one stands so many before another, or is the second within its parent. */
import type { Step } from '../../model/reports/coordinates.ts'
import type { PlannedCell } from '../../model/reports/plan.ts'
import type { Scalar } from './data.ts'
import type { Copy, Member } from './members.ts'
import { memberOf } from './members.ts'

type ByName = ReadonlyMap<string, PlannedCell>

/**
 * The same copy with the members that these steps lead to; undefined where there is none. Of a cell with which it does not repeat, see {@link stands}.
 * @param chain The cells with which the one repeats that is looked for
 */
export function moved(copy: Copy, steps: readonly Step[], byName: ByName, chain: readonly PlannedCell[]): Copy | undefined {
  let { left, top }: { left: Member; top: Member } = copy
  for (const step of steps) {
    const of = byName.get(step.cell)
    const isDown = of?.cell.expand === 'down'
    const found = of && movedMember(isDown ? left : top, of, step, chain)
    if (!found) return undefined
    if (isDown) left = found
    else top = found
  }
  return { ...copy, left, top }
}

/** Within the member that a step leads to, those below it are the ones with the same values: of the year before, the same month. */
function movedMember(member: Member, of: PlannedCell, { by, count }: Step, chain: readonly PlannedCell[]): Member | undefined {
  const from = memberOf(member, of)
  if (from.of !== of) return member
  let found = from.parent?.inner.get(of)?.[by === 'offset' ? from.at + count : count - 1]
  const below: Member[] = []
  for (let at = member; at !== from; at = at.parent as Member) below.unshift(at)
  for (const each of below.filter((one) => chain.includes(one.of as PlannedCell)))
    found = found && sameBelow(found.inner.get(each.of as PlannedCell) ?? [], each)
  return found
}

const byValue = new WeakMap<readonly Member[], ReadonlyMap<Scalar, Member>>()

/** The first of these members with the value of another one. Each copy of a formula asks, so they are gone through once for all of them. */
function sameBelow(members: readonly Member[], { value }: Member): Member | undefined {
  let known = byValue.get(members)
  if (!known) byValue.set(members, (known = new Map(members.toReversed().map((each) => [each.value.value, each]))))
  return known.get(value.value)
}

/** Whether a copy is at the positions that steps name. */
export const stands = ({ left, top }: Copy, steps: readonly Step[], byName: ByName): boolean =>
  steps.every(({ cell, by, count }) => {
    const of = byName.get(cell)
    const member = memberOf(of?.cell.expand === 'down' ? left : top, of)
    return by === 'offset' || member.of !== of || member.at === count - 1
  })
