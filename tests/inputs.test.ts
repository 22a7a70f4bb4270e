/** How a request is read: whichever way its input comes, and what is answered when it cannot be read at all. */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from './support/builders.ts'
import { buildTenant, newUser } from './support/builders.ts'
import type { Client } from './support/client.ts'
import { fingerprint } from './support/rows.ts'
import type { TestServer } from './support/server.ts'
import { sharedServer } from './support/server.ts'
import { addRow } from './support/values.ts'
import { resources } from '../model/index.ts'
import type { RawAnswer } from './support/wire.ts'
import { send } from './support/wire.ts'

const [ADD, UPDATE, USERS] = ['/api/admin/sysuser/addSysUser', '/api/admin/sysuser/updateSysUser', '/api/admin/sysuser/querySysUser']
const FORM = 'application/x-www-form-urlencoded'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let id: string
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
  admin = await tenant.signIn('admin')
  id = (await addRow(admin, resources.users)).id
})
afterAll(() => server.stop())

function ask(method: string, path: string, body?: string, type?: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
  return send(server.url, method, path, {
    ...(body === undefined ? {} : { body }),
    headers: { authorization: `Bearer ${admin.token}`, ...(type === undefined ? {} : { 'content-type': type }), ...headers },
  })
}
const envelope = ({ text }: RawAnswer) =>
  JSON.parse(text) as { code: number; status: number; message: string; data: unknown; errors?: { field: string; message: string }[] }

/** Every failure is the envelope, with the status of HTTP in it. */
function expectFailure(answer: RawAnswer, status: number, why: string): void {
  expect(answer.http, `${why}: ${answer.text.slice(0, 200)}`).toBe(status)
  expect(envelope(answer), why).toMatchObject({ code: status, status, data: null, message: expect.stringMatching(/\S/) })
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
}

async function rolesOf(user: string): Promise<string[]> {
  const { data } = await admin.get<{ list: { roleId: string }[] }>(USERS, { id: user })
  return (data.list[0]?.roleId ?? '').split(',').sort()
}

describe('the same input', () => {
  it('adds the same row as query string, as form and as JSON', async () => {
    const kept = async (send: (values: Record<string, string>) => Promise<RawAnswer>) => {
      const values = { ...newUser(tenant), roleId: tenant.roles['ROLE_VIEWER'] } as Record<string, unknown>
      const answer = await send(Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)])))
      expect(answer.http, answer.text).toBe(200)
      const row = (await admin.get<{ list: Record<string, unknown>[] }>(USERS, { username: String(values['username']) })).data
        .list[0] as Record<string, unknown>
      return {
        row: {
          nickname: row['nickname'] === values['nickname'],
          email: row['email'] === values['email'],
          mobile: row['mobile'] === values['mobile'],
          roleId: row['roleId'],
          orgId: row['orgId'],
          status: row['status'],
          prefix: row['prefix'],
        },
      }
    }
    const rows = [
      await kept((values) => ask('POST', `${ADD}?${new URLSearchParams(values).toString()}`)),
      await kept((values) => ask('POST', ADD, new URLSearchParams(values).toString(), FORM)),
      await kept((values) => ask('POST', ADD, JSON.stringify(values), 'application/json')),
      await kept(({ username = '', ...values }) => ask('POST', `${ADD}?username=${username}`, JSON.stringify(values), 'application/json')),
    ]
    const expected = {
      row: {
        nickname: true,
        email: true,
        mobile: true,
        roleId: tenant.roles['ROLE_VIEWER'],
        orgId: tenant.organisations['branch'],
        status: 1,
        prefix: '86',
      },
    }
    expect(rows).toEqual([expected, expected, expected, expected])
  })

  it('is refused alike, whichever way it comes', async () => {
    const wrong = { id, username: 'x', status: '7' }
    const answers = [
      await ask('PUT', `${UPDATE}?${new URLSearchParams(wrong).toString()}`),
      await ask('PUT', UPDATE, new URLSearchParams(wrong).toString(), FORM),
      await ask('PUT', UPDATE, JSON.stringify(wrong), 'application/json'),
    ]
    for (const answer of answers) expectFailure(answer, 422, 'wrong')
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
    expect(envelope(answers[0] as RawAnswer).errors?.map((error) => error.field)).toEqual(['username', 'status'])
  })

  it('may be a list in five ways', async () => {
    const [viewer = '', operator = ''] = [tenant.roles['ROLE_VIEWER'], tenant.roles['ROLE_OPERATOR']]
    const lists = [
      `roleId[]=${viewer}&roleId[]=${operator}`,
      `roleId[0]=${viewer}&roleId[1]=${operator}`,
      `roleId=${viewer}&roleId=${operator}`,
      `roleId=${viewer},${operator}`,
      `roleId=${viewer}, ${operator},`,
    ]
    const two = [viewer, operator].sort()
    for (const list of lists) {
      for (const write of [() => ask('PUT', `${UPDATE}?id=${id}&${list}`), () => ask('PUT', UPDATE, `id=${id}&${list}`, FORM)]) {
        expect((await ask('PUT', UPDATE, JSON.stringify({ id, roleId: [tenant.roles['ROLE_ADMIN']] }), 'application/json')).http).toBe(200)
        expect((await write()).http, list).toBe(200)
        expect(await rolesOf(id), list).toEqual(two)
      }
    }
    for (const body of [
      { id, roleId: [viewer, operator] },
      { id, roleId: `${viewer},${operator}` },
      { id, roleId: [viewer, operator, viewer] },
    ]) {
      expect((await ask('PUT', UPDATE, JSON.stringify({ id, roleId: viewer }), 'application/json')).http).toBe(200)
      expect(await rolesOf(id)).toEqual([viewer])
      expect((await ask('PUT', UPDATE, JSON.stringify(body), 'application/json')).http).toBe(200)
      expect(await rolesOf(id)).toEqual(two)
    }
  })

  it('ignores unknown keys on reading and refuses them on writing', async () => {
    expect((await ask('GET', `${USERS}?nothing=1&tenantId=x`)).http).toBe(200)
    for (const answer of [
      await ask('PUT', `${UPDATE}?id=${id}&nothing=1`),
      await ask('PUT', UPDATE, `id=${id}&nothing=1`, FORM),
      await ask('PUT', `${UPDATE}?nothing=1`, JSON.stringify({ id }), 'application/json'),
    ]) {
      expectFailure(answer, 422, 'unknown key')
      expect(envelope(answer).errors).toEqual([{ field: 'nothing', message: expect.any(String) }])
    }
  })
})

