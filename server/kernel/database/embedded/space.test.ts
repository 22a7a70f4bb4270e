import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { PASSWORD, buildTenant, newUser } from '../../../../tests/support/builders.ts'
import { clientWith, requestToken } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import { buildApp } from '../../../app.ts'
import { openServices } from '../../../services.ts'
import { watchSpace } from './space.ts'

describe('the watermark', () => {
  it('follows the disk below and above it', async () => {
    let free = 65
    const space = await watchSpace('/anywhere', 64, async () => free, 5)
    const becomes = async (wanted: boolean) => {
      while (space.isLeft() !== wanted) await sleep(5)
    }
    expect(space.isLeft()).toBe(true)
    free = 63.9
    await becomes(false)
    free = 64
    await becomes(true)
    space.stop()
  })

  it('takes a disk that cannot be asked for a full one', async () => {
    let asked = 0
    const space = await watchSpace(
      '/anywhere',
      64,
      async () => {
        asked += 1
        return asked === 1 ? 1000 : Promise.reject(new Error('gone'))
      },
      5,
    )
    while (space.isLeft()) await sleep(5)
    space.stop()
  })

  it('asks the disk of a folder that does not exist yet, and refuses to start without space', async () => {
    const folder = join(tmpdir(), 'outstation-not-there', 'data')
    ;(await watchSpace(folder, 0)).stop()
    await expect(watchSpace(folder, 1e12)).rejects.toThrow(
      /^DATA_DIR .+ has \d+ MB of disk space left, and MIN_FREE_MB asks for 1000000000000\.$/,
    )
  })
})

describe('a server whose disk is nearly full', () => {
  let server: TestServer
  let tenant: BuiltTenant
  let isLeft = true
  let url: string
  let stop: () => Promise<void>
  beforeAll(async () => {
    server = await startServer()
    tenant = await buildTenant(server)
    const services = await openServices(server.services.config, { ...server.database, mayWrite: () => isLeft })
    const app = await buildApp(services)
    await app.listen({ port: 0, host: '127.0.0.1' })
    url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    stop = async () => {
      await app.close()
      await services.events.close()
    }
  })
  afterAll(async () => {
    await stop()
    await server.stop()
  })

  it('refuses writes, goes on with reads, and writes again when there is space', async () => {
    const admin = clientWith(url, (await tenant.signIn('admin')).token)
    const count = async () => (await admin.get<{ total: number }>('/api/admin/sysuser/querySysUser')).data.total
    const before = await count()
    isLeft = false
    expect(await admin.post('/api/admin/sysuser/addSysUser', newUser(tenant))).toMatchObject({ http: 507, code: 507, data: null })
    expect(await requestToken(url, tenant.code, 'admin', PASSWORD)).toMatchObject({ http: 507 })
    expect(await count()).toBe(before)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    isLeft = true
    expect(await admin.post('/api/admin/sysuser/addSysUser', newUser(tenant))).toMatchObject({ http: 200 })
    expect(await count()).toBe(before + 1)
  })
})
