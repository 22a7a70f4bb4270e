/** The API document: what programs that read it find there. */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { authorizationPaths } from '../../features/oauth/authorize/routes.ts'
import { features } from '../../modules.ts'
import { documentOf } from './document.ts'

const PUBLIC_URL = 'https://console.example.org'

interface Operation {
  operationId: string
  description: string
  security: object[]
  parameters?: { name: string; in: string; required: boolean }[]
  requestBody?: { content: Record<string, { schema: Record<string, unknown>; examples?: Record<string, { value: unknown }> }> }
  responses: Record<string, object>
}

let document: { paths: Record<string, Record<string, Operation>>; servers: object[] }
beforeAll(() => {
  document = JSON.parse(JSON.stringify(documentOf(`${PUBLIC_URL}/`, authorizationPaths, features))) as typeof document
})

/** What stands at `#/components/…`. */
const at = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], document)

const refsIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, member]) => (name === '$ref' ? [String(member)] : refsIn(member)))

const post = (path: string) => document.paths[path]?.['post'] as Operation
const formats = (path: string) => Object.keys(post(path).requestBody?.content ?? {})

it("has nothing that Redocly's recommended rules find", async () => {
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: 'openapi.json',
    config: await createConfig({ extends: ['recommended'] }),
  })
  expect(problems.map(({ severity, ruleId, message, location }) => `${severity} ${ruleId} ${location[0]?.pointer}: ${message}`)).toEqual([])
})

it('an entry of the menu has entries like itself', () => {
  const call = document.paths['/api/account/sysuserdetail/queryCurrentAuthority']
  const ref = refsIn(call).find((each) => each.startsWith('#/components/schemas/query')) ?? ''
  expect(at(ref)).toMatchObject({ properties: { menuName: { type: 'string' }, routes: { type: 'array', items: { $ref: ref } } } })
})

describe('a body', () => {
  it.each([
    ['/api/uaa/oauth/token', ['application/x-www-form-urlencoded', 'application/json']],
    ['/api/acquisition/push', ['application/json', 'text/plain', 'text/csv']],
    ['/api/file/upload', ['application/offset+octet-stream']],
    ['/api/account/sysuserdetail/uploadAvatar', ['multipart/form-data']],
    ['/api/admin/sysuser/addSysUser', ['application/json']],
  ])('of %s is %j', (path, types) => {
    expect(formats(path)).toEqual(types)
  })

  it('of readings is what its examples show, and no text', () => {
    const { schema, examples = {} } = post('/api/acquisition/push').requestBody?.content['application/json'] ?? { schema: {} }
    const check = new Ajv2020({ strict: false }).compile(schema)
    for (const [name, { value }] of Object.entries(examples)) expect(check(value), name).toBe(true)
    for (const value of ['21.5', { temperature: '21.5' }, [[1]]]) expect(check(value), JSON.stringify(value)).toBe(false)
  })
})

it('a file in pieces is begun, sent, asked for and given up, each with its headers', () => {
  const steps = document.paths['/api/file/upload/{id}'] ?? {}
  expect(Object.entries(steps).map(([method, { operationId }]) => [method, operationId])).toEqual([
    ['patch', 'continueUpload'],
    ['head', 'queryUpload'],
    ['delete', 'abandonUpload'],
  ])
  expect(steps['patch']?.parameters?.map(({ name, in: place, required }) => [name, place, required])).toEqual([
    ['id', 'path', true],
    ['Tus-Resumable', 'header', true],
    ['Upload-Offset', 'header', true],
  ])
})

it('every operation says who may call it, and that it may have to wait', () => {
  expect(document.servers).toEqual([{ url: PUBLIC_URL }])
  expect(post('/api/uaa/oauth/token').security).toEqual([])
  expect(post('/api/acquisition/push').security).toEqual([{ machine: [] }])
  expect(document.paths['/api/admin/sysuser/querySysUser']?.['get']?.security).toEqual([{ bearer: [] }, { oauth2: ['admin.sysuser.read'] }])
  expect(document.paths['/api/uaa/oauth/userinfo']?.['post']?.security).toEqual([
    { bearer: [] },
    { oauth2: ['openid'] },
    { openId: ['openid'] },
  ])
  expect(post('/api/uaa/users/signOut').security, 'no application does it').toEqual([{ bearer: [] }])
  expect(document.paths['/api/chart/chart/queryProduct']?.['get']?.description).toMatch(
    /`finishedRuns`.*\n\nNeeds the URL permission `\/chart\/chart\/queryProduct`\.$/s,
  )
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { responses }] of Object.entries(methods))
      expect(Object.keys(responses), `${method} ${path}`).toEqual(expect.arrayContaining(['429', '503', '4XX']))
})
