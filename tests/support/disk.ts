/** The network disk as its callers use it, on a server with a tenant of its own. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RoleSeed } from '../../seeds/tenant.ts'
import type { Config } from '../../server/kernel/config.ts'
import type { Clock } from '../../server/kernel/runtime/clock.ts'
import type { BuiltTenant } from './builders.ts'
import { buildTenant, buildUser, unique } from './builders.ts'
import type { Answer, Client } from './client.ts'
import type { TestServer } from './server.ts'
import { sharedServer, startServer } from './server.ts'
import { upload } from './uploads.ts'

export const FILE = '/api/file/file'
const roleNamed = (roleCode: string, urls: string[]): RoleSeed => ({
  roleCode,
  roleName: roleCode.toLowerCase(),
  roleDescription: '',
  menus: [],
  urls,
  hiddenButtons: [],
  hiddenFields: [],
})
/** May do all that is to be done with files. */
export const keeper = roleNamed('ROLE_KEEPER', ['/file/file/*'])
/** The same, in one more role that things can be shared with. */
export const mate = roleNamed('ROLE_MATE', ['/file/file/*'])

/** May look at people and has nothing to do with files. */
export const onlooker = roleNamed('ROLE_ONLOOKER', ['/admin/sysuser/querySysUser'])

export interface DiskRow {
  id: string
  parentId: string
  originalFilename: string
  size: number
  fileType: string
  isShared: number
  isLinked: number
  isOwn: boolean
  access: 'own' | 'read'
  versions: number
  createdBy: string
  createTime: string
  updateTime: string
  deletedTime?: string
  path?: string[]
}
export interface DiskList {
  list: DiskRow[]
  total: number
  path: { id: string; label: string }[]
}

export interface Disk {
  readonly server: TestServer
  readonly tenant: BuiltTenant
  readonly other: BuiltTenant
  /** Keeps files; nobody else of the tenant has anything to do with them. */
  readonly owner: Client
  /** In the team, which is in the branch, which is below the root; holds ROLE_MATE as well. */
  readonly reader: Client
  /** In the root alone. */
  readonly bystander: Client
  /** May look at people and has no right to any file. */
  readonly viewer: Client
  /** Administrator of another tenant. */
  readonly stranger: Client
}

/** On a server of its own with these settings; where none are given, on the one that the files of a worker share, whose folder has the files of others as well. */
export async function startDisk(changes?: Partial<Config>, clock?: Clock): Promise<Disk> {
  const server = changes ? await startServer(changes, undefined, undefined, clock) : await sharedServer()
  const tenant = await buildTenant(server, {
    roles: [keeper, mate, onlooker],
    users: [
      buildUser({ username: 'owner', roles: [keeper.roleCode] }),
      buildUser({ username: 'reader', roles: [keeper.roleCode, mate.roleCode], org: 'team' }),
      buildUser({ username: 'bystander', roles: [keeper.roleCode] }),
      buildUser({ username: 'onlooker', roles: [onlooker.roleCode] }),
    ],
  })
  const other = await buildTenant(server)
  const [owner, reader, bystander, viewer, stranger] = (await Promise.all([
    ...['owner', 'reader', 'bystander', 'onlooker'].map((name) => tenant.signIn(name)),
    other.signIn('admin'),
  ] as Promise<Client>[])) as [Client, Client, Client, Client, Client]
  return { server, tenant, other, owner, reader, bystander, viewer, stranger }
}

/** The calls, for the server of `disk()`, which is there once the tests run. */
export function diskCalls(disk: () => Disk) {
  const named = (rows: readonly DiskRow[]) => rows.map(({ originalFilename }) => originalFilename)
  const listed = async (client: Client, query: Record<string, string | number> = {}) =>
    client.get<DiskList>(`${FILE}/queryFile`, { pageSize: 1000, ...query })
  return {
    named,
    listed,
    put: (
      client: Client,
      content: Buffer | string,
      { name = `${unique()}.txt`, ...fields }: Record<string, string> = {},
    ): Promise<Answer<{ id: string; originalFilename: string }>> =>
      upload(disk().server.url, client, `${FILE}/uploadFile`, Buffer.from(content), { name, fields }),
    folder: async (client: Client, parentId = '0', originalFilename = unique()) =>
      (await client.post<string>(`${FILE}/addFolder`, { originalFilename, parentId })).data,
    names: async (client: Client, query: Record<string, string | number> = {}) => named((await listed(client, query)).data.list),
    fetched: (client: Client, body: object) =>
      fetch(`${disk().server.url}${FILE}/downloadFile`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
      }),
    asOwner: async <Row>(sql: string, values: unknown[] = []) =>
      (await disk().server.database.asOwner((client) => client.query(sql, values))).rows as Row[],
    blobs: () => {
      const path = join(disk().server.services.config.dataDir, 'blobs')
      return existsSync(path)
        ? readdirSync(path, { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map((entry) => entry.name)
            .sort()
        : []
    },
    set: (key: string, value: string) =>
      disk().server.services.transactions.inTenant({ tenantId: disk().tenant.id }, async (tx) => {
        await tx.run({
          compile: () => ({
            sql: 'update parameters set param_value = $1 where param_key = $2',
            parameters: [value, key],
            query: {} as never,
            queryId: {} as never,
          }),
        })
        await disk().server.services.invalidations.publish(tx, { kind: 'parameters-changed', tenantId: disk().tenant.id })
      }),
  }
}
