/** A device that sends, made and heard as a person and a device would: over HTTP. */
import { expect } from 'vitest'
import { unique } from '../support/builders.ts'
import type { Client } from '../support/client.ts'
import { TENANT } from './support.ts'

export interface SendingDevice {
  readonly id: string
  readonly code: string
  readonly name: string
  /** Sends values by the keys of points, over HTTP. */
  push(values: Readonly<Record<string, number | null>>): Promise<void>
}

/** A device with these points. */
export async function addSendingDevice(url: string, admin: Client, points: Readonly<Record<string, object>>): Promise<SendingDevice> {
  const deviceCode = `live-${unique()}`
  const {
    data: { id },
  } = await admin.post<{ id: string }>('/api/acquisition/device/addDevice', {
    deviceCode,
    deviceName: `Pump ${deviceCode}`,
    deviceStatus: 1,
    connection: 'push',
  })
  for (const [pointKey, more] of Object.entries(points)) {
    expect(
      (await admin.post('/api/acquisition/point/addPoint', { deviceId: id, pointKey, pointName: `Point ${pointKey}`, ...more })).http,
    ).toBe(200)
  }
  const {
    data: { secret },
  } = await admin.post<{ secret: string }>('/api/acquisition/device/resetDeviceSecret', { id })
  const authorization = `Basic ${Buffer.from(`${TENANT}/${deviceCode}:${secret}`).toString('base64')}`
  return {
    id,
    code: deviceCode,
    name: `Pump ${deviceCode}`,
    async push(values) {
      const answer = await fetch(`${url}/api/acquisition/push`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(values),
      })
      expect(answer.status).toBe(200)
    },
  }
}
