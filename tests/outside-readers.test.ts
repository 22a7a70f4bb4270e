/**
 * Libraries of other makers, unmodified, with what the product writes and how it lets applications in: openpyxl and python-docx read exports, Authlib signs somebody in by OAuth 2 and
 * OpenID Connect, and tuspy sends a file in pieces. They are Debian's packages python3-openpyxl, python3-docx, python3-authlib and python3-tuspy; `.ci/run` installs them. Without them
 * a machine says so and skips; with CI set it fails.
 */
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { points } from '../model/index.ts'
import { fieldKey } from '../model/labels/index.ts'
import { translatorFor } from '../server/kernel/http/language.ts'
import type { BuiltTenant } from './support/builders.ts'
import { buildTenant } from './support/builders.ts'
import type { Client } from './support/client.ts'
import { buildDevice } from './support/devices.ts'
import { REDIRECT, addApplication, allow } from './support/oauth.ts'
import { PYTHON, missingReaders } from './support/outside.ts'
import { temporaryFolder } from './support/process.ts'
import type { TestServer } from './support/server.ts'
import { startServer } from './support/server.ts'
import { pathsOf } from './support/values.ts'

it.runIf(process.env['CI'])('they are there, where everything has to be tested', () => {
  expect(missingReaders).toEqual([])
})
if (missingReaders.length > 0)
  process.stderr.write(`Outside readers are not tested: this machine has no ${missingReaders.join(', ')} (Debian's packages).\n`)

const t = translatorFor('en')

