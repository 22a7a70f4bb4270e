import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { organisations } from '../../../model/index.ts'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant } from '../../../tests/support/builders.ts'
import type { Client } from '../../../tests/support/client.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { sharedServer } from '../../../tests/support/server.ts'
import { addRow, pathsOf } from '../../../tests/support/values.ts'

interface Node {
  id: string
  parentId: string
  children?: Node[]
}
const paths = pathsOf(organisations)

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
  admin = await tenant.signIn('admin')
})
afterAll(() => server.stop())

const move = (id: string | undefined, parentId: string | undefined) => admin.put(paths.update, { id, parentId })
const flat = (nodes: Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
async function everyNode(): Promise<string[]> {
  const { data } = await admin.get<{ list: Node[] }>(paths.query, { pageSize: 1000 })
  return flat(data.list)
    .map((node) => node.id)
    .sort()
}

describe('a tree', () => {
  it('nests its rows and counts its roots', async () => {
    const { data } = await admin.get<{ list: Node[]; total: number }>(paths.query, { pageSize: 1000 })
    const { root, branch, team } = tenant.organisations
    expect(data).toMatchObject({
      total: data.list.length,
      list: expect.arrayContaining([expect.objectContaining({ id: root, parentId: '0' })]),
    })
    const found = flat(data.list)
    expect(found.find((node) => node.id === root)?.children?.map((node) => node.id)).toContain(branch)
    expect(found.find((node) => node.id === branch)?.children?.map((node) => node.id)).toContain(team)
    expect(found.find((node) => node.id === team)).not.toHaveProperty('children')
  })

  it('gives what is below a node for its id', async () => {
    const { root, branch, team } = tenant.organisations
    const below = async (id: string | undefined) =>
      (await admin.get<{ list: Node[] }>(paths.query, { id: id ?? '' })).data.list.map((node) => node.id).sort()
    expect(await below(root)).toEqual([branch, team].sort())
    expect(await below(team)).toEqual([])
  })

  it('takes no node below itself', async () => {
    const { root, branch, team } = tenant.organisations
    for (const [id, parentId] of [
      [root, root],
      [root, branch],
      [root, team],
      [branch, team],
    ] as const) {
      expect(await move(id, parentId)).toMatchObject({ http: 422, errors: [{ field: 'parentId' }] })
    }
    expect((await move(team, root)).http).toBe(200)
    expect((await move(team, branch)).http).toBe(200)
  })

  it('stays a tree when two nodes move below one another at the same moment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [first, second] = [await addRow(admin, organisations), await addRow(admin, organisations)]
      const before = await everyNode()
      const answers = await Promise.all([move(first.id, second.id), move(second.id, first.id)])
      expect(answers.map((answer) => answer.http).sort()).toEqual([200, 422])
      expect(await everyNode(), 'a node that is below itself is in no list any more').toEqual(before)
    }
  })

  it('deletes a node with everything below it, or nothing', async () => {
    const top = await addRow(admin, organisations)
    const middle = await addRow(admin, organisations, { parentId: top.id })
    await addRow(admin, organisations, { parentId: middle.id })
    const before = await everyNode()
    expect((await admin.post(paths.delete, { id: tenant.organisations['root'] })).http, 'people are in it').toBe(409)
    expect(await everyNode()).toEqual(before)
    expect(await admin.post(paths.delete, { id: [top.id, middle.id] })).toMatchObject({ http: 200, data: { deleted: 3 } })
    expect((await everyNode()).length).toBe(before.length - 3)
  })
})
