/**
 * Every route as every role of the demonstration, as somebody without any right, as the platform's administrator and as
 * nobody: each cell of the matrix is what the roles' seeds say, no more and no less. Every cell is decided as the server
 * decides it, by what the route was registered with and what the tables say of the caller; and a sample is called.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import readings from '../model/labels/en/readings.ts'
import texts from '../model/labels/en/errors.ts'
import { roles as demonstration } from '../seeds/roles.ts'
import type { RoleSeed } from '../seeds/tenant.ts'
import { matchesUrl } from '../seeds/tenant.ts'
import { features } from '../server/modules.ts'
import { decide } from '../server/kernel/http/access.ts'
import type { Caller } from '../server/kernel/authorization/caller.ts'
import { callerOf } from '../server/kernel/authorization/caller.ts'
import type { Route } from '../server/kernel/http/http.ts'
import { buildPlatform, buildTenant, buildUser } from './support/builders.ts'
import type { TestServer } from './support/server.ts'
import { startServer } from './support/server.ts'
import { amount, sampleOf } from './support/thorough.ts'

const nothing: RoleSeed = {
  roleCode: 'NONE',
  roleName: 'none',
  roleDescription: '',
  menus: [],
  urls: [],
  hiddenButtons: [],
  hiddenFields: [],
}
const roles = [...demonstration, nothing]
const ANONYMOUS = 'anonymous'
const PLATFORM = 'platform'
const columns = [...roles.map((role) => role.roleCode), PLATFORM, ANONYMOUS]
const routes = features.flatMap((feature) => feature.routes)

let server: TestServer
const tokens = new Map<string, string>()
const callers = new Map<string, Caller>()
beforeAll(async () => {
  server = await startServer()
  const tenant = await buildTenant(server, {
    roles: [nothing],
    users: roles.map((role) => buildUser({ username: `matrix-${role.roleCode}`, roles: [role.roleCode] })),
  })
  const platform = await buildPlatform(server)
  for (const { roleCode } of roles) tokens.set(roleCode, (await tenant.signIn(`matrix-${roleCode}`)).token)
  tokens.set(PLATFORM, (await platform.signIn('admin')).token)
  for (const [column, token] of tokens) callers.set(column, callerOf(await server.services.sessions.authenticate(token), undefined))
}, 120_000)
afterAll(() => server.stop())

/** What a session of somebody may do whatever limits it: know itself, and end. */
const ALWAYS_OPEN = ['getSysUser', 'queryPublicParam', 'queryCurrentAuthority', 'signOut']
const OPEN_WITH = {
  password: ['updatePassword', 'registerNewSession'],
  enrol: ['registerNewSession', 'querySecondFactor', 'confirmIdentity', 'addTotp', 'enableTotp', 'queryPasskeyOptions', 'addPasskey'],
}

/** All that a display behind a link can ask for, however much its role may do. */
const OF_A_DISPLAY = ['downloadScreenPicture', 'queryScreenPage', 'queryScreenShown', 'reportScreenDisplay']

type Cell = 'open' | 'denied' | 'signed out' | 'no device'

/** What the declarations say: the route's access and, for a role, the URLs its seed names. */
function declared({ access, path }: Route, column: string): Cell {
  if (access === 'public') return 'open'
  // Whatever roles somebody has, they are no device.
  if (access === 'machine') return 'no device'
  if (column === ANONYMOUS) return 'signed out'
  if (access === 'signed-in' || column === PLATFORM) return 'open'
  const urls = roles.find((role) => role.roleCode === column)?.urls ?? []
  return access === 'granted' && (urls === 'all' || urls.some((pattern) => matchesUrl(pattern, path))) ? 'open' : 'denied'
}

/** What the server decides once it knows who asks, from the route as it is registered. */
function decided({ method, path }: Route, column: string): Cell {
  const registered = server.app.routeList.find((each) => each.url === `/api${path}` && [each.method].flat().includes(method))
  const { access, ...rest } = registered?.config ?? {}
  if (access === undefined) throw new Error(`${method} ${path} is not registered`)
  if (access === 'public') return 'open'
  if (access === 'machine') return 'no device'
  const caller = callers.get(column)
  if (!caller) return 'signed out'
  return decide({ access, ...rest }, caller, method) === undefined ? 'open' : 'denied'
}

/** What the server says. The body has a key that no call knows, so that a door which opens leads to nothing being done. */
async function found({ method, path }: Route, column: string): Promise<Cell> {
  const token = tokens.get(column)
  const headers = { 'accept-language': 'en', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) }
  const answer = await server.app.inject({ method, url: `/api${path}`, headers, ...(method === 'GET' ? {} : { payload: { matrix: 1 } }) })
  const text = answer.body.startsWith('{') ? (answer.json() as { code?: number; message?: string }) : {}
  if (answer.statusCode === 401 && text.code === 50008) return 'signed out'
  if (answer.statusCode === 401 && text.message === readings['error.device.credentials']) return 'no device'
  return answer.statusCode === 403 && text.message === texts['error.permission.denied'] ? 'denied' : 'open'
}

