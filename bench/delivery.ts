/**
 * `npm run bench:delivery`: alarms that leave the product, on the embedded engine. First alarms one by one, from the value that a device sends to the webhook that a
 * receiver on this machine has; then a flood of 10,000 alarms within a minute, of which none may be lost and for which there is to be one
 * digest. `BENCH_ALARMS` shortens the flood, `BENCH_SMOKE=1` all of it to almost nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../tests/support/client.ts'
import { signIn } from '../tests/support/client.ts'
import { temporaryFolder } from '../tests/support/process.ts'
import { openReceiver } from '../tests/support/receiver.ts'
import { PASSWORD, TENANT, openField } from './support/field.ts'
import { judge } from './support/product.ts'
import { SMOKE, amount } from './support/smoke.ts'

const ALARMS = amount('BENCH_ALARMS', { whole: 10_000, smoke: 4 })
const SINGLE = amount(undefined, { whole: 40, smoke: 3 })
/** Devices of the flood; each has its part of the rules. */
const DEVICES = amount(undefined, { whole: 100, smoke: 2 })
/** Of each rule, before others are gathered (server/acquisition/alarms/delivery/dispatch-plan.ts). */
const BURST = 5
const FLOOD_MS = amount(undefined, { whole: 40_000, smoke: 200 })
const GATHERED_MS = 62_000

const folder = temporaryFolder()
const receiver = await openReceiver()
try {
  const field = await openField({
    scratch: undefined,
    folder: folder.path,
    devices: SINGLE + DEVICES,
    keys: ['temperature'],
    prepare: (database) =>
      database.asOwner(async (client) => {
        await client.query('update tenants set webhook_networks = $2 where tenant_code = $1', [TENANT, `127.0.0.1:${receiver.port}`])
        await client.query(
          `insert into alarm_rules (tenant_id, id, rule_name, device_id, point_key, alarm_kind, alarm_limit, alarm_priority)
          select d.tenant_id, gen_random_uuid(), d.device_code || ' ' || number, d.id, 'temperature', 'high', 100, case when split_part(d.device_code, '-', 2)::int <= $1 then 1 else 4 end
          from devices d cross join lateral generate_series(1, case when split_part(d.device_code, '-', 2)::int <= $1 then 1 else $2 end) as number where d.device_code like 'bench-%'`,
          [SINGLE, Math.ceil(ALARMS / DEVICES)],
        )
        // Those that come one by one have a site each, and so a rule of delivery each.
        await client.query(
          `insert into sites (tenant_id, id, site_code, site_name) select tenant_id, gen_random_uuid(), device_code, device_code from devices
          where device_code like 'bench-%' and split_part(device_code, '-', 2)::int <= $1`,
          [SINGLE],
        )
        await client.query(
          `update devices set site_id = sites.id from sites where sites.tenant_id = devices.tenant_id and site_code = device_code`,
        )
      }),
  })
  const server = await field.start()
  try {
    const client = await signIn(server.url, TENANT, 'admin', PASSWORD)
    const channel = await added(client, 'alarmchannel/addAlarmChannel', {
      channelName: 'bench',
      channelKind: 'webhook',
      channelAddress: `${receiver.url}/`,
      channelStatus: 1,
      perMinute: 1000,
    })
    const sites = await client.get<{ list: { id: string; siteCode: string }[] }>('/api/acquisition/site/querySite', {
      pageSize: 1000,
      siteCode: 'bench',
    })
    const rule = { channelId: channel, leastPriority: 1, deliveryLanguage: 'en', deliveryStatus: 1 }
    for (const { id, siteCode } of sites.data.list)
      await added(client, 'deliveryrule/addDeliveryRule', { ...rule, deliveryName: siteCode, siteId: [id] })
    await sleep(amount(undefined, { whole: 3000, smoke: 500 }))

    const times: number[] = []
    for (const code of field.codes.slice(0, SINGLE)) {
      const before = receiver.taken.length
      const began = performance.now()
      await push(server.url, code, field.secret, 200)
      while (receiver.taken.length === before) {
        if (performance.now() - began > 60_000) throw new Error('the alarm did not come')
        await sleep(2)
      }
      times.push(performance.now() - began)
    }

    await added(client, 'deliveryrule/addDeliveryRule', { ...rule, deliveryName: 'flood', leastPriority: 4 })
    const first = receiver.taken.length
    for (const code of field.codes.slice(SINGLE)) {
      await push(server.url, code, field.secret, 200)
      await sleep(FLOOD_MS / DEVICES)
    }
    const wanted = Math.ceil(ALARMS / DEVICES) * DEVICES
    const received = () => receiver.taken.slice(first).map(({ body }) => JSON.parse(body) as { type: string; total: number })
    const count = () => received().reduce((sum, { total }) => sum + total, 0)
    const deadline = performance.now() + GATHERED_MS * 3
    while (count() < wanted && performance.now() < deadline) await sleep(200)
    const digests = received().filter(({ type }) => type === 'alarm.digest').length
    const sorted = times.toSorted((one, other) => one - other)
    const p95 = sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.95) - 1)] ?? Infinity
    const singles = received().length - digests
    judge([
      { name: 'from a value to its webhook, p95', wanted: '2 s', found: `${(p95 / 1000).toFixed(2)} s`, holds: p95 <= 2000 },
      { name: `of ${wanted} alarms in a minute lost`, wanted: '0', found: String(wanted - count()), holds: count() === wanted },
      {
        name: 'digests of the flood',
        wanted: '1',
        found: `${digests}, and ${singles} by themselves`,
        holds: digests === 1 && singles <= BURST,
      },
    ])
    if (SMOKE && count() !== wanted) throw new Error(`${wanted - count()} alarms were not delivered`)
  } finally {
    await server.stop()
  }
} finally {
  await receiver.close()
  folder.remove()
}

async function added(client: Client, call: string, body: object): Promise<string> {
  const answer = await client.post<{ id: string }>(`/api/acquisition/${call}`, body)
  if (answer.http !== 200) throw new Error(`${call} was refused: ${answer.message}`)
  return answer.data.id
}

async function push(url: string, code: string, secret: string, value: number): Promise<void> {
  const answer = await fetch(`${url}/api/acquisition/push`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${TENANT}/${code}:${secret}`).toString('base64')}`,
    },
    body: JSON.stringify({ temperature: value }),
  })
  if (!answer.ok) throw new Error(`the value was refused: ${answer.status} ${await answer.text()}`)
}
