/** A server with screens on walls: a tenant whose roles show them, a device with two points, a screen that shows one of them, and displays. */
import { expect } from 'vitest'
import type { BuiltTenant } from './builders.ts'
import { buildTenant, newUser } from './builders.ts'
import type { Answer, Client } from './client.ts'
import type { BuiltDevice } from './devices.ts'
import { buildDevice, pointsOf, sendReadings } from './devices.ts'
import type { OpenedLink } from './screens.ts'
import { buildScreen, openLink, shownTo } from './screens.ts'
import type { TestServer } from './server.ts'
import { startServer } from './server.ts'
import type { Listening } from './socket.ts'
import { listen } from './socket.ts'

export const LINK = '/api/screen/link'
/** What a wall needs of a role: the screen, its pages and the newest values. */
export const SHOWS = ['/screen/screen/queryScreenShown', '/screen/screen/queryScreenPage', '/acquisition/reading/queryLatestReading']
const MANAGES = ['addScreenLink', 'deleteScreenLink', 'queryScreenLink', 'queryScreenDisplay'].map((verb) => `/screen/link/${verb}`)
export const NOWHERE = [404, 'This address shows no screen']

export interface Maker {
  readonly id: string
  readonly client: Client
  change(values: object): Promise<void>
}
export type Display = OpenedLink & ReturnType<typeof shownTo>

export interface Walls {
  readonly server: TestServer
  readonly tenant: BuiltTenant
  readonly other: BuiltTenant
  readonly admin: Client
  readonly temperature: string
  readonly humidity: string
  /** Shows the temperature. */
  readonly screen: string
  /** The role that shows screens and nothing else. */
  readonly wall: string
  /** Somebody new who manages links and has these roles besides. */
  maker(...codes: string[]): Promise<Maker>
  /** A display that shows a link, and what it can ask. */
  display(token: string, more?: object, headers?: Record<string, string>): Promise<Display>
  /** A socket, which is closed by `closeAll`. */
  listening(token: string, headers?: Record<string, string>, url?: string): Promise<Listening>
  send(value: number, key?: string): Promise<void>
  closeAll(): void
}

/** Starts it, behind one proxy: then a test says where a call comes from. */
export async function startWalls(): Promise<Walls> {
  const server = await startServer({ trustProxy: 1 })
  const role = { roleDescription: '', menus: [], hiddenButtons: [], hiddenFields: [] }
  const tenant = await buildTenant(server, {
    roles: [
      { ...role, roleCode: 'WALL', roleName: 'Wall', urls: SHOWS },
      { ...role, roleCode: 'NAMELESS', roleName: 'Nameless', urls: SHOWS, hiddenFields: [{ menu: 'points', fields: ['pointName'] }] },
      { ...role, roleCode: 'MANAGES', roleName: 'Manages', urls: MANAGES },
    ],
  })
  const other = await buildTenant(server)
  const admin = await tenant.signIn('admin')
  const device: BuiltDevice = await buildDevice(server, tenant)
  const points = await pointsOf(server, device)
  const [temperature, humidity] = [points['temperature'] as string, points['humidity'] as string]
  const sockets: Listening[] = []
  return {
    server,
    tenant,
    other,
    admin,
    temperature,
    humidity,
    screen: await buildScreen(admin, [temperature]),
    wall: tenant.roles['WALL'] as string,
    async maker(...codes) {
      const values = newUser(tenant, { roleId: ['MANAGES', ...codes].map((code) => tenant.roles[code]) })
      const { data } = await admin.post<{ id: string }>('/api/admin/sysuser/addSysUser', values)
      return {
        id: data.id,
        client: await tenant.signIn(String(values['username'])),
        async change(changes) {
          const answer = await admin.put('/api/admin/sysuser/updateSysUser', { id: data.id, ...changes })
          expect(answer.http, answer.message).toBe(200)
        },
      }
    },
    async display(token, more = {}, headers = {}) {
      const { http, data, message } = await openLink(server.url, token, more, headers)
      expect(http, message).toBe(200)
      return { ...data, ...shownTo(server.url, data.accessToken, data.screenId, headers) }
    },
    async listening(token, headers = {}, url = server.url) {
      const socket = await listen(url, token, headers)
      sockets.push(socket)
      return socket
    },
    send: (value, key = 'temperature') => sendReadings(server, device, [{ key, time: Date.now(), value }]),
    closeAll() {
      for (const socket of sockets.splice(0)) socket.close()
    },
  }
}

export const outcomeOf = ({ http, message }: Answer) => [http, message]
export const isClosed = (socket: Listening) => socket.code() !== undefined
/** All values that a socket was told, in their order. */
export const pushed = ({ received }: Listening) => received.flatMap(({ kind, list }) => (kind === 'values' ? (list ?? []) : []))
/** Long enough for something that must not come. */
export const quiet = () => new Promise((resolve) => setTimeout(resolve, 700))
