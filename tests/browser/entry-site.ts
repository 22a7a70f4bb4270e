/** A server of its own process for tests that have to look into the database, such as for what an image shows. */
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { buildApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import type { Database } from '../../server/kernel/database/database.ts'
import { openDatabase } from '../../server/kernel/database/database.ts'
import { openServices } from '../../server/services.ts'
import { furnishedFolder } from '../support/furnished.ts'
import { temporaryFolder } from '../support/process.ts'
import type { Form } from './kept-pages.ts'
import { formOf } from './kept-pages.ts'
import { PATIENCE, sharedChromium } from './support.ts'

export interface EntrySite {
  readonly url: string
  readonly database: Database
  page(options?: Partial<Form>): Promise<Page>
}

export function openEntrySite(): EntrySite {
  let url = ''
  let database: Database
  let browser: Browser
  const contexts: BrowserContext[] = []
  let stop = async (): Promise<void> => undefined
  beforeAll(async () => {
    const folder = temporaryFolder()
    const launching = sharedChromium()
    const config = readConfig({ ...furnishedFolder(folder.path), LOG_LEVEL: 'silent' })
    database = await openDatabase(config)
    const services = await openServices(config, database)
    const app = await buildApp(services, { web: fileURLToPath(new URL('../../dist/web', import.meta.url)) })
    await app.listen({ port: 0, host: '127.0.0.1' })
    url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    config.publicUrl = url
    browser = await launching
    stop = async () => {
      await Promise.all(contexts.splice(0).map((context) => context.close()))
      await app.close()
      await services.invalidations.close()
      await database.close()
      folder.remove()
    }
  })
  afterAll(() => stop())
  return {
    get url() {
      return url
    },
    get database() {
      return database
    },
    async page(options = {}) {
      const context = await browser.newContext({ baseURL: url, ...formOf(options) })
      contexts.push(context)
      context.setDefaultTimeout(PATIENCE)
      return context.newPage()
    },
  }
}
