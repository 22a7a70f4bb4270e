import { existsSync, readdirSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { users } from '../../../../model/index.ts'
import { PASSWORD, newUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { requestToken } from '../../../../tests/support/client.ts'
import type { Disk } from '../../../../tests/support/disk.ts'
import { FILE, diskCalls, startDisk } from '../../../../tests/support/disk.ts'
import { tusAt } from '../../../../tests/support/tus.ts'
import { importRows } from '../../../../tests/support/uploads.ts'
import { callerOf } from '../../authorization/caller.ts'
import type { JobKinds } from '../../runtime/job.ts'
import { runJobs } from '../../runtime/job-runner.ts'
import { identityOf } from '../../authorization/user-identity.ts'
import { newId } from '../../ids.ts'
import { build } from '../sql.ts'
import { uploadFolder } from '../../http/uploads.ts'
import { marksOf, watchSpace } from './space.ts'

describe('the watermark', () => {
  it('follows the disk below and above it', async () => {
    let free = 65
    const space = await watchSpace('/anywhere', 64, async () => free, 5)
    const becomes = async (wanted: boolean) => {
      while (space.isLeft('ordinary') !== wanted) await sleep(5)
    }
    expect(space.isLeft('ordinary')).toBe(true)
    free = 63.9
    await becomes(false)
    free = 64
    await becomes(true)
    space.stop()
  })

  it('gives way in steps: what may be large first, what leads out of it last', async () => {
    let free = 1000
    let asked = 0
    const ask = async () => {
      asked += 1
      return free
    }
    const space = await watchSpace('/anywhere', 64, ask, 5)
    const left = () => (['bulk', 'ordinary', 'essential'] as const).filter((purpose) => space.isLeft(purpose))
    const from = async (megabytes: number) => {
      free = megabytes
      const before = asked
      // The first of them may have been on its way; when the second is asked, its answer has been taken in.
      while (asked < before + 3) await sleep(1)
      return left()
    }
    expect(await from(512)).toEqual(['bulk', 'ordinary', 'essential'])
    expect(await from(511)).toEqual(['ordinary', 'essential'])
    expect(await from(64)).toEqual(['ordinary', 'essential'])
    expect(await from(63)).toEqual(['essential'])
    expect(await from(32)).toEqual(['essential'])
    expect(await from(31)).toEqual([])
    space.stop()
  })

  it('asks a disk that takes long to answer once, and not again and again', async () => {
    let [asked, under, most] = [0, 0, 0]
    const ask = async () => {
      asked += 1
      if (asked === 1) return 1000
      under += 1
      most = Math.max(most, under)
      await sleep(40)
      under -= 1
      return 1000
    }
    const space = await watchSpace('/anywhere', 64, ask, 5)
    while (asked < 4) await sleep(5)
    space.stop()
    expect(most).toBe(1)
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
    while (space.isLeft('essential')) await sleep(5)
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

describe('a server whose disk fills up', () => {
  const MIN_FREE_MB = 64
  const [plenty, forRows, forEssentials, nothing] = [1000, 500, 40, 20]
  let free = plenty
  let disk: Disk
  let admin: Client
  const { put, names, blobs } = diskCalls(() => disk)
  beforeAll(async () => {
    disk = await startDisk()
    admin = await disk.tenant.signIn('admin')
  })
  afterAll(() => disk.server.stop())
  beforeEach(() => {
    free = plenty
    vi.spyOn(disk.server.database, 'hasSpace').mockImplementation((purpose) => free >= marksOf(MIN_FREE_MB)[purpose])
  })
  const full = { http: 507, code: 507, data: null }
  const onTheWay = () => {
    const folder = uploadFolder(disk.server.services.config.dataDir)
    return existsSync(folder) ? readdirSync(folder) : []
  }
  const addUser = () => admin.post<{ id: string }>('/api/admin/sysuser/addSysUser', newUser(disk.tenant))

  it('takes no files, no imports and no pieces of uploads any more, but rows', async () => {
    const { server, owner } = disk
    const tus = tusAt(server.url, admin)
    const begun = (await tus.begin(4, { filename: `${unique()}.txt` })).headers.get('location') as string
    const before = blobs()
    free = forRows
    expect(await put(owner, 'text')).toMatchObject(full)
    expect(await importRows(server.url, admin, users, [['x']])).toMatchObject(full)
    expect((await tus.begin(4, { filename: `${unique()}.txt` })).status).toBe(507)
    expect((await tus.patch(begun, { offset: 0, bytes: Buffer.from('text') })).status).toBe(507)
    expect((await tus.abort(begun)).status).toBe(204)
    expect(await admin.get('/api/admin/sysuser/querySysUser')).toMatchObject({ http: 200 })
    expect(await addUser()).toMatchObject({ http: 200 })
    expect(blobs(), 'files of other tests may lie there').toEqual(before)
    free = plenty
    expect(await put(owner, 'text')).toMatchObject({ http: 200 })
  })

  it('lets people sign in, look around, delete and sign out when it takes no rows any more', async () => {
    const { server, tenant, owner } = disk
    const file = (await put(owner, 'in the way')).data.id
    const user = (await addUser()).data.id
    const before = (await admin.get<{ total: number }>('/api/admin/sysuser/querySysUser')).data.total
    free = forEssentials
    expect(await addUser()).toMatchObject(full)
    expect(await owner.post(`${FILE}/addFolder`, { originalFilename: unique() })).toMatchObject(full)
    const signedIn = await tenant.signIn('owner')
    expect(await signedIn.post('/api/account/sysuserdetail/queryCurrentAuthority', {})).toMatchObject({ http: 200 })
    expect(await signedIn.post('/api/admin/sysuser/registerNewSession', {})).toMatchObject({ http: 200 })
    expect(await signedIn.post(`${FILE}/downloadTicket`, { id: file }), 'what is to be deleted can be fetched before').toMatchObject({
      http: 200,
    })
    expect(await signedIn.post(`${FILE}/deleteFile`, { id: [file] })).toMatchObject({ http: 200 })
    expect(await signedIn.post(`${FILE}/eraseFile`, { id: [file] })).toMatchObject({ http: 200, data: { deleted: 1 } })
    expect(await admin.post('/api/admin/sysuser/deleteSysUser', { id: [user] })).toMatchObject({ http: 200 })
    expect((await admin.get<{ total: number }>('/api/admin/sysuser/querySysUser')).data.total).toBe(before - 1)
    expect(await signedIn.post('/api/uaa/users/signOut', {})).toMatchObject({ http: 200 })
    expect(await requestToken(server.url, tenant.code, 'owner', PASSWORD)).toMatchObject({ http: 200 })
    free = plenty
    expect(await names(owner, { place: 'recycled' })).toEqual([])
  })

  it('writes nothing where not even that has room, goes on with reads, and writes again afterwards', async () => {
    const { server, tenant } = disk
    const count = async () => (await admin.get<{ total: number }>('/api/admin/sysuser/querySysUser')).data.total
    const before = await count()
    free = nothing
    expect(await addUser()).toMatchObject(full)
    expect(await requestToken(server.url, tenant.code, 'admin', PASSWORD)).toMatchObject({ http: 507 })
    // Whatever its route says it needs: this one is asked by GET.
    expect((await fetch(`${server.url}/api/account/captcha/generateImageCaptcha?key=${'k'.repeat(20)}`)).status).toBe(507)
    expect(await count()).toBe(before)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    free = plenty
    expect(await addUser()).toMatchObject({ http: 200 })
    expect(await count()).toBe(before + 1)
  })

  /** Sends a body in two halves, between which the disk fills up. Gives the status it is answered with. */
  const sendInHalves = (method: string, path: string, headers: Record<string, string>, halves: readonly [Buffer, Buffer]) =>
    new Promise<number>((resolve, reject) => {
      const call = request(`${disk.server.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${admin.token}`, ...headers, 'content-length': String(halves[0].length + halves[1].length) },
      })
      call.on('error', reject)
      call.on('response', (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      })
      call.write(halves[0])
      setTimeout(() => {
        free = forRows
        call.end(halves[1])
      }, 200)
    })
  const half = (letter: string) => Buffer.alloc(200_000, letter)

  it('ends an upload that is on its way, and keeps nothing of it', async () => {
    const before = blobs()
    const head = `--line\r\ncontent-disposition: form-data; name="file"; filename="${unique()}.txt"\r\n\r\n`
    const halves = [Buffer.concat([Buffer.from(head), half('a')]), Buffer.concat([half('b'), Buffer.from('\r\n--line--\r\n')])] as const
    expect(await sendInHalves('POST', `${FILE}/uploadFile`, { 'content-type': 'multipart/form-data; boundary=line' }, halves)).toBe(507)
    await expect.poll(onTheWay).toEqual([])
    expect(blobs()).toEqual(before)
  })

  it('ends a piece of a large upload, and what has come of it before is not sent again', async () => {
    const tus = tusAt(disk.server.url, admin)
    const begun = (await tus.begin(400_000, { filename: `${unique()}.txt` })).headers.get('location') as string
    const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    expect(await sendInHalves('PATCH', begun, headers, [half('a'), half('b')])).toBe(507)
    expect(Number((await tus.head(begun)).headers.get('upload-offset'))).toBe(200_000)
    expect((await tus.abort(begun)).status).toBe(204)
  })

  it('lets jobs wait, and ends those that are at work', async () => {
    const {
      server: { services },
      tenant,
    } = disk
    const identity = await identityOf(services.transactions, services.grants, {
      tenantId: tenant.id,
      userId: tenant.users['admin'] as string,
      sessionId: newId(),
    })
    const caller = callerOf(identity as NonNullable<typeof identity>, undefined)
    const kinds: JobKinds = {
      'long-enough': async ({ signal }) => {
        await sleep(60_000, undefined, { signal })
        return { done: 1 }
      },
    }
    const enqueue = () =>
      services.transactions.inTenant(caller, (tx) =>
        services.jobs.enqueue(tx, caller, 'en', { kind: 'long-enough', title: 'long', input: {} }),
      )
    const stateOf = (id: string) =>
      services.transactions.inTenant(
        { tenantId: tenant.id },
        async (tx) => tx.first(build.selectFrom('jobs').select(['status', 'error']).where('id', '=', id)),
        'read',
      )
    const [first, second] = [await enqueue(), await enqueue()]
    free = forRows
    await expect(enqueue()).rejects.toMatchObject({ code: 'storage.full' })
    const runner = runJobs(services, kinds, (error) => {
      throw error
    })
    // They must not be taken: the runner looks when it starts, and there is no event of looking in vain.
    await sleep(300)
    expect([await stateOf(first), await stateOf(second)]).toEqual([
      { status: 'queued', error: null },
      { status: 'queued', error: null },
    ])
    await runner.stop()
    free = plenty
    const again = runJobs(
      services,
      {
        'long-enough': async (job) => {
          free = forRows
          return await (kinds['long-enough'] as NonNullable<JobKinds[string]>)(job)
        },
      },
      (error) => {
        throw error
      },
    )
    await expect.poll(() => stateOf(first), { timeout: 10_000 }).toEqual({ status: 'failed', error: 'storage.full' })
    await again.stop()
  })
})