describe('content types', () => {
  const body = () => JSON.stringify({ id, nickname: 'read' })

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON',
    ' application/json',
    'application/json ;charset=utf-8',
  ])('%j is read, and what it holds is checked', async (type) => {
    expect((await ask('PUT', UPDATE, body(), type)).http).toBe(200)
    expectFailure(await ask('PUT', UPDATE, JSON.stringify({ id, nothing: 1 }), type), 422, type)
  })

  it.each([
    'text/plain',
    'text/plain; charset=utf-8',
    'application/jsonx',
    'application/json-seq',
    'xapplication/json',
    'application/ json',
    'application/vnd.api+json',
    'text/json',
    'application/xml',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    '*/*',
    'json',
    'application/json, text/plain',
    'text/plain, application/json',
    'text/plain; application/json',
  ])('%j is not read', async (type) => {
    const before = await fingerprint(server, tenant.id)
    for (const text of [body(), JSON.stringify({ id, nothing: 1 }), `id=${id}&nickname=x`]) {
      const answer = await ask('PUT', UPDATE, text, type)
      expectFailure(answer, 415, type)
    }
    expect(await fingerprint(server, tenant.id)).toBe(before)
  })

  it('none at all with a body is not read, and without a body is fine', async () => {
    const answer = await ask('PUT', UPDATE, body())
    expectFailure(answer, 415, 'no content type')
    // Whoever has left it out, as `curl -H 'Content-Type:' -d` does, is told what to say.
    expect(envelope(answer).message).toBe('The Content-Type has to be application/json, application/x-www-form-urlencoded')
    expect((await ask('PUT', `${UPDATE}?id=${id}&nickname=none`)).http).toBe(200)
  })
})

