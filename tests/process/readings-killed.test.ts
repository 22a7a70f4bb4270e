/**
 * What was acknowledged to a device is stored, however the server ends: `kill -9` again and again while twelve devices publish over
 * MQTT, a fifth of it twice, some of it out of order, with connections cut in between. Whatever was not acknowledged is sent
 * again, as a device does; in the end everything that was ever sent is there, once. On PostgreSQL the same for the database: a
 * server of its own is killed and started again, while ours stays.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { engine, postgres, noteUntested } from '../support/engine.ts'
import { furnishedInstallation } from '../support/furnished.ts'
import { startPostgres } from '../support/own-postgres.ts'
import type { Running, Variables } from '../support/process.ts'
import { run, temporaryFolder, until } from '../support/process.ts'
import type { Crowd } from '../support/senders.ts'
import { brokerPort, lostOf, startCrowd, storedOf } from '../support/senders.ts'
import { amount, drawn } from '../support/thorough.ts'

const KILLS = amount({ quick: 2, ci: 2, touched: 3, thorough: 20 })
const DEVICES = 12

noteUntested('killing collectors, and the database')

const variablesOf = (path: string, url?: string): Variables => ({
  DATA_DIR: `${path}/data`,
  DEMO: 'on',
  DEMO_PASSWORD: 'outstation',
  MQTT_PORT: '0',
  ...(url === undefined ? {} : { DATABASE_URL: url }),
})

async function expectAllOnce(variables: Variables, crowd: Crowd, what: string): Promise<void> {
  const { times, rows, different } = await storedOf(variables, crowd)
  crowd.senders.forEach((sender, index) => expect([...(times[index] as Set<number>)].sort(), sender.code).toEqual([...sender.sent].sort()))
  const [sent, cuts] = [
    crowd.senders.reduce((sum, sender) => sum + sender.sent.size, 0),
    crowd.senders.reduce((sum, sender) => sum + sender.cuts, 0),
  ]
  expect([rows, different]).toEqual([sent * 2, sent * 2])
  process.stdout.write(`${what}: ${KILLS} kills, ${cuts} connections cut, ${sent} different messages sent and stored, each once\n`)
  expect(sent).toBeGreaterThan(KILLS * 100)
  expect(cuts).toBeGreaterThanOrEqual(KILLS * 2.5)
}

describe(`kills on the ${engine} engine`, () => {
  it('lose no reading that was acknowledged and double none', async () => {
    const folder = temporaryFolder()
    const installation = await furnishedInstallation(postgres, `${folder.path}/data`)
    const { scratch } = installation
    const variables = { ...installation.variables, MQTT_PORT: '0' }
    let running: Running | undefined
    try {
      const crowd = await startCrowd(variables, DEVICES)
      let before = 0
      for (let round = 0; round < KILLS; round += 1) {
        running = await run(variables)
        crowd.aim(await brokerPort(running))
        await until('readings are acknowledged', () => crowd.acknowledged > before + 100)
        await sleep(drawn(`readings ${round}`, 100, 900))
        crowd.aim(undefined)
        await running.kill()
        before = crowd.acknowledged
        // Nobody is asked: what has been acknowledged by now has to be in the tables.
        expect(await lostOf(variables, crowd), `lost in round ${round}`).toEqual({})
      }
      running = await run(variables)
      crowd.aim(await brokerPort(running))
      await crowd.finish()
      await running.stop()
      running = undefined
      await expectAllOnce(variables, crowd, engine)
    } finally {
      await running?.kill()
      await scratch?.drop()
      folder.remove()
    }
  })
})

describe.runIf(postgres)('kills of PostgreSQL itself', () => {
  it('lose no reading that was acknowledged and double none', async () => {
    const folder = temporaryFolder()
    const database = await startPostgres()
    const variables = variablesOf(folder.path, database.url)
    let running: Running | undefined
    try {
      await (await run(variables)).stop()
      const crowd = await startCrowd(variables, DEVICES)
      running = await run(variables)
      crowd.aim(await brokerPort(running))
      let before = 0
      for (let round = 0; round < KILLS; round += 1) {
        await until('readings are acknowledged', () => crowd.acknowledged > before + 100)
        await sleep(drawn(`readings and database ${round}`, 100, 900))
        await database.kill()
        before = crowd.acknowledged
        await database.start()
        expect(await lostOf(variables, crowd), `lost in round ${round}`).toEqual({})
      }
      await crowd.finish()
      expect(await running.stop(), 'the server has outlived all of it').toBe(0)
      running = undefined
      await expectAllOnce(variables, crowd, 'PostgreSQL killed')
    } finally {
      await running?.kill()
      await database.remove()
      folder.remove()
    }
  })
})
