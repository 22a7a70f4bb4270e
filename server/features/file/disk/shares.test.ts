/** Sharing with some: each way of it opens what it should, to nobody else, and to be read only. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { Disk } from '../../../../tests/support/disk.ts'
import { FILE, diskCalls, keeper, mate, startDisk } from '../../../../tests/support/disk.ts'
import { fingerprint } from '../../../../tests/support/rows.ts'
import { absentId } from '../../../../tests/support/values.ts'

let disk: Disk
const { put, folder, listed, names, fetched, asOwner } = diskCalls(() => disk)
beforeAll(async () => {
  disk = await startDisk()
})
afterAll(() => disk.server.stop())

const share = (id: string, to: { userId?: string[]; roleId?: string[]; orgId?: string[] }) =>
  disk.owner.post(`${FILE}/updateFileShare`, { id, ...to })
const tops = async (client: Client, headers = {}) =>
  (await client.get<{ list: { id: string }[] }>(`${FILE}/queryFile`, { place: 'shared', pageSize: 1000 }, headers)).data.list.map(
    ({ id }) => id,
  )
/** Whether a client lists the folder, lists what is in it, and fetches that. */
const reads = async (client: Client, [top, inside]: readonly [string, string]) => [
  (await tops(client)).includes(top),
  (await listed(client, { parentId: top })).http,
  (await fetched(client, { id: inside })).status,
]
const SEES = [true, 200, 200]
const SEES_NOT = [false, 404, 404]

async function folderWithFile(): Promise<readonly [string, string]> {
  const top = await folder(disk.owner)
  return [top, (await put(disk.owner, 'inside', { id: top, name: 'inside.txt' })).data.id]
}