describe('what cannot be read', () => {
  it.each(['{', '{"id":', '{"id":1,}', "{'id':1}", 'x', '[]', '[1]', '"x"', '1', '{"__proto__":{"x":1}}', ''])(
    'as JSON %j answers 400',
    async (text) => {
      expectFailure(await ask('PUT', UPDATE, text, 'application/json'), 400, text)
    },
  )

  it('because it is too large answers 413', async () => {
    const large = 'x'.repeat(1024 * 1024)
    expectFailure(await ask('PUT', UPDATE, JSON.stringify({ id, nickname: large }), 'application/json'), 413, 'JSON')
    expectFailure(await ask('PUT', UPDATE, `id=${id}&nickname=${large}`, FORM), 413, 'form')
    // Just below the limit it is read, and judged by its fields.
    expectFailure(await ask('PUT', UPDATE, JSON.stringify({ id, nickname: large.slice(200) }), 'application/json'), 422, 'below')
  })

  it('because there is nothing there answers 404, in the envelope', async () => {
    for (const [method, path] of [
      ['GET', '/api/nothing'],
      ['GET', '/api'],
      ['GET', '/api/'],
      ['POST', '/api/admin/sysuser/nothing'],
      ['DELETE', USERS],
      ['POST', USERS],
      ['GET', `${USERS}/x`],
      ['GET', `${USERS}/`],
      ['GET', '/api/admin/SYSUSER/querySysUser'],
      ['OPTIONS', USERS],
      ['PATCH', UPDATE],
      ['GET', '/nothing'],
    ] as const) {
      expectFailure(await ask(method, path), 404, `${method} ${path}`)
    }
    expect((await ask('HEAD', USERS)).http).toBe(404)
  })

  it('because its address is damaged answers in the envelope as well', async () => {
    for (const path of ['/api/%', '/api/%zz', '/api/%ff', '/%c0%ae%c0%ae/', '/api/admin/sysuser/%']) {
      const answer = await ask('GET', path)
      expect([400, 404], path).toContain(answer.http)
      expect(envelope(answer), path).toMatchObject({ code: answer.http, status: answer.http, data: null })
      expect(answer.text).not.toMatch(/FST_|stack/)
    }
  })

  it('with U+0000 in it is refused and names the field', async () => {
    for (const answer of [
      await ask('PUT', UPDATE, JSON.stringify({ id, nickname: 'a\u0000b' }), 'application/json'),
      await ask('PUT', `${UPDATE}?id=${id}&nickname=a%00b`),
      await ask('PUT', UPDATE, `id=${id}&nickname=a%00b`, FORM),
    ]) {
      expectFailure(answer, 422, 'write')
      expect(envelope(answer).errors?.[0]?.field).toBe('nickname')
    }
    const searched = await ask('GET', `${USERS}?username=a%00b`)
    expectFailure(searched, 422, 'search')
    expect(envelope(searched).errors?.[0]?.field).toBe('username')
    const token = `grant_type=password&client_id=ui&tenantCode=${tenant.code}%00&username=a%00b&password=x`
    for (const path of ['/api/uaa/oauth/token']) expect([400, 401, 422]).toContain((await ask('POST', path, token, FORM)).http)
  })

  it('because it is no HTTP is ended, and the server goes on', async () => {
    const { hostname, port } = new URL(server.url)
    for (const bytes of [
      'GARBAGE\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      `GET /api HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
      'POST /api HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ]) {
      const answer = await new Promise<string>((resolve) => {
        let text = ''
        const socket = connect(Number(port), hostname, () => socket.end(bytes))
        socket
          .on('data', (chunk) => {
            text += String(chunk)
          })
          .on('error', () => resolve(text))
          .on('close', () => resolve(text))
      })
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    }
    expect((await ask('GET', USERS)).http).toBe(200)
  })
})

describe('messages', () => {
  it.each([
    ['zh-CN,zh;q=0.9', /用户名/],
    ['zh', /用户名/],
    ['zh-TW', /使用者/],
    ['zh-Hant-HK', /使用者/],
    ['en-GB', /User name/],
    ['en', /User name/],
    ['fr,de', /User name/],
    ['', /User name/],
    ['x'.repeat(500), /User name/],
    ['de, zh-TW;q=0.5', /使用者/],
  ])('are in the language of %j and name the field in it', async (language, expected) => {
    const answer = envelope(
      await ask('PUT', UPDATE, JSON.stringify({ id, username: 'x' }), 'application/json', { 'accept-language': language }),
    )
    expect(answer.errors).toEqual([{ field: 'username', message: expect.stringMatching(expected) }])
    expect(answer.message).toMatch(/\S/)
    expect(`${answer.message}${answer.errors?.[0]?.message}`).not.toMatch(/\{\{|undefined|check\.|error\./)
  })

  it('differ from language to language for every failure', async () => {
    const messages = await Promise.all(
      ['zh-CN', 'zh-TW', 'en'].map(
        async (language) => envelope(await ask('GET', '/api/nothing', undefined, undefined, { 'accept-language': language })).message,
      ),
    )
    expect(new Set(messages).size).toBe(3)
  })
})
