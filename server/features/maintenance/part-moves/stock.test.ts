/** Spare parts over real HTTP: moves and the stock that they leave, never below zero; who may move what, for which order; and who is told once. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resources } from '../../../../model/index.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { call } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { addRow, pathsOf } from '../../../../tests/support/values.ts'
import { openOrder } from '../../../maintenance/orders/open.ts'

const { equipment, spareParts, partMoves } = resources
const MOVE = '/api/maintenance/partmove/movePart'
const ORDER_PARTS = '/api/maintenance/partmove/queryOrderPart'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let viewer: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, { users: [buildUser({ username: 'keeper' })] })
  ;[admin, viewer] = await Promise.all([tenant.signIn('admin'), tenant.signIn('viewer')])
})
afterAll(() => server.stop())

const rows = <Row>(text: string, values: readonly unknown[] = []) =>
  server.database.asOwner(async (owner) => (await owner.query(text, [tenant.id, ...values])).rows as Row[])

/** A part that is for any machine. */
const part = async (values: object = {}) =>
  (await addRow(admin, spareParts, { equipmentId: [], category: '', partMinimum: 0, keeperId: tenant.users['keeper'], ...values })).id
const move = (partId: string, moveKind: 'in' | 'out' | 'count', quantity: number, more: object = {}, client = admin) =>
  client.post<{ id: string; stockAfter: number }>(MOVE, {
    partId,
    moveKind,
    quantity,
    moveReason: 'test',
    requestId: randomUUID(),
    ...more,
  })
const stockOf = async (id: string) =>
  (await admin.get<{ list: { version: number; partStock: number; isShort: 0 | 1 }[] }>(pathsOf(spareParts).query, { id })).data.list[0]
const movesOf = async (partId: string) =>
  (await admin.get<{ list: Record<string, unknown>[] }>(pathsOf(partMoves).query, { partId, pageSize: 100 })).data.list
/** An order of a machine of its own. */
async function order(category = 'pumping') {
  const { id: equipmentId } = await addRow(admin, equipment, { category, deviceId: null })
  const { id } = await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
    openOrder(tx, server.services, {
      source: { by: 'person' },
      orderTitle: unique(),
      orderKind: 'corrective',
      orderPriority: 3,
      equipmentId,
    }),
  )
  return { id, equipmentId }
}

