/** Channels, rules and what is delivered by them, as tests of a tenant go through it: a webhook of the test's own takes what leaves. */
import { expect } from 'vitest'
import { alarmsOf, buildRule, measure } from './alarms.ts'
import type { BuiltTenant } from './builders.ts'
import { unique } from './builders.ts'
import type { Client } from './client.ts'
import type { BuiltDevice } from './devices.ts'
import { buildDevice } from './devices.ts'
import { eventsRead } from './events.ts'
import type { Receiver } from './receiver.ts'
import type { TestServer } from './server.ts'

const CHANNEL = '/api/acquisition/alarmchannel'
const RULE = '/api/acquisition/deliveryrule'
const DELIVERY = '/api/acquisition/delivery'

/** What a test has at the moment; its administrator and tenant may be others later. */
interface Place {
  readonly server: TestServer
  readonly receiver: Receiver
  readonly tenant: BuiltTenant
  readonly admin: Client
}

interface Listed {
  id: string
  deliveryState: string
  deliveryEvent: string
  gathered: number | null
  attempts: number
  lastError: string | null
}

interface Posted {
  type: string
  total: number
  alarms: { id: string; event: string; priority: number; device: string; value: number }[]
}

/** The steps of such a test. */
export function deliverySteps(of: () => Place) {
  async function addChannel(values: object = {}): Promise<string> {
    const answer = await of().admin.post<{ id: string }>(`${CHANNEL}/addAlarmChannel`, {
      channelName: `c ${unique()}`,
      channelKind: 'webhook',
      channelStatus: 1,
      channelAddress: `${of().receiver.url}/${of().tenant.code}`,
      ...values,
    })
    expect(answer, JSON.stringify(answer)).toMatchObject({ http: 200 })
    return answer.data.id
  }
  async function addRule(channelId: string, values: object = {}): Promise<string> {
    const answer = await of().admin.post<{ id: string }>(`${RULE}/addDeliveryRule`, {
      deliveryName: `r ${unique()}`,
      channelId,
      leastPriority: 4,
      deliveryLanguage: 'en',
      deliveryStatus: 1,
      ...values,
    })
    expect(answer, JSON.stringify(answer)).toMatchObject({ http: 200 })
    return answer.data.id
  }
  async function raise(values: Parameters<typeof buildRule>[2] = {}, device?: BuiltDevice): Promise<{ device: BuiltDevice; id: string }> {
    const at = device ?? (await buildDevice(of().server, of().tenant))
    const rule = await buildRule(of().server, at, { alarm_priority: 2, ...values })
    await measure(of().server, at, { temperature: 30 })
    const [alarm] = await alarmsOf(of().server, of().tenant.id, rule)
    return { device: at, id: alarm?.id as string }
  }
  const acknowledge = (id: string) => of().admin.post('/api/acquisition/alarm/acknowledgeAlarm', { id: [id] })

  const deliveriesOf = async (client = of().admin) =>
    (await client.get<{ list: Listed[]; total: number }>(`${DELIVERY}/queryDelivery`, { pageSize: 1000 })).data
  const statesOf = async () => (await deliveriesOf()).list.map(({ deliveryState }) => deliveryState).toSorted()
  const toHave = (states: readonly string[]) => expect.poll(statesOf, { timeout: 5000, interval: 50 }).toEqual(states)
  /** So many deliveries of the tenant wait for others. */
  const held = (count: number) =>
    expect
      .poll(
        async () =>
          (
            await of().server.database.asOwner((owner) =>
              owner.query<{ count: number }>(
                "select count(*)::integer as count from deliveries where tenant_id = $1 and held and delivery_state = 'waiting'",
                [of().tenant.id],
              ),
            )
          ).rows[0]?.count,
        { timeout: 5000, interval: 20 },
      )
      .toBe(count)
  const posts = (): Posted[] =>
    of()
      .receiver.taken.filter(({ path }) => path === `/${of().tenant.code}`)
      .map(({ body }) => JSON.parse(body) as Posted)
  const posted = (count: number) => expect.poll(() => posts().length, { timeout: 5000, interval: 20 }).toBe(count)
  /** Everything that has been told so far has been made into deliveries. */
  const settled = () => eventsRead(of().server, of().tenant.id)
  return { addChannel, addRule, raise, acknowledge, deliveriesOf, statesOf, toHave, held, posts, posted, settled }
}
