/**
 * Asks every route with ids of another tenant, in every parameter that can carry one, and says what it found out.
 * A function and not a test, so that a test can also run it against a server whose defences are broken on purpose.
 */
import { z } from 'zod'
import type { Route } from '../../server/kernel/http.ts'
import { features } from '../../server/app.ts'
import { writableFields } from '../../model/resource.ts'
import { newId } from '../../server/kernel/secrets.ts'
import { build } from '../../server/kernel/sql.ts'
import type { BuiltTenant } from './builders.ts'
import type { Answer, Client } from './client.ts'
import { call } from './client.ts'
import { fingerprint } from './rows.ts'
import type { TestServer } from './server.ts'
import { newValues } from './values.ts'
import { told } from './wire.ts'

export interface Probed {
  /** What was found out or changed; empty on a healthy server. */
  leaks: string[]
  /** How many calls were made, on how many routes and parameters: a probe that asks nothing finds nothing. */
  calls: number
  targets: readonly string[]
}

/** Ends the session that asks. It takes no id, and who may end a session is asked in the tests of signing in. */
const ENDS_THE_SESSION = '/uaa/users/signOut'

/** Names that carry an id or a code, by habit of the interface; and those no route should listen to. */
const CARRIES_AN_ID = /^(id|ids|pid)$|(Id|Ids|Code)$/
const NEVER_TAKEN = ['tenantId', 'tenant_id', 'tenantCode', 'orgIds']

interface Target { route: Route; parameter: string; isTaken: boolean }

/** Every route behind a sign-in with each of its parameters that carries an id. */
export function targets(): Target[] {
  return features.flatMap(({ routes }) => routes).filter((route) => route.access !== 'public' && route.path !== ENDS_THE_SESSION).flatMap((route) => {
    const { properties = {} } = z.toJSONSchema(route.input, { io: 'input', unrepresentable: 'any' })
    // A code that a write gives to the row itself points at nothing.
    const isOwn = (name: string) => route.method !== 'GET' && route.of?.fields[name]?.kind === 'text'
    const taken = Object.keys(properties).filter((name) => CARRIES_AN_ID.test(name) && !isOwn(name))
    return [...new Set([...taken, ...NEVER_TAKEN])].map((parameter) => ({ route, parameter, isTaken: taken.includes(parameter) }))
  })
}

/** Kinds of ids that are sent in every form; the others only as they are. */
const FOR_EVERY_FORM = new Set(['organisation', 'user'])

interface Pair { kind: string; foreign: unknown; absent: unknown }

/** Ids and codes of every kind of the other tenant, each with its like that nobody has. */
async function pairsOf(server: TestServer, other: BuiltTenant, own: string): Promise<Pair[]> {
  const rows = await server.services.doors.inTenant({ tenantId: other.id }, (tx) => Promise.all([
    tx.first(build.selectFrom('posts').select(['id', 'post_code'])), tx.first(build.selectFrom('sessions').select('id')),
  ]), 'read')
  const ids: [string, string | undefined][] = [
    ['tenant', other.id], ['organisation', other.organisations['branch']], ['role', other.roles['ROLE_ADMIN']], ['weak role', other.roles['ROLE_OPERATOR']],
    ['user', other.users['admin']], ['weak user', other.users['viewer']], ['post', rows[0]?.id], ['session', rows[1]?.id],
  ]
  return [
    ...ids.flatMap(([kind, id]): Pair[] => {
      if (id === undefined) throw new Error(`the other tenant has no ${kind}: nothing could be asked with it`)
      const absent = newId()
      const plain = { kind, foreign: id, absent }
      if (!FOR_EVERY_FORM.has(kind)) return [plain]
      return [
        plain,
        { kind: `${kind}, capitals`, foreign: id.toUpperCase(), absent: absent.toUpperCase() },
        { kind: `${kind} in a list`, foreign: [id], absent: [absent] },
        { kind: `${kind} after an own id`, foreign: [own, id], absent: [own, absent] },
        { kind: `${kind} after an own id and a comma`, foreign: `${own},${id}`, absent: `${own},${absent}` },
        { kind: `${kind} and a blank`, foreign: ` ${id} `, absent: ` ${absent} ` },
        { kind: `${kind} in an object`, foreign: { id }, absent: { id: absent } },
      ]
    }),
    { kind: 'post code', foreign: rows[0]?.post_code, absent: `post-t${newId().slice(-8)}` },
    { kind: 'tenant code', foreign: other.code, absent: `t${newId().slice(-8)}` },
  ]
}

