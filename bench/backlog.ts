/**
 * `npm run bench:backlog`: 1,000 devices come back together and send what has gathered, a packet of 64 KB each, right after their CONNACK;
 * half of them write it together with their CONNECT, which the standard allows. Once to the server on PostgreSQL (`BENCH_DATABASE_URL`; a scratch
 * database is made and dropped), once on the embedded engine. Wanted: none is cut off, and what was acknowledged is stored. The reference of
 * the same run is one such device alone.
 */
import { temporaryFolder } from '../tests/support/process.ts'
import { connectPacket, openWire, publishPacket } from '../tests/support/mqtt-wire.ts'
import type { Field } from './support/field.ts'
import { TENANT, openField } from './support/field.ts'
import { benchDatabase } from './support/furnished.ts'
import { judge } from './support/product.ts'
import { amount } from './support/smoke.ts'

const DEVICES = amount('BENCH_DEVICES', { whole: 1000, smoke: 10 })
const BYTES = 64 * 1024

/** A backlog of one device as it stands in its packet: a value, its time, and whatever else makes it as long. */
function backlogOf(code: string, index: number, time: number): Buffer {
  const topic = `d/${code}`
  return publishPacket(topic, JSON.stringify({ ts: time, temperature: index }).padEnd(BYTES - 4 - topic.length), { id: 7 })
}

/** Milliseconds until its backlog was acknowledged; `undefined`: it was cut off. */
async function comeBack(port: number, { codes, secret }: Field, index: number, time: number): Promise<number | undefined> {
  const code = codes[index] as string
  const start = performance.now()
  const wire = openWire(port)
  const connect = connectPacket({ username: `${TENANT}/${code}`, password: secret, clientId: code })
  const backlog = backlogOf(code, index, time)
  const inOne = index % 2 === 1
  wire.write(inOne ? Buffer.concat([connect, backlog]) : connect)
  const first = await wire.next()
  if (!inOne) wire.write(backlog)
  const second = await wire.next()
  wire.cut()
  return first?.[0] === 'connack' && second?.[0] === 'puback' ? performance.now() - start : undefined
}

async function measure(engine: string, scratch?: Awaited<ReturnType<typeof benchDatabase>>) {
  const folder = temporaryFolder()
  try {
    const field = await openField({ scratch, folder: folder.path, devices: DEVICES, keys: ['temperature'] })
    const server = await field.start()
    try {
      const now = Date.now()
      const alone = await comeBack(server.mqttPort, field, 0, now)
      const start = performance.now()
      const times = await Promise.all(field.codes.map((_, index) => comeBack(server.mqttPort, field, index, now + 1)))
      const took = performance.now() - start
      await server.stop()
      const stored = await field.onDatabase((database) =>
        database.asOwner(async (client) => Number((await client.query<{ count: string }>('select count(*) from samples')).rows[0]?.count)),
      )
      const cut = times.filter((time) => time === undefined).length
      return [
        {
          name: `${engine}: ${DEVICES} devices with ${BYTES / 1024} KB right after CONNACK, cut off`,
          wanted: '0',
          found: `${cut} (all done after ${took.toFixed(0)} ms; one alone ${alone?.toFixed(0)} ms)`,
          holds: cut === 0 && alone !== undefined,
        },
        {
          name: `${engine}: acknowledged = stored`,
          wanted: `${DEVICES + 1 - cut}`,
          found: `${stored}`,
          holds: stored >= DEVICES + 1 - cut,
        },
      ]
    } finally {
      await server.kill()
    }
  } finally {
    folder.remove()
  }
}

const scratch = await benchDatabase('backlog')
try {
  judge([...(await measure('PostgreSQL', scratch)), ...(await measure('embedded'))])
} finally {
  await scratch.drop()
}
