/**
 * Every operation of the API document is called at random, a hundred times where there is time for it: with inputs that fit its schema, with
 * inputs that nearly do, and with nonsense. The server never fails, each answer is what the document says it is, and none tells of another tenant.
 */
import type { ValidateFunction } from 'ajv/dist/2020.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { platform } from '../seeds/platform.ts'
import { features } from '../server/modules.ts'
import { hashPassword, wirePassword } from '../server/identity/secrets.ts'
import { storeTenant } from '../server/tenancy/store-tenant.ts'
import type { BuiltTenant } from './support/builders.ts'
import { PASSWORD, buildTenant, buildUser } from './support/builders.ts'
import type { Client } from './support/client.ts'
import { signIn } from './support/client.ts'
import { furnishDevices } from './support/figures.ts'
import { absentId } from './support/values.ts'
import type { RawAnswer } from './support/wire.ts'
import { send } from './support/wire.ts'
import type { TestServer } from './support/server.ts'
import { startServer } from './support/server.ts'
import { amount, seedOf } from './support/thorough.ts'

vi.setConfig({ testTimeout: 300_000 })

/** Calls an operation gets. */
const CASES = amount({ quick: 2, ci: 8, touched: 10, thorough: 100 })
const ROUTES = features.flatMap(({ routes }) => routes)

/** Work of minutes each time it is asked for in earnest, or a way to other machines: these get inputs that do not fit, and their own tests. */
const HEAVY = new Set<string>(['/acquisition/device/testReadDevice'])
/** Ends the session that asks. */
const ENDS_THE_SESSION = new Set(['/uaa/users/signOut'])

type Schema = Record<string, unknown>
interface Operation {
  method: string
  path: string
  input: Schema
  answers: Record<string, Schema>
}

let server: TestServer
let tenant: BuiltTenant
/** Some of what is asked for is theirs. */
let stranger: BuiltTenant
let operations: Map<string, Operation>
let known: string[]
/** What schemas refer to: those of trees, which contain themselves. */
let components: Schema
/** People enough: some of what is asked at random ends sessions, disables and deletes. */
const spare = Array.from({ length: 40 }, (_, index) => `spare${index}`)

beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server, { users: spare.map((username) => buildUser({ username })) })
  stranger = await buildTenant(server)
  const { sites, project } = await furnishDevices(server, stranger)
  const hash = await hashPassword(wirePassword(PASSWORD))
  const people = spare.map((username) => ({ ...buildUser({ username }), org: 'platform' }))
  await server.services.transactions.inPlatform('a test needs the platform', (tx) =>
    storeTenant(tx, { ...platform, users: [...platform.users, ...people] }, { of: new Map(), others: hash }),
  )
  const document = JSON.parse(
    (await send(server.url, 'GET', '/docs/json', { headers: authorization(await tenant.signIn('admin')) })).text,
  ) as { paths: Record<string, Record<string, Declared>>; components: Schema }
  components = document.components
  operations = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, declared]) => [`${method.toUpperCase()} ${path}`, operationOf(method, path, declared)] as const,
      ),
    ),
  )
  known = [
    ...[tenant, stranger].flatMap(({ organisations, roles, users }) => [organisations, roles, users].flatMap((ids) => Object.values(ids))),
    ...sites,
    project,
    absentId(),
  ]
})
afterAll(() => server.stop())

interface Declared {
  parameters?: { name: string; schema: Schema; required?: boolean }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, Answers | { $ref: string }>
}
interface Answers {
  content?: Record<string, { schema: Schema }>
}

function operationOf(method: string, path: string, { parameters = [], requestBody, responses }: Declared): Operation {
  const body = requestBody?.content['application/json']?.schema
  const query = { type: 'object', properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])) }
  const answers = Object.fromEntries(
    Object.entries(responses).flatMap(([status, answer]) => {
      const shared = components['responses'] as Record<string, Answers>
      const { content } = '$ref' in answer ? (shared[answer.$ref.split('/').at(-1) ?? ''] ?? {}) : answer
      return content?.['application/json'] ? [[status, content['application/json'].schema]] : []
    }),
  )
  return { method: method.toUpperCase(), path, input: body ?? query, answers }
}