const malformed: unknown[] = [
  'x', '0', '*', '%', 'null', '\' or \'1\'=\'1', '00000000-0000-0000-0000-000000000000', 'a\u0000b', 'é'.repeat(300), 12, true, null, {}, [], [[]], { $ne: null }, ',',
]

/** A right body for the route, so that the one parameter is all that is wrong with it. */
async function bodyFor(route: Route, admin: Client): Promise<Record<string, unknown>> {
  if (route.of === undefined || route.method === 'GET') return {}
  if (route.path.endsWith('updatePassword')) return { password: '0'.repeat(32), newPassword: '1'.repeat(32) }
  const values = await newValues(admin, route.of)
  if (route.path.includes('/add')) return values
  return route.path.includes('/update') ? Object.fromEntries(writableFields(route.of, 'update').map((name) => [name, values[name]])) : {}
}

/**
 * Runs all of it as each of the clients.
 * @param admin One who may add the rows which right bodies point at.
 * @param below Only routes whose path begins so.
 */
export async function probe(server: TestServer, clients: Readonly<Record<string, Client>>, admin: Client, tenant: BuiltTenant, other: BuiltTenant, below = ''): Promise<Probed> {
  const leaks = new Set<string>()
  const before = await fingerprint(server, other.id)
  const wanted = targets().filter(({ route }) => route.path.startsWith(below))
  const pairs = await pairsOf(server, other, tenant.users['viewer'] as string)
  let calls = 0

  for (const [role, client] of Object.entries(clients)) {
    const bodies = new Map<Route, Record<string, unknown>>()
    for (const { route, parameter, isTaken } of wanted) {
      if (!bodies.has(route)) bodies.set(route, await bodyFor(route, admin))
      const body = bodies.get(route) as Record<string, unknown>
      const name = `${role}: ${route.method} ${route.path} ${parameter}`
      const ask = async (value: unknown): Promise<string> => {
        const answer = await askWith(server.url, client, route, parameter, value, body)
        calls += 1
        const text = told(answer)
        if (text.includes(other.canary)) leaks.add(`${name} shows the other tenant's text`)
        if (answer.http >= 500) leaks.add(`${name} = ${JSON.stringify(value)} answers ${answer.http}`)
        return text
      }
      // One after the other: a call that succeeds must not change what its twin is told.
      for (const { kind, foreign, absent } of isTaken ? pairs : pairs.filter((pair) => pair.kind.startsWith('tenant'))) {
        if (masked(await ask(foreign), foreign) !== masked(await ask(absent), absent)) leaks.add(`${name} tells an id of another tenant (${kind}) from one that nobody has`)
      }
      for (const value of isTaken ? malformed : []) await ask(value)
    }
  }
  if (await fingerprint(server, other.id) !== before) leaks.add('rows of the other tenant have changed')
  return { leaks: [...leaks], calls, targets: wanted.map(({ route, parameter }) => `${route.path} ${parameter}`) }
}

function askWith(url: string, client: Client, route: Route, parameter: string, value: unknown, body: Record<string, unknown>): Promise<Answer> {
  const headers = { authorization: `Bearer ${client.token}` }
  const path = `/api${route.path}`
  if (route.method !== 'GET') return call(url, route.method, path, { body: { ...body, [parameter]: value }, headers })
  const texts = [value].flat().map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
  return call(url, 'GET', `${path}?pageSize=1000&${texts.map((text) => `${parameter}=${encodeURIComponent(text)}`).join('&')}`, { headers })
}

/** Answers may repeat what was sent; that alone is no difference. */
function masked(text: string, sent: unknown): string {
  return [sent].flat(2).filter((each) => typeof each === 'string').flatMap((each) => each.split(',')).reduce((rest, each) => rest.replaceAll(each, '…'), text)
}