/** Of every feature one route as one role, and cells of the whole matrix beside them. */
const called = (() => {
  const cells = routes.flatMap((route) => columns.map((column) => [`${route.method} ${route.path} as ${column}`, route, column] as const))
  const ofFeatures = features.flatMap((feature, at) =>
    sampleOf(
      `role matrix, feature ${at}`,
      cells.filter(([, route]) => feature.routes.includes(route)),
      1,
    ),
  )
  const many = amount({ quick: 30, ci: 300, touched: 400, thorough: cells.length })
  return [...new Set([...ofFeatures, ...sampleOf('role matrix', cells, many)])]
})()

describe('the matrix of routes and roles', () => {
  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (_name, route) => {
    const wanted = columns.map((column) => `${column}: ${declared(route, column)}`)
    expect(columns.map((column) => `${column}: ${decided(route, column)}`)).toEqual(wanted)
  })

  it('has nothing of the platform for a caller of another tenant, who may hold every name of the catalogue', () => {
    const admin = callers.get('ROLE_ADMIN') as Caller
    const holder = { ...admin, urls: new Set(routes.map(({ path }) => path)) }
    const open = (caller: Caller) =>
      server.app.routeList.filter(({ config, method }) => {
        const { access, ...rest } = config ?? {}
        return access === 'platform' && decide({ access, ...rest }, caller, [method].flat()[0] as string) === undefined
      }).length
    expect(open(holder)).toBe(0)
    expect(open({ ...holder, isPlatform: true })).toBe(server.app.routeList.filter(({ config }) => config?.access === 'platform').length)
    expect(open({ ...holder, isPlatform: true })).toBeGreaterThan(20)
  })

  it.each(['password', 'enrol', 'read-only'] as const)('is narrower in a session that is limited to %s, whatever the roles', (limit) => {
    const platform = { ...(callers.get(PLATFORM) as Caller), limit }
    const open = server.app.routeList.flatMap(({ config, method, url }) => {
      const { access, ...rest } = config ?? {}
      if (access === undefined || access === 'public' || access === 'machine') return []
      return [method].flat().flatMap((verb) => (decide({ access, ...rest }, platform, verb) === undefined ? [`${verb} ${url}`] : []))
    })
    if (limit === 'read-only') {
      const writing = open.filter((name) => !/^(GET|HEAD) /.test(name)).map((name) => name.split('/').at(-1))
      expect(new Set(writing)).toEqual(
        new Set([
          'queryCurrentAuthority',
          'signOut',
          'leaveRole',
          'queryFigure',
          'previewReportTemplate',
          'queryPlayback',
          'queryPlaybackMarks',
          'queryScreenPage',
          'previewScreenPage',
        ]),
      )
      // What stands on a screen is shown with it.
      expect(open.filter((name) => /(export|download(?!ScreenPicture))[^/]*$|\/content$/.test(name))).toEqual([])
      expect(open.length).toBeGreaterThan(50)
    } else expect(open.map((name) => name.split('/').at(-1)).sort()).toEqual([...ALWAYS_OPEN, ...OPEN_WITH[limit]].sort())
  })

  it('is four calls for a display behind a link, however much its role may do', () => {
    const platform = { ...(callers.get(PLATFORM) as Caller), limit: 'screen' as const }
    const open = server.app.routeList.flatMap(({ config, method, url }) => {
      const { access, ...rest } = config ?? {}
      if (access === undefined || access === 'public' || access === 'machine') return []
      return [method].flat().flatMap((verb) => (decide({ access, ...rest }, platform, verb) === undefined ? [`${verb} ${url}`] : []))
    })
    expect(open.map((name) => name.split('/').at(-1)).sort()).toEqual(OF_A_DISPLAY)
  })

  it(`is what ${called.length} calls find`, async () => {
    const different: string[] = []
    for (const [name, route, column] of called) {
      const [wanted, got] = [declared(route, column), await found(route, column)]
      if (got !== wanted) different.push(`${name}: ${got} where the seeds say ${wanted}`)
    }
    expect(different).toEqual([])
  }, 300_000)

  it('has every cell, and says no as well as yes in every row of the seeds', () => {
    expect(columns).toEqual([
      'ROLE_ADMIN',
      'ROLE_EDITOR',
      'ROLE_VIEWER',
      'ROLE_OPERATOR',
      'ROLE_STAFFING',
      'ROLE_AUDITOR',
      'NONE',
      PLATFORM,
      ANONYMOUS,
    ])
    const cells = routes.flatMap((route) => columns.map((column) => declared(route, column)))
    process.stdout.write(
      `role matrix: ${cells.length} cells, ${cells.filter((cell) => cell === 'open').length} open, ${called.length} called\n`,
    )
    expect(cells.length).toBe(routes.length * columns.length)
    for (const column of ['ROLE_EDITOR', 'ROLE_VIEWER', 'ROLE_STAFFING', 'ROLE_AUDITOR']) {
      expect(new Set(routes.map((route) => declared(route, column)))).toEqual(new Set(['open', 'denied', 'no device']))
    }
  })
})