describe.skipIf(missingReaders.length > 0)('outside readers', () => {
  const folder = temporaryFolder()
  let server: TestServer
  let tenant: BuiltTenant
  let admin: Client
  beforeAll(async () => {
    server = await startServer()
    // The port is only known now; an operator writes the address into PUBLIC_URL.
    server.services.config.publicUrl = server.url
    tenant = await buildTenant(server)
    admin = await tenant.signIn('admin')
  })
  afterAll(async () => {
    await server.stop()
    folder.remove()
  })

  /** What a program prints, as JSON. Warnings are errors. */
  async function python<Result>(script: string, args: readonly string[], input = ''): Promise<Result> {
    const running = promisify(execFile)(PYTHON, ['-W', 'error', '-W', 'ignore::DeprecationWarning', '-c', script, ...args], {
      timeout: 60_000,
      env: { ...process.env, AUTHLIB_INSECURE_TRANSPORT: '1' },
    })
    running.child.stdin?.end(input)
    return JSON.parse((await running).stdout) as Result
  }

  /** A file with the points of a device. */
  async function exported(verb: 'export' | 'exportWord', asked: object): Promise<string> {
    const answer = await fetch(`${server.url}/api${points.api.base}/${verb}${points.api.noun}`, {
      method: 'POST',
      body: JSON.stringify(asked),
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json', 'accept-language': 'en' },
    })
    expect(answer.status).toBe(200)
    const path = join(folder.path, verb)
    writeFileSync(path, Buffer.from(await answer.arrayBuffer()))
    return path
  }

  async function furnished() {
    const { id } = await buildDevice(server, tenant, { x: {} })
    const before = Date.now()
    for (const values of [
      { pointKey: 'flow', pointName: '=1+1', scale: 0.25, decimals: 2, rangeHigh: 1200 },
      { pointKey: 'level', pointName: '𠮷野 😀 <b>', unit: '°C' },
    ])
      expect(await admin.post(pathsOf(points).add, { deviceId: id, ...values })).toMatchObject({ http: 200 })
    return { id, before, heads: (names: readonly string[]) => names.map((name) => t(fieldKey('points', name))) }
  }

  it('openpyxl finds real times and numbers in a workbook, and texts where there is a formula to fear', async () => {
    const { id, before, heads } = await furnished()
    const path = await exported('export', { deviceId: id })
    const sheet = await python<{
      head: string[]
      rows: [kind: string, value: unknown, isDate: boolean][][]
      frozen: string
      filter: string
    }>(
      `
import sys, json, datetime, openpyxl
sheet = openpyxl.load_workbook(open(sys.argv[1], 'rb')).worksheets[0]
table = list(sheet.iter_rows())
def told(cell):
    value = cell.value
    return [type(value).__name__, value.isoformat() if isinstance(value, datetime.datetime) else value, cell.is_date]
head = next(index for index, row in enumerate(table) if sum(cell.value is not None for cell in row) > 3)
print(json.dumps({'head': [cell.value for cell in table[head]], 'rows': [[told(cell) for cell in row] for row in table[head + 1:]],
  'frozen': sheet.freeze_panes, 'filter': sheet.auto_filter.ref,
  'formulas': sum(cell.data_type == 'f' for row in table for cell in row)}))
`,
      [path],
    )
    expect(sheet).toMatchObject({
      formulas: 0,
      frozen: expect.stringMatching(/^[A-Z]+\d+$/) as string,
      filter: expect.stringContaining(':') as string,
    })
    const places = heads(['pointKey', 'pointName', 'scale', 'rangeHigh', 'createTime']).map((head) => sheet.head.indexOf(head))
    expect(places).not.toContain(-1)
    const row = (key: string) => places.map((place) => sheet.rows.find((cells) => cells[places[0] as number]?.[1] === key)?.[place])
    const [, name, scale, high, created] = row('flow')
    expect([name, scale, high]).toEqual([
      ['str', '=1+1', false],
      ['float', 0.25, false],
      ['int', 1200, false],
    ])
    expect(created).toMatchObject(['datetime', expect.any(String), true])
    // By the clock of the tenant, to the second.
    const offset = (Date.parse(`${String(created?.[1])}Z`) - before) / 1000
    expect(Math.abs((((offset % 900) + 1350) % 900) - 450)).toBeLessThan(60)
    expect(row('level').slice(0, 4)).toEqual([
      ['str', 'level', false],
      ['str', '𠮷野 😀 <b>', false],
      expect.anything(),
      ['NoneType', null, false],
    ])
  })

  it('python-docx finds the table of a document, whose head is repeated on each page', async () => {
    const { id, heads } = await furnished()
    const path = await exported('exportWord', { deviceId: id })
    const { rows, repeated, landscape } = await python<{ rows: string[][]; repeated: number; landscape: boolean }>(
      `
import sys, json, docx
document = docx.Document(sys.argv[1])
table = max(document.tables, key=lambda each: len(each.rows))
section = document.sections[0]
print(json.dumps({'rows': [[cell.text for cell in row.cells] for row in table.rows], 'landscape': section.page_width > section.page_height,
  'repeated': len(table._tbl.xpath('./w:tr/w:trPr/w:tblHeader'))}))
`,
      [path],
    )
    const [key, name] = heads(['pointKey', 'pointName']).map((head) => rows[0]?.indexOf(head) as number) as [number, number]
    expect([repeated, landscape, rows.length]).toEqual([1, true, 4])
    expect(
      rows
        .slice(1)
        .map((cells) => [cells[key], cells[name]])
        .filter(([text]) => text !== 'x')
        .sort(),
    ).toEqual([
      ['flow', '=1+1'],
      ['level', '𠮷野 😀 <b>'],
    ])
  })

  it('Authlib signs somebody in by a code with PKCE, verifies who it is, asks again and takes its leave', async () => {
    const { clientId, secret } = await addApplication(admin, { authScope: 'openid profile email' })
    const shared = `
import sys, json
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import jwt
server, client_id, secret, redirect = sys.argv[1:5]
session = OAuth2Session(client_id, secret, scope='openid profile', redirect_uri=redirect, code_challenge_method='S256')
metadata = session.request('GET', server + '/.well-known/openid-configuration', withhold_token=True).json()
`
    const about = [server.url, clientId, secret, REDIRECT]
    const verifier = randomBytes(40).toString('base64url')
    const { url, state } = await python<{ url: string; state: string }>(
      `${shared}
url, state = session.create_authorization_url(metadata['authorization_endpoint'], code_verifier=sys.argv[5], nonce='n-0S6')
print(json.dumps({'url': url, 'state': state}))`,
      [...about, verifier],
    )
    expect(url.startsWith(`${server.url}/oauth/authorize?`)).toBe(true)
    const { data } = await allow(admin, Object.fromEntries(new URL(url).searchParams))
    const answer = await python<Record<string, unknown>>(
      `${shared}
session.state = sys.argv[7]
token = session.fetch_token(metadata['token_endpoint'], authorization_response=sys.argv[6], code_verifier=sys.argv[5])
keys = session.request('GET', metadata['jwks_uri'], withhold_token=True).json()
claims = jwt.decode(token['id_token'], keys, claims_options={'iss': {'value': server}, 'aud': {'value': client_id}, 'nonce': {'value': 'n-0S6'}})
claims.validate()
said = session.get(metadata['userinfo_endpoint']).json()
again = session.refresh_token(metadata['token_endpoint'], refresh_token=token['refresh_token'])
session.revoke_token(metadata['revocation_endpoint'], token=again['refresh_token'], token_type_hint='refresh_token')
session.token = again
print(json.dumps({'iss': metadata['issuer'], 'type': token['token_type'], 'same': said['sub'] == claims['sub'], 'name': said.get('preferred_username'),
  'rotated': again['refresh_token'] != token['refresh_token'], 'after': session.get(metadata['userinfo_endpoint']).status_code}))`,
      [...about, verifier, data.redirect, state],
    )
    expect(answer).toMatchObject({ iss: server.url, same: true, name: 'admin', rotated: true, after: 401 })
    expect(String(answer['type']).toLowerCase()).toBe('bearer')
  })

  it('tuspy sends a file in pieces, goes on with it in another process, and every byte is there', async () => {
    const bytes = randomBytes(3_000_000)
    const path = join(folder.path, 'beam-12.bin')
    writeFileSync(path, bytes)
    const script = `
import sys, json
from tusclient.client import TusClient
endpoint, token, path, url = sys.argv[1:]
client = TusClient(endpoint, headers={'Authorization': 'Bearer ' + token})
uploader = client.uploader(path, chunk_size=1000000, url=url or None, metadata={'filename': 'beam-12.bin', 'filetype': 'application/octet-stream'})
begun = uploader.offset
if url: uploader.upload()
else: uploader.upload_chunk()
print(json.dumps({'url': uploader.url, 'begun': begun, 'offset': uploader.offset}))
`
    const endpoint = `${server.url}/api/file/upload`
    const first = await python<{ url: string; offset: number }>(script, [endpoint, admin.token, path, ''])
    expect(first.offset).toBe(1_000_000)
    const second = await python<{ begun: number; offset: number }>(script, [endpoint, admin.token, path, first.url])
    expect(second).toMatchObject({ begun: 1_000_000, offset: bytes.length })
    const { data } = await admin.get<{ list: { id: string; originalFilename: string }[] }>('/api/file/file/queryFile', {})
    const id = data.list.find(({ originalFilename }) => originalFilename === 'beam-12.bin')?.id
    const answer = await fetch(`${server.url}/api/file/file/content?id=${id}`, { headers: { authorization: `Bearer ${admin.token}` } })
    const sha256 = (of: Buffer) => createHash('sha256').update(of).digest('hex')
    expect(sha256(Buffer.from(await answer.arrayBuffer()))).toBe(sha256(bytes))
  })
})