const authorization = ({ token }: Client) => ({ authorization: `Bearer ${token}` })

const nonsense = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constant(''),
  fc.constant([]),
  fc.constant({}),
  fc.array(fc.string({ maxLength: 8 }), { maxLength: 3 }),
  fc.string({ minLength: 300, maxLength: 600 }),
  fc.constantFrom('0', '-1', '2026-02-30 00:00:00', '\u0000', '%', 'null', '99999999999999999999'),
)

/** A value that a JSON schema allows, as far as it says so. */
function fitting(schema: Schema | undefined): fc.Arbitrary<unknown> {
  if (!schema) return nonsense
  const choices = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined
  if (choices) return fc.oneof(...choices.map(fitting))
  if ('const' in schema) return fc.constant(schema['const'])
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]))
  const number = (key: string) => schema[key] as number | undefined
  switch (Array.isArray(schema['type']) ? schema['type'][0] : schema['type']) {
    case 'integer':
      return integerFor(number('minimum') ?? -10, number('maximum') ?? 1000)
    case 'number':
      return fc.double({ noNaN: true, min: -1000, max: 1000 })
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(fitting(schema['items'] as Schema | undefined), { maxLength: 3 })
    case 'object':
      return objectOf(schema)
    case 'string':
      return textFor(schema)
    default:
      return fc.oneof(textFor(schema), nonsense)
  }
}

/** Of a wide range the ends that a column of four bytes holds; of one beyond those, such as moments, the whole. */
function integerFor(min: number, max: number): fc.Arbitrary<number> {
  const [low, high] = [Math.max(min, -2147483648), Math.min(max, 2147483647)]
  return low <= high ? fc.integer({ min: low, max: high }) : fc.integer({ min, max })
}

function textFor(schema: Schema): fc.Arbitrary<string> {
  const least = (schema['minLength'] as number | undefined) ?? 0
  const plain = fc.string({
    unit: fc.constantFrom(...'abcXYZ019_中文'),
    minLength: least,
    maxLength: Math.max(least, Math.min((schema['maxLength'] as number | undefined) ?? 20, 20)),
  })
  const pattern = schema['pattern'] as string | undefined
  return fc.oneof(
    plain,
    fc.constantFrom(...known),
    fc.constantFrom('86', '13912345678', 'a@example.com', '2026-01-31 08:00:00', '0'),
    ...(pattern === undefined ? [] : [matching(pattern)]),
  )
}

const generators = new Map<string, fc.Arbitrary<string>>()
/** Texts of the pattern. Most fields have one of a few patterns, and taking one apart is costly. */
function matching(pattern: string): fc.Arbitrary<string> {
  const texts = generators.get(pattern) ?? generatorOf(pattern)
  generators.set(pattern, texts)
  return texts
}

function generatorOf(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern), { maxLength: 60 })
  } catch {
    return fc.constant('') // a pattern the generator does not understand; other values are tried as well
  }
}

function objectOf(schema: Schema): fc.Arbitrary<Record<string, unknown>> {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
  const required = new Set((schema['required'] ?? []) as string[])
  const members = Object.fromEntries(
    properties.map(([name, of]) => [name, fc.oneof({ weight: 6, arbitrary: fitting(of) }, { weight: 1, arbitrary: nonsense })]),
  )
  // Optional members come and go; needed ones are nonsense now and then.
  return fc.record(members, { requiredKeys: properties.map(([name]) => name).filter((name) => required.has(name)) }).chain((value) =>
    fc.oneof(
      { weight: 12, arbitrary: fc.constant(value) },
      {
        weight: 1,
        arbitrary: fc.dictionary(fc.string({ maxLength: 8 }), nonsense, { maxKeys: 2 }).map((more) => ({ ...value, ...more })),
      },
    ),
  )
}

