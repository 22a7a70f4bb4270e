/** Which keys of older clients are ignored and which refused; what is made of a refusal for them. */
import { expect, it } from 'vitest'
import { z } from 'zod'
import { regions, userPosts } from '../../model/index.ts'
import { Failure } from '../../server/kernel/errors.ts'
import { inOurWords, isFailureInBody, parseOlder } from '../../server/kernel/http/older-clients.ts'
import type { Caller } from '../../server/kernel/authorization/caller.ts'
import type { Route } from '../../server/kernel/http/http.ts'

const write = {
  method: 'POST',
  path: '/x/addThing',
  input: z.strictObject({ roleId: z.string(), sequence: z.number().optional() }),
} as const
const isTaken = (values: object, declared: Parameters<typeof parseOlder>[0] = write) =>
  parseOlder(declared, { ...values }, undefined).parsed.success

it.each(['url', 'roleCode', 'roleIdCn', 'id', 'version', 'userId', 'se', 'constructor', '__proto__'])('ignores %s', (key) => {
  expect(
    isTaken(
      Object.fromEntries([
        ['roleId', 'r'],
        [key, 'x'],
      ]),
    ),
  ).toBe(true)
})

it.each(['sequense', 'seqence', 'sequencee', 'seqeunce', 'Sequence', 'se_quence', 'clientSecret', 'password2', 'TOKEN'])(
  'refuses %s',
  (key) => {
    expect(isTaken({ roleId: 'r', [key]: 'x' })).toBe(false)
  },
)

it('takes a second spelling for surplus once the first one is there', () => {
  expect(isTaken({ roleId: 'r', role_id: 'x', sequence: 1, Sequence: 2 })).toBe(true)
})

it.each([
  ['a deletion', { ...write, path: '/x/deleteThing' }],
  ['an input that is a choice of several', { ...write, input: z.union([write.input, z.strictObject({ other: z.string() })]) }],
])('refuses every unknown key of %s', (_what, declared) => {
  expect(isTaken({ roleId: 'r', url: 'x' }, declared)).toBe(false)
})

it('gives what the schema lets through and nothing else', () => {
  expect(parseOlder(write, { roleId: 'r', url: 'x', tenantId: 't' }, undefined).parsed.data).toEqual({ roleId: 'r' })
})

it('reads numbers of texts and ids as texts, and no parent as the root', () => {
  const of = regions
  const translated = inOurWords({ regionCode: 110000, parentId: null, regionName: 1.5, other: 7 }, { of, method: 'POST' })
  expect(translated).toEqual({ regionCode: '110000', parentId: '0', regionName: 1.5, other: 7 })
  const filter = (userId: unknown) => inOurWords({ userId }, { of: userPosts, method: 'GET' })['userId']
  expect([filter('0'), filter(''), filter(undefined)]).toEqual(['0', '', undefined])
  expect(filter('12')).toMatch(/^[0-]+$/)
})

it('reads numbers of texts as texts where the call is about no noun, and nothing else', () => {
  const input = z.strictObject({
    id: z.string(),
    postCode: z.string().optional(),
    sequence: z.number().optional(),
    ids: z.array(z.string()).optional(),
  })
  const data = (values: object) => parseOlder({ ...write, input }, { ...values }, undefined).parsed.data
  expect(data({ id: 0, postCode: 17, sequence: 3 })).toEqual({ id: '0', postCode: '17', sequence: 3 })
  for (const id of [1.5, 2 ** 60, true, null, [1], {}]) expect(data({ id }), JSON.stringify(id)).toBeUndefined()
  expect(data({ id: 'a', sequence: 'x' })).toBeUndefined()
  expect(data({ id: 'a', ids: [1] })).toBeUndefined()
})

const older = { dialect: 'browser' } as Caller
const route = { method: 'POST' } as Route
it.each(['request.invalid', 'row.taken', 'row.not-found', 'upload.too-large'] as const)(
  'tells %s in the body of the answer to a write, to older clients alone',
  (code) => {
    const failure = new Failure(code)
    expect(isFailureInBody(failure, older, route)).toBe(true)
    expect(isFailureInBody(failure, {} as Caller, route)).toBe(false)
    expect(isFailureInBody(failure, undefined, route)).toBe(false)
    expect(isFailureInBody(failure, older, undefined)).toBe(false)
    const others: Partial<Route>[] = [
      { method: 'GET' },
      { reads: true },
      { file: 'text/csv' },
      { raw: {} },
      { protocol: { methods: [], contentType: '', steps: [] } },
    ]
    for (const other of others) expect(isFailureInBody(failure, older, { ...route, ...other }), JSON.stringify(other)).toBe(false)
  },
)

it.each([
  'session.invalid',
  'permission.denied',
  'grant.exceeds',
  'field.hidden',
  'password.must-change',
  'request.too-many',
  'request.malformed',
  'request.not-found',
  'request.too-large',
  'server.busy',
  'server.failed',
  'storage.full',
] as const)('leaves %s its status', (code) => {
  expect(isFailureInBody(new Failure(code), older, route)).toBe(false)
})