describe('what is shared', () => {
  // The reader is in the team below the branch and holds ROLE_MATE; the bystander is in the root and does not.
  it.each<[string, () => Parameters<typeof share>[1], boolean]>([
    ['with a user', () => ({ userId: [disk.tenant.users['reader'] as string] }), false],
    ['with a role', () => ({ roleId: [disk.tenant.roles[mate.roleCode] as string] }), false],
    ['with an organisation', () => ({ orgId: [disk.tenant.organisations['team'] as string] }), false],
    ['with an organisation above', () => ({ orgId: [disk.tenant.organisations['branch'] as string] }), false],
    ['with the highest organisation', () => ({ orgId: [disk.tenant.organisations['root'] as string] }), true],
    ['with a role that both hold', () => ({ roleId: [disk.tenant.roles[keeper.roleCode] as string] }), true],
  ])('%s is read by whom it is shared with, until it no longer is', async (_way, to, bothSee) => {
    const { owner, reader, bystander, stranger } = disk
    const things = await folderWithFile()
    for (const client of [reader, bystander, stranger]) expect(await reads(client, things)).toEqual(SEES_NOT)
    expect(await share(things[0], to())).toMatchObject({ http: 200 })
    expect(await reads(reader, things)).toEqual(SEES)
    expect(await reads(bystander, things)).toEqual(bothSee ? SEES : SEES_NOT)
    expect(await reads(stranger, things)).toEqual(SEES_NOT)
    expect(await tops(owner), "one's own is not shared with one").not.toContain(things[0])
    expect(await share(things[0], {})).toMatchObject({ http: 200 })
    for (const client of [reader, bystander]) expect(await reads(client, things)).toEqual(SEES_NOT)
  })

  it('with everybody is read by everybody of the tenant', async () => {
    const things = await folderWithFile()
    await disk.owner.post(`${FILE}/updateFileIsShared`, { id: things[0], isShared: 1 })
    for (const client of [disk.reader, disk.bystander]) expect(await reads(client, things)).toEqual(SEES)
    expect(await reads(disk.stranger, things)).toEqual(SEES_NOT)
    expect(await reads(disk.viewer, things).catch(() => 'refused'), 'without the right to files').toEqual('refused')
  })

  it('with a role is read while that role is active', async () => {
    const [top, inside] = await folderWithFile()
    await share(top, { roleId: [disk.tenant.roles[mate.roleCode] as string] })
    const as = (role: string) => ({ rolecode: role })
    expect(await tops(disk.reader, as(mate.roleCode))).toContain(top)
    expect(await tops(disk.reader, as(keeper.roleCode))).not.toContain(top)
    expect((await disk.reader.post(`${FILE}/downloadFile`, { id: inside }, as(keeper.roleCode))).http).toBe(404)
  })

  it('is listed once, at its top, and found by search; pictures of texts and what is in the bin are not', async () => {
    const { owner, reader } = disk
    const mark = unique()
    const top = await folder(owner, '0', `top ${mark}`)
    const inner = await folder(owner, top, `inner ${mark}`)
    await put(owner, 'x', { id: inner, name: `deep ${mark}.txt` })
    const userId = [disk.tenant.users['reader'] as string]
    for (const id of [top, inner]) await share(id, { userId })
    await owner.post(`${FILE}/updateFileIsShared`, { id: top, isShared: 1 })
    const listedTops = await tops(reader)
    expect([listedTops.filter((id) => id === top).length, listedTops.includes(inner)]).toEqual([1, false])
    const found = (await listed(reader, { place: 'shared', everywhere: 1, originalFilename: mark })).data.list
    expect(
      found.map(({ originalFilename, path, access, isLinked, versions }) => [originalFilename, path, access, isLinked, versions]),
    ).toEqual([
      [`inner ${mark}`, [`top ${mark}`], 'read', 0, 0],
      [`top ${mark}`, [], 'read', 0, 0],
      [`deep ${mark}.txt`, [`top ${mark}`, `inner ${mark}`], 'read', 0, 1],
    ])
    // A shared folder within one that is not tells nothing of what is above it, in a search as on the way.
    await share(top, {})
    await owner.post(`${FILE}/updateFileIsShared`, { id: top, isShared: 0 })
    expect(await tops(reader)).toContain(inner)
    expect((await listed(reader, { parentId: inner, everywhere: 1, originalFilename: mark })).data).toMatchObject({
      list: [{ path: [`inner ${mark}`] }],
      path: [{ id: inner }],
    })
    const gif = Buffer.from('47494638396101000100800000ffffff00000021f90401000000002c00000000010001000002024401003b', 'hex')
    const { data: picture } = await put(owner, gif, { uploadType: 'editor', name: `${mark}.gif` })
    expect(await tops(reader)).not.toContain(picture.id)
    expect(
      (await fetch(`${disk.server.url}${FILE}/picture?id=${picture.id}`, { headers: { authorization: `Bearer ${reader.token}` } })).status,
    ).toBe(200)
    await owner.post(`${FILE}/deleteFile`, { id: [inner] })
    expect(await tops(reader)).not.toContain(inner)
    expect((await listed(reader, { parentId: inner })).http).toBe(404)
  })

  it('is read and nothing else', async () => {
    const { owner, reader } = disk
    const [top, inside] = await folderWithFile()
    await put(owner, 'inside again', { replaces: inside })
    await share(top, { userId: [disk.tenant.users['reader'] as string] })
    const [{ versionId: former = '' } = {}] = (
      await owner.get<{ versionId: string; isCurrent: boolean }[]>(`${FILE}/queryFileVersion`, { id: inside })
    ).data.filter(({ isCurrent }) => !isCurrent)
    const before = await fingerprint(disk.server, disk.tenant.id)
    for (const id of [top, inside]) {
      const answers = await Promise.all([
        reader.post(`${FILE}/updateFileName`, { id, originalFilename: 'mine' }),
        reader.post(`${FILE}/deleteFile`, { id: [id] }),
        reader.post(`${FILE}/moveFile`, { id: [id] }),
        reader.get(`${FILE}/queryFileShare`, { id }),
        reader.post(`${FILE}/updateFileShare`, { id, userId: [disk.tenant.users['bystander']] }),
        reader.post(`${FILE}/updateFileIsShared`, { id, isShared: 1 }),
        reader.post(`${FILE}/addFileLink`, { id }),
        reader.get(`${FILE}/queryFileLink`, { id }),
        reader.get(`${FILE}/queryFileVersion`, { id }),
        reader.post(`${FILE}/restoreFileVersion`, { id, versionId: former }),
        reader.post(`${FILE}/downloadFile`, { id, versionId: former }),
        put(reader, 'x', { replaces: id }),
      ])
      expect(answers.map(({ http }) => http)).toEqual(Array(answers.length).fill(403))
    }
    expect(await fingerprint(disk.server, disk.tenant.id)).toBe(before)
    expect(await (await fetched(reader, { id: inside })).text()).toBe('inside again')
  })
})