describe('a move of a spare part', () => {
  it('changes the stock and stays: what came, what went, and what was counted', async () => {
    const id = await part()
    expect(await move(id, 'in', 10)).toMatchObject({ http: 200, data: { stockAfter: 10 } })
    expect(await move(id, 'out', 2.5)).toMatchObject({ http: 200, data: { stockAfter: 7.5 } })
    expect(await move(id, 'count', 7)).toMatchObject({ http: 200, data: { stockAfter: 7 } })
    expect(await stockOf(id)).toMatchObject({ partStock: 7 })
    expect(
      (await movesOf(id)).map(({ moveKind, quantity, stockChange, stockAfter }) => [moveKind, quantity, stockChange, stockAfter]),
    ).toEqual([
      ['count', 7, -0.5, 7],
      ['out', 2.5, -2.5, 7.5],
      ['in', 10, 10, 10],
    ])
    expect((await movesOf(id))[0]).toMatchObject({ movedBy: tenant.users['admin'], moveReason: 'test' })
  })

  it('keeps sums of thousandths exact', async () => {
    const id = await part()
    for (let times = 0; times < 10; times += 1) await move(id, 'in', 0.1)
    expect(await stockOf(id)).toMatchObject({ partStock: 1 })
    expect(await move(id, 'out', 1)).toMatchObject({ http: 200, data: { stockAfter: 0 } })
  })

  it('never leaves less than nothing, and says how much there is', async () => {
    const id = await part({ partUnit: 'pcs' })
    await move(id, 'in', 3)
    const answer = await move(id, 'out', 4)
    expect(answer).toMatchObject({ http: 409, errors: [{ field: 'quantity' }] })
    expect(answer.message).toContain('3 pcs')
    expect(await stockOf(id)).toMatchObject({ partStock: 3 })
    expect(await movesOf(id)).toHaveLength(1)
    // Whatever wrote it, the table refuses it too.
    await expect(rows('update spare_parts set part_stock = -1 where tenant_id = $1 and id = $2', [id])).rejects.toThrow(
      /spare_parts_stock_check/,
    )
  })

  it('of the last part has one winner, however many take it at once', async () => {
    const id = await part()
    await move(id, 'in', 1)
    const answers = await Promise.all(Array.from({ length: 6 }, () => move(id, 'out', 1)))
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 409, 409, 409, 409, 409])
    expect(await stockOf(id)).toMatchObject({ partStock: 0 })
    expect((await movesOf(id)).filter(({ moveKind }) => moveKind === 'out')).toHaveLength(1)
  })

  it('that is sent again is one move, at once or later', async () => {
    const [id, other] = [await part(), await part()]
    const requestId = randomUUID()
    const answers = await Promise.all([move(id, 'in', 5, { requestId }), move(id, 'in', 5, { requestId })])
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect(await move(id, 'in', 5, { requestId })).toMatchObject({ http: 200, data: { stockAfter: 5 } })
    expect(await stockOf(id)).toMatchObject({ partStock: 5 })
    expect(await move(other, 'in', 5, { requestId })).toMatchObject({ http: 409 })
  })

  it('that is sent again as another one is refused, and not called done', async () => {
    const id = await part()
    await move(id, 'in', 9)
    const [{ id: orderId }, requestId] = [await order(), randomUUID()]
    expect(await move(id, 'out', 2, { requestId })).toMatchObject({ http: 200, data: { stockAfter: 7 } })
    expect(await move(id, 'out', 3, { requestId }), 'another amount').toMatchObject({ http: 409 })
    expect(await move(id, 'in', 2, { requestId }), 'the other way').toMatchObject({ http: 409 })
    expect(await move(id, 'out', 2, { requestId, orderId }), 'for an order').toMatchObject({ http: 409 })
    // An amount is kept to the thousandth, and compared as it is kept.
    expect(await move(id, 'out', 2.0001, { requestId }), 'the same').toMatchObject({ http: 200, data: { stockAfter: 7 } })
    expect(await stockOf(id)).toMatchObject({ partStock: 7 })
  })

  it('is refused where it says nothing sensible', async () => {
    const id = await part()
    expect(await move(id, 'in', 0)).toMatchObject({ http: 422, errors: [{ field: 'quantity' }] })
    expect(await move(id, 'in', -1)).toMatchObject({ http: 422, errors: [{ field: 'quantity' }] })
    expect(await move(id, 'in', 1, { moveReason: ' ' })).toMatchObject({ http: 422, errors: [{ field: 'moveReason' }] })
    expect(await move(id, 'count', 0)).toMatchObject({ http: 200 })
    expect(await move(id, 'in', 1, { orderId: randomUUID() })).toMatchObject({ http: 422, errors: [{ field: 'orderId' }] })
  })

  it('can be neither changed nor removed, and a part that has some stays', async () => {
    const id = await part()
    const { data } = await move(id, 'in', 1)
    const attempt = (work: string) =>
      server.database.asOwner(async (owner) => {
        await owner.query('begin')
        await owner.query('set local role outstation_tenant')
        await owner.query(`select set_config('app.tenant_id', $1, true)`, [tenant.id])
        try {
          await owner.query(work)
          return 'done'
        } catch (error) {
          return (error as Error).message
        } finally {
          await owner.query('rollback')
        }
      })
    expect(await attempt(`update part_moves set quantity = 9 where id = '${data.id}'`)).toMatch(/permission denied/)
    expect(await attempt(`delete from part_moves where id = '${data.id}'`)).toMatch(/permission denied/)
    expect(await admin.post(`${pathsOf(spareParts).delete}?id=${id}`)).toMatchObject({ http: 409 })
    // The stock is no field that anybody writes.
    const version = (await stockOf(id))?.version
    await admin.put(pathsOf(spareParts).update, { id, version, partStock: 99 })
    expect(await stockOf(id)).toMatchObject({ partStock: 1 })
  })
})

describe('whoever moves parts', () => {
  it('is signed in, has the right, and belongs to the tenant', async () => {
    const id = await part()
    await move(id, 'in', 1)
    const body = { partId: id, moveKind: 'out', quantity: 1, moveReason: 'x', requestId: randomUUID() }
    expect(await call(server.url, 'POST', MOVE, { body })).toMatchObject({ http: 401 })
    expect(await move(id, 'out', 1, {}, viewer)).toMatchObject({ http: 403 })
    const stranger = await (await buildTenant(server)).signIn('admin')
    expect(await move(id, 'out', 1, {}, stranger)).toMatchObject({ http: 404 })
    expect(await stockOf(id)).toMatchObject({ partStock: 1 })
  })
})

