/** What is asked: every route with every parameter that can carry an id, and the ids themselves. */
import { z } from 'zod'
import { writableFields } from '../../../../model/resource.ts'
import type { Feature, Route } from '../../../kernel/http/http.ts'
import { newId } from '../../../kernel/ids.ts'
import { belongingsFor } from './belongings.ts'
import type { Asker } from './values.ts'
import { newValues } from './values.ts'
import type { World } from './world.ts'

/** Ends the session that asks. It takes no id, and who may end a session is asked in the tests of signing in. */
const ENDS_THE_SESSION = '/uaa/users/signOut'

/** Names that carry an id or a code, by habit of the interface; and those no route should listen to. */
const CARRIES_AN_ID = /^(id|ids|pid|blob|file|replaces)$|(Id|Ids|Code)$/
const NEVER_TAKEN = ['tenantId', 'tenant_id', 'tenantCode', 'orgIds']

export interface Target {
  readonly route: Route
  readonly parameter: string
  readonly isTaken: boolean
}

/** Where the protocol of uploads carries an id: in the address by each of its methods, and in what comes along with a new upload. */
export const OF_UPLOADS = { methods: ['HEAD', 'PATCH', 'DELETE'], metadata: ['parentId', 'replaces', 'tenantId'] } as const

/** Every route behind a sign-in with each of its parameters that carries an id. */
export function targetsOf(features: readonly Feature[]): Target[] {
  return features
    .flatMap(({ routes }) => routes)
    .filter((route) => route.access !== 'public' && route.path !== ENDS_THE_SESSION)
    .flatMap((route): Target[] => {
      if (route.protocol)
        return [...OF_UPLOADS.methods, ...OF_UPLOADS.metadata].map((parameter) => ({ route, parameter, isTaken: parameter !== 'tenantId' }))
      const { properties = {} } = z.toJSONSchema(route.input, { io: 'input', unrepresentable: 'any' })
      // A code that a write gives to the row itself points at nothing.
      const isOwn = (name: string) => name.endsWith('Code') && route.method !== 'GET' && route.of?.fields[name]?.kind === 'text'
      const taken = Object.keys(properties).filter((name) => CARRIES_AN_ID.test(name) && !isOwn(name))
      return [...new Set([...taken, ...(route.file === undefined ? NEVER_TAKEN : ['tenantId'])])].map((parameter) => ({
        route,
        parameter,
        isTaken: taken.includes(parameter),
      }))
    })
}

/** An id of the other tenant, and its like that nobody has. */
export interface Pair {
  readonly kind: string
  readonly foreign: unknown
  readonly absent: unknown
}

/** Kinds of ids that are sent in every form; the others only as they are. */
const IN_EVERY_FORM = new Set(['organisations', 'users'])

/** Pairs of ids to ask with: one of a row of the other tenant, and one of the same form that no row has. */
export function pairsOf({ own, other, rows }: World): Pair[] {
  const mine = own.users['viewer'] as string
  const ids = [...rows].flatMap(([kind, id]): Pair[] => {
    const absent = newId()
    const plain = { kind, foreign: id, absent }
    if (!IN_EVERY_FORM.has(kind)) return [plain]
    return [
      plain,
      { kind: `${kind}, capitals`, foreign: id.toUpperCase(), absent: absent.toUpperCase() },
      { kind: `${kind}, in a list`, foreign: [id], absent: [absent] },
      { kind: `${kind}, after an own id`, foreign: [mine, id], absent: [mine, absent] },
      { kind: `${kind}, after an own id and a comma`, foreign: `${mine},${id}`, absent: `${mine},${absent}` },
      { kind: `${kind}, and a blank`, foreign: ` ${id} `, absent: ` ${absent} ` },
      { kind: `${kind}, in an object`, foreign: { id }, absent: { id: absent } },
    ]
  })
  const tail = newId().slice(-10)
  return [
    ...ids,
    { kind: 'tenant', foreign: other.id, absent: newId() },
    { kind: 'tenant code', foreign: other.code, absent: `selftest-${tail}` },
    { kind: 'post code', foreign: other.code.replace('selftest', 'post'), absent: `post-${tail}` },
  ]
}

/** A file is made of what a list reads, which is asked in every form, and takes a hundred times as long: it is asked less. */
const FOR_FILES = new Set(['organisations', 'roles'])
const makesAFile = ({ file, path }: Route) => file !== undefined && /\/export[^/]*$/.test(path)

/** What a parameter is asked with: one that no route should listen to, only with what names a tenant. */
export function pairsFor(pairs: readonly Pair[], { isTaken, route }: Target): readonly Pair[] {
  if (!isTaken) return pairs.filter(({ kind }) => (route.file === undefined ? kind.startsWith('tenant') : kind === 'tenant'))
  const wanted = pairs.filter((pair) => isAbout(pair, route))
  return makesAFile(route) ? wanted.filter(({ kind }) => FOR_FILES.has(kind) || kind.includes(':')) : wanted
}

/** Of a table with several kinds of rows each is asked where such rows are the matter; elsewhere one stands for all. */
function isAbout({ kind }: Pair, { of, path }: Route): boolean {
  const [table, one] = kind.split(':')
  return one === undefined || table === of?.table || /^\/(file|notification)\//.test(path)
}

/** Nonsense for a parameter that is taken. */
export function malformedFor({ isTaken, route }: Target): readonly unknown[] {
  if (!isTaken) return []
  return makesAFile(route) ? malformed.slice(0, 2) : malformed
}

const malformed: readonly unknown[] = [
  'x',
  '0',
  '*',
  '%',
  'null',
  "' or '1'='1",
  '00000000-0000-0000-0000-000000000000',
  'a\u0000b',
  'é'.repeat(300),
  12,
  true,
  null,
  {},
  [],
  [[]],
  { $ne: null },
  ',',
]

/** A right body for the route, so that the one parameter is all that is wrong with it. */
export async function bodyFor(route: Route, admin: Asker, mine: World['mine']): Promise<Record<string, unknown>> {
  const about = belongingsFor(route, mine)
  if (about && !route.path.endsWith('/updateNotification')) return about
  if (route.of === undefined || route.method === 'GET' || route.access === 'platform') return {}
  if (route.path.endsWith('updatePassword')) return { password: '0'.repeat(32), newPassword: '1'.repeat(32) }
  if (!/\/(add|update)/.test(route.path)) return {}
  const values = await newValues(admin, route.of)
  return route.path.includes('/add')
    ? values
    : { ...Object.fromEntries(writableFields(route.of, 'update').map((name) => [name, values[name]])), ...about }
}