/** Who asks in each tenant, until that account is no more; then the next one. */
const asking = new Map<string, { at: number; client?: Client | undefined }>()

async function clientOf(code: string): Promise<Client> {
  const use = asking.get(code) ?? { at: 0 }
  asking.set(code, use)
  let reason: unknown
  while (!use.client) {
    const username = spare[use.at]
    if (username === undefined) throw new Error(`the calls have used up every account of ${code}: ${String(reason)}`)
    // The random sign-ins of this very test have used up the attempts of its address.
    await server.database.asOwner((client) => client.query('delete from attempts'))
    use.client = await signIn(server.url, code, username, PASSWORD).catch((error: unknown) => {
      reason = error
      return undefined
    })
    if (!use.client) use.at += 1
  }
  return use.client
}

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false })
const checks = new Map<string, ValidateFunction>()
/** What checks an answer against its schema. Many answers are declared alike, and compiling one takes longer than the call. */
function compiled(schema: Schema | undefined): ValidateFunction | undefined {
  if (!schema) return undefined
  const key = JSON.stringify(schema)
  const check = checks.get(key) ?? ajv.compile({ ...schema, components })
  checks.set(key, check)
  return check
}

describe.each(ROUTES.map((route) => [`${route.method} /api${route.path}`, route] as const))('%s', (name, route) => {
  it(`stays within its declaration, asked ${CASES} times`, async () => {
    const operation = operations.get(name)
    expect(operation, 'stands in the document').toBeDefined()
    if (!operation || ENDS_THE_SESSION.has(route.path)) return
    const inputs = fc.sample(
      HEAVY.has(route.path) ? fc.dictionary(fc.string({ maxLength: 8 }), nonsense, { maxKeys: 3 }) : objectOf(operation.input),
      { numRuns: CASES, seed: seedOf(name) },
    )
    const code = route.access === 'platform' ? platform.tenantCode : tenant.code
    const ok = compiled(operation.answers['200'])
    expect(Object.keys(operation.answers), 'says what it answers').toContain('4XX')
    const refused = compiled(operation.answers['4XX'])
    for (const input of inputs) {
      const client = await clientOf(code)
      const answer = await ask(operation, input, client)
      const where = `${name} ${JSON.stringify(input).slice(0, 400)} → ${answer.http} ${answer.text.slice(0, 300)}`
      expect(answer.http, where).toBeLessThan(500)
      // The platform lists its tenants.
      if (code !== platform.tenantCode) expect(answer.text.includes(stranger.canary), where).toBe(false)
      if (!answer.headers.get('content-type')?.includes('json')) {
        expect(answer.http, where).toBe(200)
        continue
      }
      const check = answer.http === 200 ? ok : refused
      expect(check, `${where}: this answer is not declared`).toBeDefined()
      if (check) expect(check(JSON.parse(answer.text)), `${where}: ${ajv.errorsText(check.errors)}`).toBe(true)
      if (answer.http === 401 && route.access !== 'public') asking.set(code, { at: asking.get(code)?.at ?? 0 })
    }
  })
})

function ask({ method, path }: Operation, input: Record<string, unknown>, client: Client): Promise<RawAnswer> {
  const headers = authorization(client)
  if (method !== 'GET')
    return send(server.url, method, path, { body: JSON.stringify(input), headers: { ...headers, 'content-type': 'application/json' } })
  const query = Object.entries(input).flatMap(([key, value]) =>
    [value]
      .flat()
      .map(
        (each) =>
          `${encodeURIComponent(key.toWellFormed())}=${encodeURIComponent((typeof each === 'string' ? each : (JSON.stringify(each) ?? '')).toWellFormed())}`,
      ),
  )
  return send(server.url, 'GET', `${path}?${query.join('&')}`, { headers })
}
