/** People who decide together about the tasks of an instance that is walked by chance: they vote, and add and take away one another. */
import { expect } from 'vitest'
import type { Group, GroupRule, Member, Vote } from '../../model/workflow/core/groups.ts'
import { GROUP_MODES, askedOf, verdictOf, withSigner, withoutSigner } from '../../model/workflow/core/groups.ts'
import type { Chance } from './process-nets.ts'
import { pick } from './process-nets.ts'

interface Deciding {
  readonly rule: GroupRule
  readonly group: Group
  /** Whose vote came last, where nobody was taken away after it. */
  readonly last?: number | undefined
}

const VOTES: readonly Vote[] = ['approve', 'approve', 'approve', 'reject', 'abstain']
const HOWS = ['before', 'parallel', 'after'] as const

export class Signers {
  readonly done = { vote: 0, add: 0, remove: 0, 'take-back': 0 }
  readonly #chance: Chance
  readonly #of = new Map<number, Deciding>()
  #next = 1

  constructor(chance: Chance) {
    this.#chance = chance
  }

  /** Somebody does something about the task of a passage; gives what it comes to. There is always somebody who can. */
  act(passage: number): 'open' | 'approved' | 'rejected' {
    const now = this.#of.get(passage) ?? this.#begin()
    const who = pick(this.#chance, this.#asked(now))
    const which = this.#chance()
    const added = now.group.find(({ added: by, vote }) => by?.by === who.id && vote === undefined)
    const without = which < 0.15 && added ? withoutSigner(now.group, added.id, who.id) : undefined
    if (without) this.#note(passage, 'remove', { ...now, group: without, last: undefined })
    else if (which < 0.4 && now.group.length < 8)
      this.#note(passage, 'add', { ...now, group: withSigner(now.group, who.id, pick(this.#chance, HOWS), (this.#next += 1)) })
    else this.#note(passage, 'vote', { ...now, group: withVote(now.group, who.id, pick(this.#chance, VOTES)), last: who.id })
    const then = this.#of.get(passage) ?? now
    const verdict = verdictOf(then.rule, then.group)
    if (verdict === 'open') this.#asked(then)
    return verdict
  }

  /** Whoever decided last takes it back: it is theirs again in the new passage, and what the others have decided stands. */
  takeBack(from: number, to: number): void {
    const was = this.#of.get(from)
    if (was?.last === undefined) return
    this.#note(to, 'take-back', { ...was, group: withVote(was.group, was.last, undefined), last: undefined })
    const now = this.#of.get(to) ?? was
    expect(verdictOf(now.rule, now.group), 'what one vote has decided is open without it').toBe('open')
    expect(this.#asked(now).map(({ id }) => id)).toContain(was.last)
  }

  #begin(): Deciding {
    const members = Array.from({ length: 1 + Math.floor(this.#chance() * 3) }, () => ({ id: (this.#next += 1), weight: 1 }))
    return { rule: { mode: pick(this.#chance, GROUP_MODES), percent: 1 + Math.floor(this.#chance() * 100) }, group: members }
  }

  #asked({ rule, group }: Deciding): Member[] {
    const asked = askedOf(rule, group)
    expect(asked.length, 'somebody can act').toBeGreaterThan(0)
    return asked
  }

  #note(passage: number, what: keyof Signers['done'], now: Deciding): void {
    this.done[what] += 1
    this.#of.set(passage, now)
  }
}

const withVote = (group: Group, id: number, vote: Vote | undefined): Group =>
  group.map((member) => (member.id === id ? { ...member, vote } : member))