describe('parts of a work order', () => {
  it('are those for its machine, its category, or any machine', async () => {
    const { id: orderId, equipmentId } = await order()
    const own = await part({ equipmentId: [equipmentId] })
    const ofCategory = await part({ category: 'pumping,power' })
    const any = await part()
    const other = await part({ category: 'lifting' })
    const { id: foreign } = await addRow(admin, equipment, { deviceId: null })
    const ofOther = await part({ equipmentId: [foreign] })
    for (const id of [own, ofCategory, any, other, ofOther]) await move(id, 'in', 2)
    for (const id of [own, ofCategory, any]) expect(await move(id, 'out', 1, { orderId })).toMatchObject({ http: 200 })
    for (const id of [other, ofOther])
      expect(await move(id, 'out', 1, { orderId })).toMatchObject({ http: 422, errors: [{ field: 'partId' }] })
    const { data } = await admin.get<{ moves: { partId: string; quantity: number }[]; parts: { partId: string }[]; mayMove: boolean }>(
      ORDER_PARTS,
      { id: orderId },
    )
    expect(data.moves.map(({ partId }) => partId).toSorted()).toEqual([own, ofCategory, any].toSorted())
    const offered = data.parts.map(({ partId }) => partId)
    expect([own, ofCategory, any].every((id) => offered.includes(id))).toBe(true)
    expect([other, ofOther].some((id) => offered.includes(id))).toBe(false)
    expect(data.mayMove).toBe(true)
  })

  it('are moved while it is open, and listed afterwards', async () => {
    const { id: orderId } = await order()
    const id = await part()
    await move(id, 'in', 2)
    await move(id, 'out', 1, { orderId })
    await rows(`update work_orders set order_state = 'cancelled' where tenant_id = $1 and id = $2`, [orderId])
    expect(await move(id, 'out', 1, { orderId })).toMatchObject({ http: 409, errors: [{ field: 'orderId' }] })
    const { data } = await admin.get<{ moves: unknown[]; parts: unknown[]; mayMove: boolean }>(ORDER_PARTS, { id: orderId })
    expect(data).toMatchObject({ parts: [], mayMove: false })
    expect(data.moves).toHaveLength(1)
  })

  it('go back before it is cancelled', async () => {
    const { id: orderId } = await order()
    const id = await part()
    await move(id, 'in', 2)
    await move(id, 'out', 2, { orderId })
    await move(id, 'in', 1, { orderId })
    const cancel = () =>
      admin.post('/api/maintenance/workorder/decideOnWorkOrder', { id: orderId, version: 1, transition: 'cancel', note: 'not needed' })
    expect(await cancel()).toMatchObject({ http: 409 })
    await move(id, 'in', 1, { orderId })
    expect(await cancel()).toMatchObject({ http: 200 })
  })

  it('are told to whoever may ask, of their own tenant', async () => {
    const { id } = await order()
    expect(await call(server.url, 'GET', `${ORDER_PARTS}?id=${id}`)).toMatchObject({ http: 401 })
    const stranger = await (await buildTenant(server)).signIn('admin')
    expect(await stranger.get(ORDER_PARTS, { id })).toMatchObject({ http: 404 })
  })
})

describe('a part below its minimum', () => {
  const noticesOf = async (code: string) =>
    (
      await rows<{ count: number }>(
        `select count(*)::int as count from notifications n join notification_users u on u.tenant_id = n.tenant_id and u.notification_id = n.id
          where n.tenant_id = $1 and n.content like '%' || $2 || '%' and u.user_id = $3`,
        [code, tenant.users['keeper']],
      )
    )[0]?.count

  it('is listed as such, and its keeper is told once, until there was enough again', async () => {
    const partCode = `P-${unique()}`
    const id = await part({ partCode, partMinimum: 3 })
    await move(id, 'in', 5)
    expect([await stockOf(id), await noticesOf(partCode)]).toMatchObject([{ isShort: 0 }, 0])
    await move(id, 'out', 3)
    expect([await stockOf(id), await noticesOf(partCode)]).toMatchObject([{ isShort: 1 }, 1])
    await move(id, 'out', 1)
    expect(await noticesOf(partCode)).toBe(1)
    await move(id, 'in', 5)
    await move(id, 'out', 4)
    expect(await noticesOf(partCode)).toBe(2)
  })

  it('may become one by a higher minimum', async () => {
    const partCode = `P-${unique()}`
    const id = await part({ partCode, partMinimum: 1 })
    await move(id, 'in', 5)
    const version = (await stockOf(id))?.version
    expect(await admin.put(pathsOf(spareParts).update, { id, version, partMinimum: 6 })).toMatchObject({ http: 200 })
    expect(await noticesOf(partCode)).toBe(1)
  })
})
