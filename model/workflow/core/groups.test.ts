/** People who decide together: what their votes come to, whose turn it is, and that a group which is open always waits for somebody who can act. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Group, GroupRule, Vote } from './groups.ts'
import { GROUP_MODES, askedOf, inOrder, verdictOf, withSigner, withoutSigner } from './groups.ts'

/** `+` approves, `-` rejects, `o` abstains, `?` has not voted. */
const voteOf: Readonly<Record<string, Vote | undefined>> = { '+': 'approve', '-': 'reject', o: 'abstain', '?': undefined }
const group = (votes: string, weights: readonly number[] = []): Group =>
  [...votes].map((vote, at) => ({ id: at + 1, weight: weights[at] ?? 1, vote: voteOf[vote] }))

describe('the verdict', () => {
  it.each<[string, GroupRule, string, readonly number[], string]>([
    ['all: one is missing', { mode: 'all' }, '++?', [], 'open'],
    ['all', { mode: 'all' }, '+++', [], 'approved'],
    ['all: one rejects', { mode: 'all' }, '+-?', [], 'rejected'],
    ['all: who abstains is not needed', { mode: 'all' }, '+o+', [], 'approved'],
    ['any: one is enough', { mode: 'any' }, '-+?', [], 'approved'],
    ['any: a rejection leaves it open', { mode: 'any' }, '--?', [], 'open'],
    ['any: nobody is left', { mode: 'any' }, '---', [], 'rejected'],
    ['ratio: the first rejection does not end it', { mode: 'ratio', percent: 60 }, '-????', [], 'open'],
    ['ratio: 60 percent of five are three', { mode: 'ratio', percent: 60 }, '--+++', [], 'approved'],
    ['ratio: three of five can no longer be reached', { mode: 'ratio', percent: 60 }, '---??', [], 'rejected'],
    ['ratio: 60 percent of four are three, rounded up', { mode: 'ratio', percent: 60 }, '++??', [], 'open'],
    ['ratio: by weight', { mode: 'ratio', percent: 50 }, '+?', [3, 2], 'approved'],
    ['ratio: by weight, too light', { mode: 'ratio', percent: 50 }, '-+', [3, 2], 'rejected'],
    ['everybody abstains', { mode: 'all' }, 'ooo', [], 'rejected'],
  ])('%s', (_name, rule, votes, weights, verdict) => {
    expect(verdictOf(rule, group(votes, weights))).toBe(verdict)
  })
})

describe('whose turn it is', () => {
  const ids = (rule: GroupRule, members: Group) => askedOf(rule, members).map(({ id }) => id)

  it('is everybody, or one after the other', () => {
    expect(ids({ mode: 'all' }, group('?+?'))).toEqual([1, 3])
    expect(ids({ mode: 'sequential' }, group('+??'))).toEqual([2])
  })

  it('is an adviser before who has asked for one, who decides then', () => {
    const advised = withSigner(group('?'), 1, 'before', 9)
    expect(ids({ mode: 'all' }, advised)).toEqual([9])
    const voted = advised.map((member) => (member.id === 9 ? { ...member, vote: 'reject' as const } : member))
    expect([ids({ mode: 'all' }, voted), verdictOf({ mode: 'all' }, voted)], 'an adviser does not count').toEqual([[1], 'open'])
  })

  it('is whoever was added behind another one once that one has decided, and the group is not done before', () => {
    const longer = withSigner(group('?'), 1, 'after', 9)
    expect(ids({ mode: 'all' }, longer)).toEqual([1])
    const first = longer.map((member) => (member.id === 1 ? { ...member, vote: 'approve' as const } : member))
    expect([ids({ mode: 'all' }, first), verdictOf({ mode: 'all' }, first)]).toEqual([[9], 'open'])
  })

  it('is whoever was added behind one who is enough, before the group is done', () => {
    const longer = withSigner(group('??'), 1, 'after', 9)
    const voted = (id: number, vote: Vote, members: Group) => members.map((member) => (member.id === id ? { ...member, vote } : member))
    const any = { mode: 'any' } as const
    expect(verdictOf(any, voted(1, 'approve', longer)), 'whoever comes after is waited for').toBe('open')
    expect(verdictOf(any, voted(9, 'approve', voted(1, 'approve', longer)))).toBe('approved')
    expect(verdictOf(any, voted(2, 'approve', longer)), 'without whoever added them nobody is').toBe('approved')
  })

  it('can be given by who is asked alone, and taken back by who has given it', () => {
    expect(() => withSigner(group('+'), 1, 'parallel', 9)).toThrow(RangeError)
    const added = withSigner(group('??'), 1, 'parallel', 9)
    expect(withoutSigner(added, 9, 2)).toBeUndefined()
    expect(withoutSigner(added, 9, 1)).toEqual(group('??'))
    expect(withoutSigner(added, 1, 1), 'nobody leaves who was not added').toBeUndefined()
  })
})

/** Whether everybody who has added somebody is there. */
const isWhole = (members: Group) => members.every(({ added }) => added === undefined || members.some(({ id }) => id === added.by))

describe('a group of any kind', () => {
  const rule = fc.record({ mode: fc.constantFrom(...GROUP_MODES), percent: fc.integer({ min: 1, max: 100 }) })
  const act = fc.record({
    what: fc.constantFrom('approve', 'reject', 'abstain', 'before', 'parallel', 'after', 'remove'),
    who: fc.nat(20),
  })

  it('waits for somebody who can act as long as it is open, and is decided once all have voted', () => {
    fc.assert(
      fc.property(
        rule,
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 6 }),
        fc.array(act, { maxLength: 30 }),
        (given, weights, acts) => {
          let members = group('?'.repeat(weights.length), weights)
          let next = 100
          for (const { what, who } of acts) {
            if (verdictOf(given, members) !== 'open') break
            const asked = askedOf(given, members)
            expect(asked.length).toBeGreaterThan(0)
            const { id } = asked[who % asked.length] as { id: number }
            if (what === 'remove') {
              const added = members.find((member) => member.added?.by === id)
              members = (added && withoutSigner(members, added.id, id)) ?? members
            } else if (what === 'before' || what === 'parallel' || what === 'after') {
              members = withSigner(members, id, what, (next += 1))
              const asTheyCame = members.toSorted((one, other) => one.id - other.id)
              if (isWhole(members)) expect(inOrder(asTheyCame), 'the order needs no numbers of its own').toEqual(members)
            } else members = members.map((member) => (member.id === id ? { ...member, vote: what as Vote } : member))
          }
          for (let left = 100; verdictOf(given, members) === 'open'; left -= 1) {
            expect(left).toBeGreaterThan(0)
            const [first] = askedOf(given, members)
            expect(first).toBeDefined()
            members = members.map((member) => (member === first ? { ...member, vote: 'approve' as const } : member))
          }
          expect(['approved', 'rejected']).toContain(verdictOf(given, members))
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('that has decided stays decided, whatever is voted after', () => {
    const votes = fc.array(fc.constantFrom('+', '-', 'o', '?'), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(rule, votes, fc.constantFrom('approve', 'reject', 'abstain'), fc.nat(7), (given, some, vote, at) => {
        const before = group(some.join(''))
        const verdict = verdictOf(given, before)
        const after = before.map((member, place) => (place === at && member.vote === undefined ? { ...member, vote } : member))
        if (verdict !== 'open') expect(verdictOf(given, after)).toBe(verdict)
      }),
      { numRuns: 2000 },
    )
  })
})
