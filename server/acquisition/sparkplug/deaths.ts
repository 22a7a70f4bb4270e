/** What a death certificate of Sparkplug means: the values of whoever has died are no good any more, until they are born again. */
import type { Acquisition } from '../acquisition.ts'
import { codeOf } from '../gateways.ts'
import type { Device } from '../known-devices.ts'

/** Stores of each of these devices that nothing is known of its points, and says on its page why. @param names As the gateway calls them; `undefined` is itself. */
export async function bury(
  { registry, ingest, states }: Pick<Acquisition, 'registry' | 'ingest' | 'states'>,
  gateway: Device,
  names: readonly (string | undefined)[],
  topic: string,
): Promise<void> {
  const known = await Promise.all(
    names.map((name) => {
      const code = name === undefined ? gateway.code : codeOf(gateway, name)
      return code === undefined ? undefined : registry.find(`${gateway.tenantCode}/${code}`)
    }),
  )
  const dead = known.filter((device) => device !== undefined)
  for (const { tenantId, id } of dead) states.recordUnreachable({ tenantId, deviceId: id }, { code: 'offline', at: topic })
  await ingest.acceptTogether(
    dead
      .filter(({ points }) => points.size > 0)
      .map((device) => {
        const readings = [...device.points.keys()].map((key) => ({ key, time: undefined, value: undefined, isLost: true as const }))
        return { device, payload: { readings, faults: [] }, bytes: 0 }
      }),
  )
}