describe('whom it can be shared with', () => {
  const names = (client: Client, query: Record<string, string>) =>
    client.get<{ name: string; value: string }[]>(`${FILE}/queryFileShareOptions`, query)

  it('is told by name to whoever may share, though they may list nobody, and to nobody else', async () => {
    const { owner, viewer, stranger, tenant, other } = disk
    expect((await owner.get('/api/admin/sysuser/querySysUserOptions')).http, 'the list of users is none of theirs').toBe(403)
    expect((await names(owner, { kind: 'users', keyword: 'read' })).data).toEqual([{ name: 'reader', value: tenant.users['reader'] }])
    expect((await names(owner, { kind: 'roles', keyword: mate.roleName })).data).toEqual([
      { name: mate.roleName, value: tenant.roles[mate.roleCode] },
    ])
    expect((await names(owner, { kind: 'users', id: `${tenant.users['reader']},${other.users['admin']},${absentId()}` })).data).toEqual([
      { name: 'reader', value: tenant.users['reader'] },
    ])
    expect((await names(stranger, { kind: 'users', keyword: 'reader' })).data).toEqual([])
    expect((await names(viewer, { kind: 'users' })).http).toBe(403)
    for (const query of [{}, { kind: 'organisations' }, { kind: 'users', id: 'x' }])
      expect((await names(owner, query as Record<string, string>)).http).toBe(422)
  })

  it('is not told by a name that is hidden from them', async () => {
    const { owner, tenant } = disk
    await asOwner(
      "insert into role_hidden_fields (tenant_id, role_id, menu_id, field) select $1, $2, id, 'username' from menus where menu_code = 'sysuser'",
      [tenant.id, tenant.roles[keeper.roleCode]],
    )
    const { transactions, invalidations } = disk.server.services
    const changed = () =>
      transactions.inTenant({ tenantId: tenant.id }, (tx) => invalidations.publish(tx, { kind: 'grants-changed', tenantId: tenant.id }))
    await changed()
    expect((await names(owner, { kind: 'users', keyword: 'read' })).data).toEqual([{ name: 'reader', value: tenant.users['reader'] }])
    await asOwner('delete from role_hidden_fields where role_id = $1', [tenant.roles[keeper.roleCode]])
    await changed()
  })
})

describe('whom it is shared with', () => {
  it('is told to its owner, by names the owner may see, and is in the log', async () => {
    const { owner, tenant } = disk
    const [top] = await folderWithFile()
    const to = {
      userId: [tenant.users['reader'] as string],
      roleId: [tenant.roles[mate.roleCode] as string],
      orgId: [tenant.organisations['branch'] as string],
    }
    expect((await share(top, to)).http).toBe(200)
    const { data } = await owner.get(`${FILE}/queryFileShare`, { id: top })
    expect(data).toEqual({
      isShared: 0,
      users: [{ id: to.userId[0], label: 'reader' }],
      roles: [{ id: to.roleId[0], label: mate.roleName }],
      orgs: [{ id: to.orgId[0], label: `${tenant.canary} branch` }],
    })
    await asOwner(
      `insert into role_hidden_fields (tenant_id, role_id, menu_id, field) select $1, $2, id, hidden from menus, unnest(array['username', 'nickname', 'roleName', 'orgName']) hidden
      where menu_code = case hidden when 'roleName' then 'sysrole' when 'orgName' then 'sysorg' else 'sysuser' end`,
      [tenant.id, tenant.roles[keeper.roleCode]],
    )
    await disk.server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
      disk.server.services.invalidations.publish(tx, { kind: 'grants-changed', tenantId: tenant.id }),
    )
    expect((await owner.get<Record<string, { label: string }[]>>(`${FILE}/queryFileShare`, { id: top })).data).toMatchObject({
      users: [{ id: to.userId[0], label: '' }],
      roles: [{ label: '' }],
      orgs: [{ label: '' }],
    })
    await asOwner('delete from role_hidden_fields where role_id = $1', [tenant.roles[keeper.roleCode]])
    await disk.server.services.journal.flush()
    const [entry] = await asOwner<{ title: string; log_type: string; username: string; parameters: object }>(
      "select title, log_type, username, parameters from logs where url = '/file/file/updateFileShare' and parameters ->> 'id' = $1",
      [top],
    )
    expect(entry).toEqual({ title: 'files', log_type: 'update', username: 'owner', parameters: { id: top, ...to } })
  })

  it('is somebody of the tenant, or nothing of it is changed', async () => {
    const { owner, tenant, other, viewer, stranger } = disk
    const [top] = await folderWithFile()
    await share(top, { userId: [tenant.users['reader'] as string] })
    const before = await fingerprint(disk.server, tenant.id)
    for (const [field, foreign] of [
      ['userId', other.users['admin']],
      ['roleId', other.roles['ROLE_ADMIN']],
      ['orgId', other.organisations['root']],
    ] as const) {
      for (const id of [foreign as string, absentId()]) {
        expect(await owner.post(`${FILE}/updateFileShare`, { id: top, userId: [], [field]: [id] }), field).toMatchObject({
          http: 422,
          errors: [{ field }],
        })
      }
    }
    expect(await owner.post(`${FILE}/updateFileShare`, { id: top, tenantId: [other.id] })).toMatchObject({ http: 422 })
    for (const id of [top, absentId()])
      for (const verb of ['queryFileShare', 'queryFileLink', 'queryFileVersion'])
        expect((await stranger.get(`${FILE}/${verb}`, { id })).http).toBe(404)
    expect((await stranger.post(`${FILE}/updateFileShare`, { id: top, userId: [] })).http).toBe(404)
    expect((await viewer.post(`${FILE}/updateFileShare`, { id: top, userId: [] })).http).toBe(403)
    expect((await viewer.get(`${FILE}/queryFileShare`, { id: top })).http).toBe(403)
    expect(await fingerprint(disk.server, tenant.id)).toBe(before)
    expect(await names(disk.reader, { place: 'shared' })).not.toEqual([])
  })
})
