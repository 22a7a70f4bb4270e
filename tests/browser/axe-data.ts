/** Rows and files in which the pages that are examined for accessibility have something to show. */
import { upload } from '../support/uploads.ts'
import { addSendingDevice } from './devices.ts'
import type { Site } from './support.ts'
import type { Machine } from './upkeep.ts'
import { faultOf, machineOf, orderOfFault, partOf, roundOf } from './upkeep.ts'

/** Made once for a site, however often they are looked at. */
const folders = new WeakMap<Site, Promise<string>>()
const devices = new WeakMap<Site, Promise<string>>()
const types = new WeakMap<Site, Promise<string>>()
const upkeep = new WeakMap<Site, Promise<Upkeep>>()

function onceFor<Made>(site: Site, kept: WeakMap<Site, Promise<Made>>, make: () => Promise<Made>): Promise<Made> {
  const made = kept.get(site) ?? make()
  kept.set(site, made)
  return made
}

/** A folder with a text in it. */
export const folderWithFile = (site: Site) =>
  onceFor(site, folders, async () => {
    const admin = await site.client()
    const { data: id } = await admin.post<string>('/api/file/file/addFolder', { originalFilename: 'axe', parentId: '0' })
    await upload(site.url, admin, '/api/file/file/uploadFile', Buffer.from('water level'), { name: 'levels.txt', fields: { id } })
    return id
  })

/** A device whose points are of every quality. */
export const deviceWithValues = (site: Site) =>
  onceFor(site, devices, async () => {
    const device = await addSendingDevice(site.url, await site.client(), {
      good: { unit: 'bar' },
      range: { rangeHigh: 1 },
      none: {},
      silent: {},
    })
    await device.push({ good: 1.5, range: 2, none: null, wrong: 1 })
    return device.id
  })

/** A device type with a point. */
export const typeWithPoint = (site: Site) =>
  onceFor(site, types, async () => {
    const admin = await site.client()
    const { data } = await admin.post<{ id: string }>('/api/acquisition/devicetype/addDeviceType', { typeCode: 'axe', typeName: 'axe' })
    await admin.post('/api/acquisition/typepoint/addTypePoint', { deviceTypeId: data.id, pointKey: 'flow', pointName: 'flow' })
    return data.id
  })

export interface Upkeep {
  readonly machine: Machine
  readonly faultId: string
  readonly orderId: string
  readonly roundId: string
  /** The code of a spare part. */
  readonly part: string
}

/** A machine with a fault that has an order, a round that leads past it, and a spare part. */
export const upkeepOf = (site: Site) =>
  onceFor(site, upkeep, async (): Promise<Upkeep> => {
    const admin = await site.client()
    const machine = await machineOf(admin)
    const faultId = await faultOf(admin, machine)
    const orderId = await orderOfFault(admin, faultId)
    const roundId = await roundOf(admin, [{ name: 'Pump house', machine }, { name: 'Gate' }])
    return { machine, faultId, orderId, roundId, part: await partOf(admin) }
  })
